// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/config/network.h"
#include "host/link/host_list.h"
#include "host/nic/global_window.h"

namespace xb {

/// A packet from host to host.
struct PacketOnWay {
  std::uint64_t beats = 1;
  std::uint64_t gap_cycles = 0;  ///< that it takes a host at least
  bool full_queues = false;      ///< it finds the queue of each switch full, else empty
};

/// Cycles that a packet takes by the longest way that it may go between any two hosts, from its first cable
/// to its last, each switch as one that stores and forwards.
std::uint64_t longest_way(const Network& network, const PacketOnWay& packet);

/// Cycles from the first beat on a host's cable to the last one off another's, through empty switches and by
/// the longest way between two of `hosts`: at most, as if the slowest cable were on every way.
std::uint64_t empty_way(const Network& network, const HostList& hosts, unsigned beats);

/// The global window W_g of a two-level network: each switch with hosts has its cables to one other switch.
/// Throws InputError of another network. `frame_beats`: of a packet. What is on schedule is not known here.
AutoWindow uplink_window(const Network& network, const HostList& hosts, unsigned frame_beats);

}  // namespace xb
