// SPDX-License-Identifier: Apache-2.0
#include "host/network/topology_registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/named_entries.h"
#include "host/base/nearest_word.h"
#include "host/base/parse_number.h"
#include "host/link/host_range.h"
#include "host/network/irregular.h"
#include "host/network/topology.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

using Arguments = std::vector<std::uint64_t>;

constexpr std::uint64_t kMostHosts = kMaxHosts;

/// Throws InputError if an argument is out of its range.
unsigned within(const char* what, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value >= low && value <= high) return static_cast<unsigned>(value);
  throw InputError("topology: {} '{}' is not allowed; allowed: {}..{}", what, value, low, high);
}

void add_switches(Topology& topology, const char* prefix, unsigned count, unsigned hosts) {
  for (unsigned s = 0; s < count; ++s)
    topology.switches.push_back({fmt::format("{}{}", prefix, s), hosts, {}});
}

Topology two_switches(const Arguments& arguments) {
  Topology topology;
  for (unsigned s = 0; s < 2; ++s)
    topology.switches.push_back({fmt::format("s{}", s), within("hosts", arguments[s], 1, kMaxPorts - 1), {}});
  topology.cables.push_back({0, 1, {}});
  return topology;
}

Topology hierarchy(const Arguments& arguments) {
  const unsigned hosts = within("hosts of a switch", arguments[0], 1, kMaxPorts - 1);
  const unsigned leaves = within("switches", arguments[1], 2, kMaxPorts);
  Topology topology;
  add_switches(topology, "s", leaves, hosts);
  if (arguments.size() > 2) {
    const unsigned ratio = within("cycles of a host's beat", arguments[2], 1, 1000);
    for (auto& leaf : topology.switches) leaf.host_cable.period_cycles = ratio;
  }
  topology.switches.push_back({"backbone", 0, {}});
  for (unsigned s = 0; s < leaves; ++s) topology.cables.push_back({s, leaves, {}});
  return topology;
}

/// Swiss-T1: switch i has cables to i +- 1 and i +- 3 (Gabrielyan & Hersch 2003, Fig. 7, as far as it can be
/// told).
Topology k_ring(const Arguments& arguments) {
  constexpr unsigned kSwitches = 8;
  constexpr unsigned kNodes = 4;  // of a switch
  const unsigned hosts = arguments.empty() ? kNodes : within("hosts", arguments[0], 1, kMaxPorts - 4);
  Topology topology;
  add_switches(topology, "s", kSwitches, hosts);
  for (const unsigned step : {1U, 3U}) {
    for (unsigned s = 0; s < kSwitches; ++s) topology.cables.push_back({s, (s + step) % kSwitches, {}});
  }
  // The one routing, but for renamed switches, that has the paper's 48704 congested pairs and 363
  // allocations.
  struct Via {
    unsigned a, b, by;
  };
  topology.routing = Routing::Given;
  for (const Via& via :
       {Via{0, 2, 1}, Via{0, 4, 1}, Via{0, 6, 3}, Via{2, 4, 7}, Via{2, 6, 5}, Via{4, 6, 5}, Via{1, 3, 2},
        Via{1, 5, 4}, Via{1, 7, 6}, Via{3, 5, 0}, Via{3, 7, 4}, Via{5, 7, 0}}) {
    topology.routes.push_back({via.a, via.b, via.by});
    topology.routes.push_back({via.b, via.a, via.by});
  }
  return topology;
}

/// Three levels of switches with k ports: k pods of k/2 edge and k/2 aggregation switches, (k/2)^2 core
/// switches.
Topology fat_tree(const Arguments& arguments) {
  const unsigned k = within("ports of a switch", arguments[0], 2, kMaxPorts);
  if (k % 2 != 0)
    throw InputError("topology: ports of a switch '{}' is not allowed; allowed: even numbers", k);
  const unsigned half = k / 2;
  Topology topology;
  // Its shortest paths go up and then down, so that no channels wait for each other, and use every core
  // switch.
  topology.routing = Routing::ShortestAdaptive;
  add_switches(topology, "edge", k * half, half);
  add_switches(topology, "aggregation", k * half, 0);
  add_switches(topology, "core", half * half, 0);
  const auto aggregation = [&](unsigned pod, unsigned n) { return k * half + pod * half + n; };
  const auto core = [&](unsigned n) { return 2 * k * half + n; };
  for (unsigned pod = 0; pod < k; ++pod) {
    for (unsigned e = 0; e < half; ++e) {
      for (unsigned a = 0; a < half; ++a)
        topology.cables.push_back({pod * half + e, aggregation(pod, a), {}});
    }
    for (unsigned a = 0; a < half; ++a) {
      for (unsigned c = 0; c < half; ++c)
        topology.cables.push_back({aggregation(pod, a), core(a * half + c), {}});
    }
  }
  return topology;
}

/// Leaves with hosts, each with a cable to each spine.
Topology leaves_and_spines(const char* leaf, unsigned leaves, unsigned spines, unsigned hosts) {
  Topology topology;
  topology.routing = Routing::ShortestAdaptive;  // up and then down, over any spine
  add_switches(topology, leaf, leaves, hosts);
  add_switches(topology, "spine", spines, 0);
  for (unsigned at = 0; at < leaves; ++at) {
    for (unsigned spine = 0; spine < spines; ++spine) topology.cables.push_back({at, leaves + spine, {}});
  }
  return topology;
}

Topology leaf_spine(const Arguments& arguments) {
  const unsigned spines = within("spines", arguments[1], 1, kMaxPorts - 1);
  return leaves_and_spines("leaf", within("leaves", arguments[0], 1, kMaxPorts), spines,
                           within("hosts of a leaf", arguments[2], 1, kMaxPorts - spines));
}

/// Groups (servers) of GPUs, the n-th of each on switch n, its rail; as many spines as a rail has GPUs. Ranks
/// go group by group.
Topology rail(const Arguments& arguments) {
  const unsigned groups = within("groups", arguments[0], 1, kMaxPorts / 2);
  const unsigned gpus = within("GPUs of a group", arguments[1], 1, kMaxPorts);
  Topology topology = leaves_and_spines("rail", gpus, groups, groups);
  std::vector<unsigned> hosts;
  for (unsigned group = 0; group < groups; ++group) {
    for (unsigned gpu = 0; gpu < gpus; ++gpu) hosts.push_back(gpu * groups + group);
  }
  topology.ranks = {fmt::format("{}", fmt::join(hosts, ",")), HostList(hosts)};
  return topology;
}

/// A grid, its sides closed to rings or not. A ring of two switches has one cable.
Topology grid(const Arguments& arguments, bool closed) {
  const unsigned columns = within("columns", arguments[0], 1, 64);
  const unsigned rows = within("rows", arguments[1], 1, 64);
  const unsigned hosts =
      arguments.size() > 2 ? within("hosts of a switch", arguments[2], 1, kMaxPorts - 4) : 1;
  Topology topology;
  add_switches(topology, "s", within("switches", std::uint64_t{columns} * rows, 2, kMostHosts), hosts);
  topology.routing = Routing::DimensionOrder;
  for (unsigned s = 0; s < columns * rows; ++s) topology.switches[s].coordinates = {s % columns, s / columns};
  const auto at = [&](unsigned x, unsigned y) { return y * columns + x; };
  for (unsigned y = 0; y < rows; ++y) {
    for (unsigned x = 0; x < columns; ++x) {
      if (x + 1 < columns)
        topology.cables.push_back({at(x, y), at(x + 1, y), {}});
      else if (closed && columns > 2)
        topology.cables.push_back({at(x, y), at(0, y), {}});
      if (y + 1 < rows)
        topology.cables.push_back({at(x, y), at(x, y + 1), {}});
      else if (closed && rows > 2)
        topology.cables.push_back({at(x, y), at(x, 0), {}});
    }
  }
  return topology;
}

Topology irregular(const Arguments& arguments) {
  const unsigned switches = within("switches", arguments[0], 2, 1024);
  const unsigned hosts = within("hosts", arguments[1], switches, kMostHosts);
  if (hosts > switches * 32) within("hosts", hosts, switches, std::uint64_t{switches} * 32);
  return make_irregular(switches, hosts, arguments[2]);
}

}  // namespace

std::string signature(const TopologyEntry& entry) {
  if (entry.arguments.empty()) return entry.name;
  const bool may_be_without = entry.least_arguments == 0;
  return fmt::format(may_be_without ? "{}[({})]" : "{}({})", entry.name, entry.arguments);
}

const std::vector<TopologyEntry>& topologies() {
  static const std::vector<TopologyEntry> entries{
      {"one-switch", "hosts", "all hosts on one switch, host i on port i", 1, 1,
       [](const Arguments& a) { return one_switch(within("hosts", a[0], kMinPorts, kMaxPorts)); }},
      {"two-switches", "hosts0,hosts1", "two switches and one cable (Jacunski et al. 1999)", 2, 2,
       two_switches},
      {"hierarchy", "hosts,switches[,period]",
       "switches of so many hosts, and a backbone switch; hosts move a beat in every period-th cycle (Tam, "
       "6.2)",
       2, 3, hierarchy},
      {"k-ring", "hosts",
       "Swiss-T1: 8 switches of 4 hosts (or so many), cables to i +- 1 and i +- 3 (Gabrielyan & Hersch 2003)",
       0, 1, k_ring},
      {"irregular", "switches,hosts,seed",
       "random: 1 to 5 cables a switch, at most 2 between two, as in Jacunski et al. 1999, Table 3", 3, 3,
       irregular},
      {"fat-tree", "ports", "three levels of switches with so many ports, k^3/4 hosts (Al-Fares et al. 2008)",
       1, 1, fat_tree},
      {"leaf-spine", "leaves,spines,hosts", "leaves of so many hosts, each with a cable to each spine", 3, 3,
       leaf_spine},
      {"rail", "groups,gpus",
       "a switch for each GPU of a group (server), as many spines as groups; ranks go group by group", 2, 2,
       rail},
      {"mesh", "columns,rows[,hosts]", "a grid, one host (or so many) on each switch", 2, 3,
       [](const Arguments& a) { return grid(a, false); }},
      {"torus", "columns,rows[,hosts]", "a grid whose rows and columns are rings", 2, 3,
       [](const Arguments& a) { return grid(a, true); }},
  };
  return entries;
}

Topology make_topology(const std::string& text) {
  const auto open = text.find('(');
  const std::string name = text.substr(0, open);
  const TopologyEntry* found = find_named(topologies(), name);
  if (found == nullptr) {
    std::string allowed;
    for (const auto& entry : topologies()) allowed += signature(entry) + " ";
    throw not_allowed("topology", text, "{}",
                      allowed_names(names(topologies()), allowed + "or a .toml file", name));
  }
  const auto refuse = [&] { throw not_allowed("topology", text, "{}", signature(*found)); };
  Arguments arguments;
  if (open != std::string::npos) {
    if (text.back() != ')') refuse();
    for (std::string word : list_parts(text.substr(open + 1, text.size() - open - 2))) {
      word.erase(0, word.find_first_not_of(' '));
      std::uint64_t value = 0;
      if (!parse_number(word, 0, 9007199254740992.0, value)) refuse();
      arguments.push_back(value);
    }
  }
  if (arguments.size() < found->least_arguments || arguments.size() > found->most_arguments) refuse();
  Topology topology = found->make(arguments);
  topology.name = text;
  return topology;
}

std::shared_ptr<const Topology> parse_topology(std::string_view text) {
  return std::make_shared<const Topology>(make_topology(std::string(text)));
}

Topology one_switch(unsigned hosts) {
  Topology topology;
  topology.name = fmt::format("one-switch({})", hosts);
  add_switches(topology, "s", 1, hosts);
  return topology;
}

}  // namespace xb
