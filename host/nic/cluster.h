// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/base/units.h"

namespace xb {

/// A key of the run, and the value that a cluster gives it.
struct ClusterDefault {
  std::string key, value;
};

/// Host and link parameters, the cost model of Tam & Wang (2000), Table 1. Times of one packet.
struct Cluster {
  std::string name;
  unsigned latency_line = 1;   ///< of latency-base in the file, for messages
  Seconds clock_period;        ///< one beat on the link
  unsigned frame_beats = 1;    ///< a packet on the wire
  unsigned payload_bytes = 8;  ///< user data in it (b)
  Seconds send_overhead;       ///< O_s: CPU time to send
  Seconds send_gap;            ///< g_s: between two injections
  Seconds receive_gap;         ///< g_r: between two receptions
  Seconds receive_overhead;    ///< O_r: CPU time of the kernel to receive
  Seconds user_overhead;       ///< U_r: CPU time of the user process to receive
  Seconds latency_base;        ///< L = latency_base + nodes * latency_per_node: memory to memory
  Seconds latency_per_node;
  std::string switch_name = "input";  ///< L was measured on a switch of this architecture ...
  bool store_forward = false;         ///< ... that stores and forwards
  bool whole_messages = false;  ///< a message is one packet, however long; the costs are then of a message
  unsigned send_ring = 16;      ///< packets that the network card holds for the link
  Seconds poll;                 ///< CPU time until a process that waits for nothing else sees a packet
  std::vector<ClusterDefault> defaults;  ///< of a run with a schedule, for keys that are not given

  [[nodiscard]] Seconds latency(unsigned nodes) const {
    return {latency_base.value + nodes * latency_per_node.value};
  }
  /// Hosts without any cost, and packets that are all payload.
  [[nodiscard]] bool is_ideal() const { return name == "ideal"; }
  [[nodiscard]] Seconds gap() const { return send_gap.value > receive_gap.value ? send_gap : receive_gap; }
};

/// The parameters in clock cycles, as the NIC uses them.
struct NicTiming {
  std::uint64_t send_overhead = 0, send_gap = 0, receive_gap = 0, receive_overhead = 0, user_overhead = 0;
  std::uint64_t uplink_latency = 0,
                downlink_latency = 0;  ///< of the links; L less the switch and the frame's length
  double cycles_per_nanosecond = 1;
  std::uint64_t poll = 0;
  unsigned send_ring = 16;  ///< packets
};

/// Timing for `nodes` hosts; `zero_load_cycles` is the latency of the switch that L was measured on.
/// Throws InputError if L is shorter than what the frame itself takes.
NicTiming nic_timing(const Cluster& cluster, unsigned nodes, std::uint64_t zero_load_cycles);

}  // namespace xb
