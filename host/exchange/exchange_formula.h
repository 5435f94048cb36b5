// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/exchange/exchange_shape.h"
#include "host/nic/cluster.h"
#include "host/schedule/packet_sizes.h"
#include "host/schedule/schedule.h"

namespace xb {

/// One message of `packets` packets in a cluster of `nodes` (Tam & Wang 2000, eq. 1), from the start of the
/// send to the end of the receive: O_s + (k-1) g + L + O_r + U_r = k g + T_w. In an ideal cluster g is
/// `packet_time` (the packet on the link) and L that plus `switch_latency`, here and below.
Seconds predict_message(std::uint64_t packets, unsigned nodes, const Cluster& cluster, Seconds packet_time,
                        Seconds switch_latency);

/// Predicted completion time of a registered schedule (Tam & Wang 2000, eq. 2-5) with the cost model's
/// g = max(g_s, g_r) and T_w = O_s + L - g + O_r + U_r:
///   shift, pairwise (3):  rounds (k g + T_w)         rounds: p-1, or what the pairing needs
///   sync-shuffle (2, 4):  k (p-1) g + T_w            the optimum
///   group-shuffle (5):    k (p-1) g + groups T_w     groups: (p-1)/omega, rounded up
///   random, same order, linear (2): k (p-1) g + T_w  the least time; no formula is known
///   broadcasts:           broadcast_formula.h, a block of k packets being a message
/// Where messages travel whole, all costs are a message's, and a block is one packet, `block_time` on the
/// link; not so in the shuffles, whose turns are messages of one packet.
Seconds predict_exchange(const std::string& schedule, const ExchangeShape& shape, const Cluster& cluster,
                         Seconds packet_time, Seconds switch_latency, Seconds block_time = {});

/// The least time of a complete exchange, whatever the order (eq. 2): k (p-1) g + T_w. `block_time` as above.
Seconds least_exchange_time(const ExchangeShape& shape, const Cluster& cluster, Seconds packet_time,
                            Seconds switch_latency, Seconds block_time = {});

/// The least time of any schedule: what the rank with the most packets to send or receive needs for them,
/// (packets g) + T_w. Nothing that ranks wait for each other counts.
Seconds least_schedule_time(const Schedule& schedule, const PacketSizes& sizes, const Cluster& cluster,
                            Seconds packet_time, Seconds switch_latency);

}  // namespace xb
