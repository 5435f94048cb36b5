// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "bench/liquid_network.h"
#include "bench/tables.h"
#include "bench/timed_run.h"
#include "host/base/random.h"
#include "host/liquid/certificate_check.h"
#include "host/liquid/liquid_solver.h"
#include "host/network/topology_registry.h"

namespace xb {
namespace {

struct SmallNetworks {
  unsigned switches;
  unsigned fewest_hosts, most_hosts;  ///< of a switch
  Routing routing;
};

/// Covers the bottlenecks from the `next`-th on, by transfers that use no link that is used already.
bool cover(const TransferSet& set, const std::vector<unsigned>& bottlenecks, std::size_t next,
           std::vector<char>& used) {
  while (next < bottlenecks.size() && used[bottlenecks[next]] != 0) ++next;
  if (next == bottlenecks.size()) return true;
  for (unsigned t = 0; t < set.size(); ++t) {
    const LinkPath path = set.path(t);
    if (std::find(path.begin(), path.end(), bottlenecks[next]) == path.end()) continue;
    if (std::any_of(path.begin(), path.end(), [&](unsigned link) { return used[link] != 0; })) continue;
    for (const unsigned link : path) used[link] = 1;
    if (cover(set, bottlenecks, next, used)) return true;
    for (const unsigned link : path) used[link] = 0;
  }
  return false;
}

bool connected(const Topology& topology) {
  std::vector<unsigned> part(topology.switches.size());
  std::iota(part.begin(), part.end(), 0U);
  for (const auto& cable : topology.cables) {
    const unsigned from = part[cable.a];
    const unsigned to = part[cable.b];
    std::replace(part.begin(), part.end(), from, to);
  }
  return std::all_of(part.begin(), part.end(), [&](unsigned of) { return of == part.front(); });
}

/// Hosts of the switches, and cables.
std::string text_of(const Topology& topology) {
  std::string line = "hosts";
  for (const auto& at : topology.switches) line += fmt::format(" {}", at.hosts);
  line += ", cables";
  for (const auto& cable : topology.cables) line += fmt::format(" {}-{}", cable.a, cable.b);
  return line;
}

/// The next numbers of hosts; false behind the last ones.
bool next_hosts(Topology& topology, const SmallNetworks& all) {
  for (auto& of : topology.switches) {
    if (of.hosts++ < all.most_hosts) return true;
    of.hosts = all.fewest_hosts;
  }
  return false;
}

/// Calls with each connected network of one cable at most between two switches, and at least two hosts. Names
/// of switches matter: ports and tables depend on them.
void for_small_networks(const SmallNetworks& all, const std::function<void(const LiquidNetwork&)>& visit) {
  std::vector<Topology::Cable> pairs;
  for (unsigned b = 1; b < all.switches; ++b) {
    for (unsigned a = 0; a < b; ++a) pairs.push_back({a, b, {}});
  }
  for (unsigned graph = 0; graph < 1U << pairs.size(); ++graph) {
    Topology topology;
    topology.name = "small";
    topology.routing = all.routing;
    for (unsigned s = 0; s < all.switches; ++s) {
      topology.switches.push_back({fmt::format("s{}", s), all.fewest_hosts, {}});
    }
    for (unsigned n = 0; n < pairs.size(); ++n) {
      if ((graph >> n & 1U) != 0) topology.cables.push_back(pairs[n]);
    }
    if (!connected(topology)) continue;
    do {
      unsigned hosts = 0;
      for (const auto& of : topology.switches) hosts += of.hosts;
      if (hosts >= 2) visit(LiquidNetwork(topology));
    } while (next_hosts(topology, all));
  }
}

/// Whether transfers that share no link can use all bottlenecks; all links have capacity 1.
bool has_team(const TransferSet& set) {
  std::vector<char> used(set.links(), 0);
  return cover(set, set.bottlenecks(), 0, used);
}

/// Three transfers, any two of which share a link but no link has all three; or none.
std::vector<unsigned> three_without_team(const TransferSet& set) {
  std::vector<std::uint64_t> links(set.size(), 0);  // a bit each
  for (unsigned t = 0; t < set.size(); ++t) {
    for (const unsigned link : set.path(t)) links[t] |= std::uint64_t{1} << link;
  }
  for (unsigned a = 0; a < set.size(); ++a) {
    for (unsigned b = a + 1; b < set.size(); ++b) {
      if ((links[a] & links[b]) == 0) continue;
      for (unsigned c = b + 1; c < set.size(); ++c) {
        if ((links[a] & links[c]) == 0 || (links[b] & links[c]) == 0) continue;
        if ((links[a] & links[b] & links[c]) == 0) return {a, b, c};
      }
    }
  }
  return {};
}

constexpr unsigned kSolverRounds = 2;

/// Answers about many traffics.
class Tally {
 public:
  LiquidVerdict add(const TransferSet& transfers) {
    SolverLimits limits;
    limits.rounds = kSolverRounds;
    const LiquidAnswer answer = solve_liquid(transfers, limits);
    const std::string fault = answer_fault(transfers, answer);
    if (answer.lower_bound > transfers.duration()) {
      ++(answer.proof.kind == NoScheduleProof::Kind::Clique ? cliques_ : formulas_);
      longest_ = std::max(longest_, answer.lower_bound - transfers.duration());
    }
    if (!fault.empty()) fmt::print("{}\n", fault);
    good_ = good_ && fault.empty();
    ++of_[static_cast<unsigned>(answer.verdict)];
    if (answer.verdict == LiquidVerdict::None && !has_team(transfers)) ++teamless_;
    seconds_ += answer.cpu_seconds;
    return answer.verdict;
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] std::vector<std::string> row(const std::string& what) const {
    const double all = of_[0] + of_[1] + of_[2];
    return {what,
            fmt::format("{}", all),
            fmt::format("{}", of_[0]),
            fmt::format("{} ({:.2f} %)", of_[1], 100 * of_[1] / all),
            fmt::format("{}", of_[2]),
            fmt::format("{}", teamless_),
            fmt::format("{}", cliques_),
            fmt::format("{}", formulas_),
            fmt::format("{}", longest_),
            fmt::format("{:.1f}", seconds_)};
  }
  static std::vector<std::string> head(const std::string& what) {
    return {what,      "number",  "liquid",   "none",       "open",
            "no team", "cliques", "formulas", "more steps", "CPU [s]"};
  }

 private:
  unsigned of_[3] = {};
  unsigned teamless_ = 0;  // of `none`
  unsigned cliques_ = 0, formulas_ = 0;
  unsigned longest_ = 0;  // steps proved to be missing
  double seconds_ = 0;
  bool good_ = true;
};

const char* routing_name(Routing routing) {
  return routing == Routing::UpDown ? "up*/down*" : "shortest paths";
}

/// Complete exchanges of all networks of so many switches with 0..`most_hosts` hosts each.
bool small_exchanges(unsigned switches, unsigned fewest_hosts, unsigned most_hosts, Routing routing,
                     Rows& rows) {
  Tally tally;
  std::tuple<unsigned, std::string> least{~0U, ""};
  for_small_networks({switches, fewest_hosts, most_hosts, routing}, [&](const LiquidNetwork& network) {
    const TransferSet set = network.exchange_of_all();
    if (tally.add(set) == LiquidVerdict::Liquid) return;
    const auto cables = static_cast<unsigned>(network.topology.cables.size());
    const unsigned size = network.wiring.hosts() * 100 + cables;
    if (size < std::get<0>(least))
      least = {size, fmt::format("{}; Lambda {}", text_of(network.topology), set.duration())};
  });
  rows.push_back(tally.row(fmt::format("{} switches, {}..{} hosts each, {}", switches, fewest_hosts,
                                       most_hosts, routing_name(routing))));
  if (!std::get<1>(least).empty()) fmt::print("not liquid: {}\n", std::get<1>(least));
  return tally.good();
}

/// The smallest network with three transfers that share links pair by pair, but no link all three: the fewest
/// transfers that have no liquid schedule.
void smallest_triangle(unsigned switches, unsigned most_hosts, Routing routing) {
  unsigned networks = 0;
  unsigned with = 0;
  unsigned least = ~0U;
  std::string text;
  for_small_networks({switches, 0, most_hosts, routing}, [&](const LiquidNetwork& network) {
    ++networks;
    const TransferSet set = network.exchange_of_all();
    const auto cables = static_cast<unsigned>(network.topology.cables.size());
    const unsigned size = network.wiring.hosts() * 100 + cables;
    const auto found = three_without_team(set);
    if (found.empty()) return;
    ++with;
    if (size >= least) return;
    least = size;
    text = text_of(network.topology) + ": ";
    for (const unsigned t : found) text += fmt::format("{} -> {}  ", set[t].source, set[t].destination);
  });
  fmt::print("{} switches, 0..{} hosts each, {}: {} of {} networks{}{}\n", switches, most_hosts,
             routing_name(routing), with, networks, text.empty() ? "" : "; smallest ", text);
}

/// Traffics in which each host sends `packets` to random ones.
bool random_traffics(const std::string& name, unsigned packets, unsigned seeds, Rows& rows) {
  const LiquidNetwork network(make_topology(name));
  const unsigned hosts = network.wiring.hosts();
  Tally tally;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    std::vector<SizedTransfer> transfers;
    RandomStream random(seed, StreamPurpose::Test, packets);
    for (unsigned host = 0; host < hosts; ++host) {
      for (unsigned n = 0; n < packets; ++n) {
        transfers.push_back(
            {{static_cast<std::uint16_t>(host), static_cast<std::uint16_t>(random.below(hosts))}, 1});
      }
    }
    tally.add(network.over(transfers));
  }
  rows.push_back(tally.row(fmt::format("{}, packets of each of {} hosts: {}", name, hosts, packets)));
  return tally.good();
}

/// Complete exchanges of random networks, among all hosts or half of them.
bool random_networks(unsigned switches, unsigned hosts, Routing routing, bool half, unsigned seeds,
                     Rows& rows) {
  Tally tally;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Topology topology = make_topology(fmt::format("irregular({},{},{})", switches, hosts, seed));
    topology.routing = routing;
    const LiquidNetwork network(topology);
    RandomStream random(seed, StreamPurpose::Test, hosts);
    std::vector<unsigned> used;
    for (unsigned host = 0; host < network.wiring.hosts(); ++host) {
      if (!half || random.below(2) == 0) used.push_back(host);
    }
    tally.add(network.exchange(used));
  }
  rows.push_back(tally.row(fmt::format("irregular({},{}), {}, exchange of {}", switches, hosts,
                                       routing_name(routing), half ? "half the hosts" : "all hosts")));
  return tally.good();
}

/// Transfers over random links of their own choice: no network.
bool random_links(unsigned links, unsigned transfers, unsigned path, unsigned seeds, Rows& rows) {
  Tally tally;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    RandomStream random(seed, StreamPurpose::Test, links);
    TransferSet set;
    for (unsigned link = 0; link < links; ++link) set.add_link("l");
    std::vector<unsigned> order(links);
    std::iota(order.begin(), order.end(), 0U);
    for (unsigned t = 0; t < transfers; ++t) {
      for (unsigned n = 0; n < path; ++n) std::swap(order[n], order[n + random.below(links - n)]);
      set.add({0, 0}, {order.begin(), order.begin() + path});
    }
    tally.add(set);
  }
  rows.push_back(tally.row(fmt::format("{} transfers over {} of {} links", transfers, path, links)));
  return tally.good();
}

}  // namespace

bool bench_liquid_none() {
  bool good = true;
  Rows rows;
  for (const Routing routing : {Routing::Shortest, Routing::UpDown}) {
    for (unsigned switches = 2; switches <= 4; ++switches) {
      good &= small_exchanges(switches, 0, 3, routing, rows);
    }
    good &= small_exchanges(5, 0, 2, routing, rows);
    good &= small_exchanges(6, 0, 1, routing, rows);
  }
  print_table("complete exchanges of all connected networks", Tally::head("networks"), rows);

  std::puts("\nthree transfers that need three steps where no link carries three");
  for (const Routing routing : {Routing::Shortest, Routing::UpDown}) {
    for (unsigned switches = 2; switches <= 5; ++switches) {
      smallest_triangle(switches, switches == 5 ? 1 : 2, routing);
    }
  }

  rows.clear();
  for (const auto& [switches, hosts] : {std::pair{6U, 12U}, {8U, 16U}, {8U, 32U}, {16U, 32U}, {16U, 64U}}) {
    for (const Routing routing : {Routing::UpDown, Routing::Shortest}) {
      for (const bool half : {false, true}) {
        good &= random_networks(switches, hosts, routing, half, 1000, rows);
      }
    }
  }
  for (const char* name : {"one-switch(16)", "hierarchy(4,4)", "k-ring", "torus(4,4)", "mesh(4,4)",
                           "irregular(8,16,1)", "irregular(16,32,1)", "fat-tree(4)"}) {
    for (const unsigned packets : {1U, 2U, 4U, 16U}) good &= random_traffics(name, packets, 1000, rows);
  }
  for (const unsigned path : {2U, 3U, 4U}) {
    for (const unsigned transfers : {10U, 20U, 40U}) good &= random_links(20, transfers, path, 1000, rows);
  }
  print_table("random ones", Tally::head("networks and traffics"), rows);
  return good;
}

}  // namespace xb
