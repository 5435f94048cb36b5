// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/config/network.h"
#include "host/link/host_list.h"

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

/// The global window W_g of a two-level network: each switch with hosts has its cables to one other switch.
/// Throws InputError of another network. `frame_beats`: of a packet.
std::uint64_t uplink_window(const Network& network, const HostList& hosts, unsigned frame_beats);

}  // namespace xb
