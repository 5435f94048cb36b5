// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace xb
