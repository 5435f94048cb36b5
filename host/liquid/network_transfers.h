// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/liquid/transfer_set.h"
#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// A transfer of several packets.
struct SizedTransfer {
  Transfer hosts;
  unsigned packets = 1;  ///< at least 1
};

/// From each of `hosts` to each of them, itself included as the paper counts it: the node's sending processor
/// to its receiving one; a packet each.
std::vector<SizedTransfer> complete_exchange_of(const std::vector<unsigned>& hosts);

/// Transfers over a network, a packet each. Links: those from the hosts that send, `host 3 -> s0`, to the
/// hosts that receive, `s0 -> host 3`, and between switches, both ways of each cable, as far as a transfer
/// uses them; several cables between the same switches are several links. A transfer takes the one path that
/// its destination chooses among the ports of the tables, as a network without adaptive routing does
/// (routes.h). A link's capacity is that of the slowest one used, divided by its own period, rounded down.
TransferSet transfers_over(const Topology& topology, const Wiring& wiring, const Routes& routes,
                           const std::vector<SizedTransfer>& transfers);

}  // namespace xb
