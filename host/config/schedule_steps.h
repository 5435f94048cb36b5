// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/base/units.h"
#include "host/config/network.h"
#include "host/exchange/exchange_shape.h"
#include "host/link/host_list.h"

namespace xb {

/// What a packet takes at a host.
struct HostPacket {
  Seconds clock_period;
  std::uint64_t beats;  ///< of a packet
  std::uint64_t send_gap_cycles, receive_gap_cycles;
  bool whole_messages;  ///< the gaps are those of messages
};

/// The transfers of a schedule in steps over the links of a network; their hosts are its hosts. Throws
/// InputError: the key `transfers`.
TransferSet transfers_of(const RunConfig& config, const HostList& list, const Topology& topology,
                         const Wiring& wiring, const Routes& routes, bool to_oneself);

/// The number of each host in the list.
void number_as_ranks(TransferSet& transfers, const HostList& list);

/// Of a schedule in steps: its transfers over the links of the network, or of one switch (`network` null),
/// and what ends a step. The transfers' hosts are numbered as ranks; what a rank has for itself is left out:
/// it is no message. Throws InputError: the keys `transfers` and `step-time`.
void set_steps(ExchangeShape& shape, StepOrder order, const RunConfig& config, const HostList& list,
               const Network* network, const HostPacket& packet);

}  // namespace xb
