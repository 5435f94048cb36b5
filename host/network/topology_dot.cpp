// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <utility>
#include <vector>

#include "host/network/topology_file.h"

namespace xb {

namespace {

std::string in_quotes(const std::string& word) {
  std::string text;
  for (const char c : word) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return "\"" + text + "\"";
}

/// Cables from each switch to the nearest one with hosts: what has more is drawn above.
std::vector<unsigned> levels_of(const Topology& topology) {
  constexpr unsigned kNone = ~0U;
  std::vector<unsigned> levels;
  for (const auto& s : topology.switches) levels.push_back(s.hosts > 0 ? 0 : kNone);
  for (unsigned level = 0, found = 1; found > 0; ++level) {
    found = 0;
    for (const auto& cable : topology.cables) {
      for (const auto& [from, to] : {std::pair(cable.a, cable.b), {cable.b, cable.a}}) {
        if (levels[from] != level || levels[to] != kNone) continue;
        levels[to] = level + 1;
        ++found;
      }
    }
  }
  return levels;
}

/// The switches of each level side by side in their order, where there are levels.
std::string rows_text(const Topology& topology, const std::vector<unsigned>& levels) {
  std::map<unsigned, std::vector<std::string>> rows;
  for (std::size_t s = 0; s < levels.size(); ++s)
    rows[levels[s]].push_back(in_quotes(topology.switches[s].name));
  std::string text;
  for (const auto& [level, names] : rows) {
    if (rows.size() > 1)
      text += fmt::format("  {{ rank=same; {}{} }}\n", fmt::join(names, " -- "),
                          names.size() > 1 ? " [style=invis]" : "");
  }
  return text;
}

}  // namespace

std::string topology_to_dot(const Topology& topology) {
  std::string text = fmt::format(
      "graph {} {{\n  node [shape=box, style=\"rounded,filled\", fillcolor=\"#dbe9f6\", "
      "fontname=\"sans-serif\"]\n"
      "  edge [color=\"#4a6a8a\", fontname=\"sans-serif\", fontsize=10]\n",
      in_quotes(topology.name));
  for (const auto& s : topology.switches) {
    std::string label = s.name;
    if (s.hosts > 0) label += fmt::format("\n{} host{}", s.hosts, s.hosts == 1 ? "" : "s");
    text += fmt::format("  {} [label={}{}]\n", in_quotes(s.name), in_quotes(label),
                        s.hosts > 0 ? "" : ", fillcolor=\"#f3e3c3\"");
  }
  const std::vector<unsigned> levels = levels_of(topology);
  text += rows_text(topology, levels);
  for (const auto& cable : topology.cables) {
    const bool b_above = levels[cable.b] > levels[cable.a];
    std::string label;
    if (cable.speed.latency_cycles > 0) label = fmt::format("{} cycles", cable.speed.latency_cycles);
    if (cable.speed.period_cycles > 1)
      label += fmt::format("{}1/{} rate", label.empty() ? "" : ", ", cable.speed.period_cycles);
    text += fmt::format("  {} -- {}{}\n", in_quotes(topology.switches[b_above ? cable.b : cable.a].name),
                        in_quotes(topology.switches[b_above ? cable.a : cable.b].name),
                        label.empty() ? "" : fmt::format(" [label={}]", in_quotes(label)));
  }
  return text + "}\n";
}

}  // namespace xb
