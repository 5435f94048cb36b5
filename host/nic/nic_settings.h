// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/nic/cluster.h"
#include "host/nic/host_delay.h"
#include "host/nic/host_memory.h"
#include "host/schedule/packet_sizes.h"

namespace xb {

/// Retransmission by go-back-N; times in cycles.
struct GoBackNSettings {
  bool on = false;
  std::uint64_t timeout_cycles = 1;    ///< since the oldest unacknowledged packet started on the link, >= 1
  std::uint64_t ack_delay_cycles = 0;  ///< that an acknowledgement waits for a packet to ride on
  unsigned ack_length = 8;             ///< a frame with nothing but an acknowledgement, in the run's unit
  bool backs_off = false;              ///< time-outs in a row get longer: GoBackN::time_out()
  unsigned initial_window = 0;         ///< packets of a flow before any is acknowledged; 0: no slow start
  double dctcp_gain = 0;  ///< g of DCTCP, with initial_window; 0: marked packets count as all others
};

/// All that a host's network card and processors do, besides their program. Windows in packets, 0: no limit.
struct NicSettings {
  NicTiming timing;
  PacketSizes sizes;
  unsigned receive_window = 0;      ///< in host memory and not yet taken by a receive
  unsigned send_window = 0;         ///< on their way to one partner
  std::uint64_t global_window = 0;  ///< on their way to all partners
  GoBackNSettings go_back_n;
  HostDelay delay;
  HostMemory memory;
  Seconds clock_period{1};  ///< of the delays
  std::uint64_t seed = 1;
};

}  // namespace xb
