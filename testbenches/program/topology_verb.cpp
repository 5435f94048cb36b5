// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/network.h"
#include "host/network/route_check.h"
#include "host/network/topology_file.h"
#include "host/network/topology_registry.h"
#include "host/point/given.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/program/verbs.h"
#include "testbenches/steps/scheduled_transfers.h"
#include "testbenches/steps/teams_picture.h"

namespace xb {
namespace {

/// A network as TOML on standard output, or as asked for. Files, or `-` for standard output; empty: not asked
/// for.
struct TopologyCommand {
  std::string name;  ///< of a generator with its arguments, or a .toml file
  std::string json, dot, svg;
  std::string teams;            ///< the steps of a liquid schedule as SVG
  std::vector<SweptKey> flags;  ///< one value each: which transfers `teams` shows
};

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
  const std::string cycle = own_channel_cycle(topology, wiring, routes);
  return {{"name", topology.name},
          {"hosts", wiring.hosts()},
          {"switches", switches},
          {"cables", cables},
          {"channel_cycle", cycle.empty() ? Json(nullptr) : Json(cycle)}};
}

/// The steps of a liquid schedule on the network.
std::string svg_of_steps(const TopologyCommand& command) {
  RunConfig config;
  config.schedule = "liquid";
  config.engine = Engine::Fast;
  set_key(config, "topology", command.name, "");
  for (const SweptKey& flag : command.flags) set_key(config, flag.key, flag.values.front(), flag.place);
  const ScheduledTransfers scheduled = scheduled_transfers(config, {});
  return teams_picture({scheduled.topology, scheduled.wiring, scheduled.routes, scheduled.transfers,
                        scheduled.answer.schedule});
}

void check_flags(const TopologyCommand& command) {
  if (!command.teams.empty() || command.flags.empty()) return;
  const SweptKey& flag = command.flags.front();
  throw InputError("--{}: '{}' is not allowed here; allowed: with --teams", flag.key, flag.values.front());
}

void print_topology(const TopologyCommand& command) {
  check_flags(command);
  Given<parse_topology, nullptr, kTomlFile> named = command.name;
  named.load([](const std::string& path) { return read_topology(path, check_switch_key); });
  const Topology& topology = *named;
  const Wiring wiring(topology);
  const Routes routes = routes_of(topology, wiring);
  check_routes(topology, wiring, routes);
  if (!command.json.empty())
    write_output(command.json, topology_json(topology, wiring, routes).dump() + "\n");
  if (!command.dot.empty()) write_output(command.dot, topology_to_dot(topology));
  if (!command.svg.empty())
    write_output(command.svg, graphviz("dot", "svg", topology_to_dot(topology), "--svg"));
  if (!command.teams.empty()) write_output(command.teams, svg_of_steps(command));
  if (command.json.empty() && command.dot.empty() && command.svg.empty() && command.teams.empty())
    write_output("-", topology_to_toml(topology));
}

}  // namespace

Verb topology_verb(CLI::App& program) {
  const auto given = std::make_shared<TopologyCommand>();
  Verb verb(program, "topology", "print a network of switches, as TOML unless asked otherwise");
  verb.examples({"xbarlab topology 'fat-tree(4)' --svg fat-tree.svg"});
  verb.word("name", given->name, "a generator (xbarlab list topologies), or a .toml file");
  verb.output("--json", "FILE", given->json, "file for switches and cables as JSON; - for standard output");
  verb.output("--dot", "FILE", given->dot, "file for the graph for Graphviz; - for standard output");
  verb.output("--svg", "FILE", given->svg, "file for the drawing, by Graphviz's dot; - for standard output");
  verb.output("--teams", "FILE", given->teams,
              "file for the bottlenecks and the steps of a liquid schedule as SVG; - for standard output");
  verb.keys(given->flags, {"ranks", "transfers", "seed"});
  verb.does([given] { print_topology(*given); });
  return verb;
}

}  // namespace xb
