// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// An allocation: how many hosts of each switch an application has, by switch; they are the switch's first
/// ones.
using Allocation = std::vector<unsigned>;

/// The hosts of an allocation, ascending.
std::vector<unsigned> hosts_of(const Wiring& wiring, const Allocation& allocation);

/// The durations of complete exchanges of a network's allocations, worked out by pairs of switches instead
/// of transfers. Of networks whose cables are all equally fast.
class Allocations {
 public:
  /// Throws InputError where a cable is slower than another.
  Allocations(const Topology& topology, const Wiring& wiring, const Routes& routes);

  /// How many there are; the empty one is one of them.
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] Allocation empty() const { return Allocation(most_.size(), 0); }
  /// The next one in lexicographic order; false behind the last one, which becomes the empty one again.
  [[nodiscard]] bool next(Allocation& allocation) const;
  /// Lambda of its complete exchange, transfers to oneself included; 0 of the empty one.
  [[nodiscard]] unsigned duration(const Allocation& allocation) const;

 private:
  /// Hosts that a link's load is made of: all of a switch send over it to some of another one.
  struct Flow {
    unsigned from, to;        ///< switches
    std::uint32_t receivers;  ///< where in receivers_: by hosts of `to`, those of them behind the link
  };
  std::vector<unsigned> most_;             // by switch
  std::vector<Flow> flows_;                // of the links between switches
  std::vector<std::uint32_t> first_flow_;  // by link
  std::vector<std::uint32_t> receivers_;
};

/// Allocations that are alike in number of hosts and duration, and hence in liquid throughput.
struct AlikeAllocations {
  unsigned hosts, duration;
  std::uint64_t count;
  Allocation first;  ///< in lexicographic order
};

/// All of them, as Gabrielyan & Hersch sort their test-bed: by hosts, then by liquid throughput.
std::vector<AlikeAllocations> alike_allocations(const Allocations& allocations);

}  // namespace xb
