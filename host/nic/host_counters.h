// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace xb {

/// What reliability cost the hosts of a run, and whether their memory was enough.
struct HostCounters {
  std::uint64_t retransmitted_packets = 0;
  std::uint64_t time_outs = 0;
  std::uint64_t ack_frames = 0;              ///< acknowledgements that found no packet to ride on
  std::uint64_t discarded_out_of_order = 0;  ///< packets, those that came twice included
  std::uint64_t discarded_no_room = 0;       ///< packets that found the receive window full
  std::uint64_t block_bytes = 0;             ///< that the rank with most of them sends and receives
  std::uint64_t paging_hosts = 0;            ///< whose memory does not hold their blocks

  // Of DCTCP's windows: round trips, at the end of each the window and alpha, and windows that were cut.
  std::uint64_t round_trips = 0, window_cuts = 0;
  double window_sum = 0, alpha_sum = 0;

  HostCounters& operator+=(const HostCounters& other) {
    retransmitted_packets += other.retransmitted_packets;
    time_outs += other.time_outs;
    ack_frames += other.ack_frames;
    discarded_out_of_order += other.discarded_out_of_order;
    discarded_no_room += other.discarded_no_room;
    block_bytes = std::max(block_bytes, other.block_bytes);
    paging_hosts += other.paging_hosts;
    round_trips += other.round_trips;
    window_cuts += other.window_cuts;
    window_sum += other.window_sum;
    alpha_sum += other.alpha_sum;
    return *this;
  }
};

}  // namespace xb
