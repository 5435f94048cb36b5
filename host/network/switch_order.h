// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/link/host_list.h"
#include "host/network/topology.h"

namespace xb {

/// The switches of the ranks, as schedules that know the network see them: numbered 0, 1, .. in the order of
/// the topology, switches without ranks left out.
struct RankedSwitches {
  std::vector<unsigned> switches;  ///< of the topology, by that number
  std::vector<unsigned> of_rank;   ///< that number, by rank
};
RankedSwitches ranked_switches(const Wiring& wiring, const HostList& ranks);

/// These switches in a logical ring.
struct SwitchRing {
  std::vector<unsigned> order;  ///< numbers of RankedSwitches
  /// Places in `order` whose switch is no neighbour of the next one: messages between these two share the
  /// cables of others.
  std::vector<unsigned> far;
};

/// The ring of Jacunski, Sadayappan and Panda (1999), 5: an in-order traversal of the breadth-first tree of
/// up*/down* routing. The paper does not say what in-order means where a switch has more than two children:
/// here, the first child's subtree, the switch itself, then the subtrees of the others. A switch's parent is
/// the neighbour nearer to the root that has the lowest number; children come in the order of their numbers.
SwitchRing switch_ring(const Wiring& wiring, const HostList& ranks);

}  // namespace xb
