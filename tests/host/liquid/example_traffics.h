// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "host/base/random.h"
#include "host/liquid/network_transfers.h"
#include "host/network/topology_registry.h"

namespace xb {

/// The complete exchange of all hosts of a network.
inline TransferSet exchange_of_all(const std::string& name) {
  const Topology topology = make_topology(name);
  const Wiring wiring(topology);
  std::vector<unsigned> hosts(wiring.hosts());
  for (unsigned host = 0; host < wiring.hosts(); ++host) hosts[host] = host;
  return transfers_over(topology, wiring, routes_of(topology, wiring), complete_exchange_of(hosts));
}

/// Transfers over one to three links each, drawn at random.
inline TransferSet random_traffic(unsigned transfers, unsigned links, std::uint64_t seed) {
  TransferSet set;
  for (unsigned link = 0; link < links; ++link) set.add_link(std::string(1, static_cast<char>('a' + link)));
  RandomStream random(seed, StreamPurpose::Test, 0);
  for (unsigned t = 0; t < transfers; ++t) {
    std::vector<unsigned> path;
    for (unsigned hops = 1 + random.below(3); path.size() < hops;) {
      const unsigned link = random.below(links);
      bool known = false;
      for (const unsigned other : path) known |= other == link;
      if (!known) path.push_back(link);
    }
    set.add({static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(t)}, path);
  }
  return set;
}

struct RandomTraffic {
  unsigned links, transfers;
  unsigned path;           ///< links of it
  unsigned most_capacity;  ///< of a link
};

/// Transfers over random links, whose hosts have no links of their own.
inline TransferSet random_traffic(const RandomTraffic& kind, std::uint64_t seed) {
  RandomStream random(seed, StreamPurpose::Test, 0);
  TransferSet set;
  for (unsigned link = 0; link < kind.links; ++link) set.add_link("l", 1 + random.below(kind.most_capacity));
  for (unsigned t = 0; t < kind.transfers; ++t) {
    std::vector<unsigned> path;
    while (path.size() < kind.path) {
      const unsigned link = random.below(kind.links);
      if (std::find(path.begin(), path.end(), link) == path.end()) path.push_back(link);
    }
    const auto host = static_cast<std::uint16_t>(t);
    set.add({host, host}, path);
  }
  return set;
}

/// By trying all: whether the transfers from `next` on fit into so many steps, the others' links being
/// carried.
inline bool fits_in(const TransferSet& set, unsigned steps, unsigned next, unsigned used,
                    std::vector<std::vector<unsigned>>& carried) {
  if (next == set.size()) return true;
  for (unsigned step = 0; step < std::min(steps, used + 1); ++step) {
    bool room = true;
    for (const unsigned link : set.path(next)) room = room && carried[step][link] < set.capacity(link);
    if (!room) continue;
    for (const unsigned link : set.path(next)) ++carried[step][link];
    if (fits_in(set, steps, next + 1, std::max(used, step + 1), carried)) return true;
    for (const unsigned link : set.path(next)) --carried[step][link];
  }
  return false;
}

inline unsigned fewest_steps(const TransferSet& set) {
  for (unsigned steps = 1;; ++steps) {
    std::vector<std::vector<unsigned>> carried(steps, std::vector<unsigned>(set.links(), 0));
    if (fits_in(set, steps, 0, 0, carried)) return steps;
  }
}

}  // namespace xb
