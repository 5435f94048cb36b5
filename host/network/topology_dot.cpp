// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/network/topology_file.h"

namespace xb {

std::string topology_to_dot(const Topology& topology) {
  const auto quoted = [](const std::string& word) {
    std::string text;
    for (const char c : word) {
      if (c == '"' || c == '\\') text += '\\';
      text += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return "\"" + text + "\"";
  };
  std::string text = fmt::format(
      "graph {} {{\n  node [shape=box, style=\"rounded,filled\", fillcolor=\"#dbe9f6\", "
      "fontname=\"sans-serif\"]\n"
      "  edge [color=\"#4a6a8a\", fontname=\"sans-serif\", fontsize=10]\n",
      quoted(topology.name));
  for (const auto& s : topology.switches) {
    std::string label = s.name;
    if (s.hosts > 0) label += fmt::format("\n{} host{}", s.hosts, s.hosts == 1 ? "" : "s");
    text += fmt::format("  {} [label={}{}]\n", quoted(s.name), quoted(label),
                        s.hosts > 0 ? "" : ", fillcolor=\"#f3e3c3\"");
  }
  for (const auto& cable : topology.cables) {
    std::string label;
    if (cable.speed.latency_cycles > 0) label = fmt::format("{} cycles", cable.speed.latency_cycles);
    if (cable.speed.period_cycles > 1)
      label += fmt::format("{}1/{} rate", label.empty() ? "" : ", ", cable.speed.period_cycles);
    text += fmt::format("  {} -- {}{}\n", quoted(topology.switches[cable.a].name),
                        quoted(topology.switches[cable.b].name),
                        label.empty() ? "" : fmt::format(" [label={}]", quoted(label)));
  }
  return text + "}\n";
}

}  // namespace xb
