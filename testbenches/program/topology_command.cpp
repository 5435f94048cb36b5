// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/config/network.h"
#include "host/network/route_check.h"
#include "host/network/topology_file.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/program/commands.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

Json topology_json(const Topology& topology, const Wiring& wiring, const Routes& routes) {
  Json switches = Json::array();
  for (unsigned s = 0; s < wiring.switches(); ++s) {
    const auto& entry = topology.switches[s];
    Json keys = Json::object();
    for (const auto& [key, value] : entry.keys) keys[key] = value;
    switches.push_back({{"name", entry.name},
                        {"hosts", entry.hosts},
                        {"first_host", wiring.first_host(s)},
                        {"ports", wiring.ports(s)},
                        {"host_latency_cycles", entry.host_cable.latency_cycles},
                        {"host_period_cycles", entry.host_cable.period_cycles},
                        {"keys", keys}});
  }
  Json cables = Json::array();
  for (const auto& cable : topology.cables) {
    cables.push_back({{"between", {topology.switches[cable.a].name, topology.switches[cable.b].name}},
                      {"latency_cycles", cable.speed.latency_cycles},
                      {"period_cycles", cable.speed.period_cycles}});
  }
  const std::string cycle = channel_cycle(topology, wiring, routes);
  return {{"name", topology.name},
          {"hosts", wiring.hosts()},
          {"switches", switches},
          {"cables", cables},
          {"channel_cycle", cycle.empty() ? Json(nullptr) : Json(cycle)}};
}

void write_output(const std::string& path, const std::string& text) {
  OutputFile output(path);
  output.write(text);
  output.commit();
}

/// Graphviz draws it.
std::string svg_of(const Topology& topology) {
  const std::filesystem::path folder = name_beside(std::filesystem::temp_directory_path() / "xbarlab");
  std::filesystem::create_directory(folder);
  const OnInterrupt undo_folder(folder);
  const std::string dot = folder / "topology.dot";
  const std::string svg = folder / "topology.svg";
  const std::string log = folder / "log";
  const OnInterrupt undo_dot(dot);
  const OnInterrupt undo_svg(svg);
  const OnInterrupt undo_log(log);
  std::ofstream(dot) << topology_to_dot(topology);
  const int status = run_program({"dot", "-Tsvg", dot, "-o", svg}, folder, log);
  const std::string text = status == 0 ? read_text_file(svg, "--svg", "a drawing") : "";
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  if (status == 127) {
    throw InputError(
        "--svg: needs Graphviz's dot, which is not installed; allowed: after apt-get install graphviz, or "
        "--dot");
  }
  if (status != 0) throw RunError(fmt::format("dot: exit status {}", status));
  return text;
}

}  // namespace

void topology_command(const TopologyCommand& command) {
  const Topology topology = find_topology(command.name, check_switch_key);
  const Wiring wiring(topology);
  const Routes routes = routes_of(topology, wiring);
  check_routes(topology, wiring, routes);
  if (!command.json.empty())
    write_output(command.json, topology_json(topology, wiring, routes).dump() + "\n");
  if (!command.dot.empty()) write_output(command.dot, topology_to_dot(topology));
  if (!command.svg.empty()) write_output(command.svg, svg_of(topology));
  if (command.json.empty() && command.dot.empty() && command.svg.empty())
    write_output("-", topology_to_toml(topology));
}

}  // namespace xb
