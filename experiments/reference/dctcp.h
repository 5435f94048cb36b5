// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace slots {

/// Flows with DCTCP's windows (Alizadeh et al., SIGCOMM 2010) that share a queue which sends a packet a slot.
/// A packet is marked that finds more than `threshold` packets in it; its acknowledgement, one a packet, is
/// back `round_trip` slots after it has left. A host sends up to a packet a slot.
struct Dctcp {
  unsigned flows = 2, round_trip = 100, threshold = 15;
  double gain = 0.0625, initial_window = 2;
  bool marks = true;   ///< else the queue grows without limit
  bool learns = true;  ///< else alpha stays at 1: each cut halves the window, as TCP does
  std::uint64_t warmup = 20000, slots = 200000;  ///< before what is measured; of that
};

struct DctcpQueue {
  unsigned p5, p95;   ///< packets that a slot leaves in the queue
  double throughput;  ///< share of slots in which one is sent
  double marked;      ///< share of packets
  double alpha;       ///< mean over slots
};
DctcpQueue run_dctcp(const Dctcp& dctcp);

}  // namespace slots
