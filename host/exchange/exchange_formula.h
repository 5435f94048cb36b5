// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/base/units.h"
#include "host/exchange/exchange_shape.h"
#include "host/nic/cluster.h"
#include "host/schedule/packet_sizes.h"
#include "host/schedule/schedule.h"

namespace xb {

/// A message of one block in the model of the broadcasts' formulas.
struct MessageCosts {
  Seconds time;       ///< of a message alone, from one process to the other: the paper's 2o + L
  Seconds gap;        ///< between two messages of one sender on the wire: L
  Seconds overheads;  ///< processor time of its send and its receive together: 2o
};

// Completion times of all-to-all broadcasts among p >= 2 ranks, Jacunski, Sadayappan and Panda (1999), 3.2.
// The paper writes L for the latency as well as for the gap; where time = overheads + gap these are its
// formulas.

/// (p-1)(2o + L): nothing overlaps.
Seconds predict_logical_ring(unsigned ranks, const MessageCosts& message);

/// 2o + L + (p-3) g_s + g, with g = max(L, o) between sends only and g_s = max(L, 2o) while a rank sends and
/// receives by turns (Table 1); 2o + L for p = 2.
Seconds predict_simultaneous_broadcast(unsigned ranks, const MessageCosts& message);

/// ceil(log2 p) 2o + (p-1) L.
Seconds predict_combining(unsigned ranks, const MessageCosts& message);

/// The least time of any broadcast of a block a message, on whatever network: 2o + L + (p-2) L, what a rank
/// needs to receive its p-1 messages.
Seconds least_broadcast_time(unsigned ranks, const MessageCosts& message);

/// One message of `packets` packets in a cluster of `nodes` (Tam & Wang 2000, eq. 1), from the start of the
/// send to the end of the receive: O_s + (k-1) g + L + O_r + U_r = k g + T_w. In an ideal cluster g is
/// `packet_time` (the packet on the link) and L that plus `switch_latency`, here and below.
Seconds predict_message(std::uint64_t packets, unsigned nodes, const Cluster& cluster, Seconds packet_time,
                        Seconds switch_latency);

/// The terms of the formulas for one exchange or broadcast (Tam & Wang 2000, 3; Jacunski et al. 1999, 3.2),
/// as predict_exchange() sets them: the cost model's g = max(g_s, g_r) and T_w = O_s + L - g + O_r + U_r. All
/// times in seconds.
struct ExchangeTerms {
  ExchangeShape shape;
  double k;          ///< packets of a block, or messages where a block is one
  double g;          ///< between two of them
  double t_w;        ///< T_w
  double overheads;  ///< processor time of one: O_s + O_r + U_r

  [[nodiscard]] unsigned partners() const { return shape.ranks - 1; }
  /// rounds (k g + T_w), eq. 3.
  [[nodiscard]] Seconds in_rounds(unsigned rounds) const { return {rounds * (k * g + t_w)}; }
  /// k (p-1) g + groups T_w, eq. 5; with one group eq. 2 and 4, the optimum.
  [[nodiscard]] Seconds in_groups(unsigned groups) const { return {k * partners() * g + groups * t_w}; }
  /// A block as one message of k packets.
  [[nodiscard]] MessageCosts block() const { return {{k * g + t_w}, {k * g}, {k * overheads}}; }
};

struct ScheduleEntry;

/// Completion time by the schedule's formula. Where messages travel whole, all costs are a message's, and a
/// block is one packet, `block_time` on the link; not so in the shuffles, whose turns are messages of one
/// packet.
Seconds predict_exchange(const ScheduleEntry& schedule, const ExchangeShape& shape, const Cluster& cluster,
                         Seconds packet_time, Seconds switch_latency, Seconds block_time = {});

/// The least time of a complete exchange, whatever the order (eq. 2): k (p-1) g + T_w. `block_time` as above.
Seconds least_exchange_time(const ExchangeShape& shape, const Cluster& cluster, Seconds packet_time,
                            Seconds switch_latency, Seconds block_time = {});

/// The least time of any schedule: what the rank with the most packets to send or receive needs for them,
/// (packets g) + T_w. Nothing that ranks wait for each other counts.
Seconds least_schedule_time(const Schedule& schedule, const PacketSizes& sizes, const Cluster& cluster,
                            Seconds packet_time, Seconds switch_latency);

/// The same with each packet as long as it is: the rank that needs longest sends, or receives, every packet
/// in its time on the link (g if that is more). Equal to least_exchange_time() where all blocks are sent one
/// by one, as long as each other.
Seconds least_traffic_time(const Schedule& schedule, const PacketSizes& sizes, const Cluster& cluster,
                           Seconds packet_time, Seconds switch_latency);

}  // namespace xb
