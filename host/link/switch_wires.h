// SPDX-License-Identifier: Apache-2.0
#pragma once
// The wires of a switch in one clock cycle, as plain data: what hosts drive, what the switch answers.
// Shared by all engines and by the Verilated shim, so it depends on no library.

#include <cstdint>

#include "host/wires/port_set.h"
#include "host/wires/switch_settings.h"

namespace xb {

constexpr unsigned kMaxQueues = kMaxPorts * kMaxPorts;  // one queue per (input, output)

/// What the hosts drive in one cycle. Beat data of port i: words [i*data_words, (i+1)*data_words).
struct SwitchInputs {
  PortMask s_tvalid, s_tlast, s_tuser;
  PortMask m_tready;
  std::uint8_t s_tdest[kMaxPorts];
  std::uint64_t s_tdata[kMaxPorts * kMaxDataWords];
  std::uint64_t s_tkeep[kMaxPorts];  // of a run whose packets have lengths in bytes
  std::uint8_t s_tid[kMaxPorts];     // class of the packet, of a switch with classes
};

/// What the switch shows in one cycle, before the clock edge that ends it. Payload of an output counts only
/// where m_tvalid; the head-of-line flags describe the cycle before (design: observability is a register).
struct SwitchOutputs {
  PortMask s_tready;
  PortMask m_tvalid, m_tlast, m_tuser;
  PortMask blocked, blocked_backpressure, hol;  // per input
  PortMask idle_with_work;                      // per output
  PortMask pool;                                // per input: memory full of packets for other outputs
  std::uint8_t m_tdest[kMaxPorts];
  std::uint8_t blocked_by[kMaxPorts];  // output that blocks input i, where `blocked`
  PortMask hol_victims[kMaxPorts];     // outputs that starve for input i
  std::uint8_t pool_by[kMaxPorts];     // output that holds most of the memory, where `pool`
  std::uint64_t m_tdata[kMaxPorts * kMaxDataWords];
  std::uint32_t occ_beats[kMaxQueues];    // per queue
  std::uint32_t occ_packets[kMaxQueues];  // per queue
  std::uint32_t drop_full[kMaxQueues];    // per queue, since reset: packets that found no room
  std::uint32_t
      drop_misrouted[kMaxPorts];  // per input, since reset: packets to an output that does not exist
  // Queues whose occupancy or drops differ from the cycle before, if the engine knows them: in all cycles.
  std::uint16_t touched[kMaxQueues];
  std::uint32_t touched_count;
  bool touched_known;
  std::uint64_t m_tkeep[kMaxPorts];  // as s_tkeep; counts where m_tvalid
  PortMask device_hol;               // per input, of this cycle: what a device says of itself
  PortMask pause[kMaxClasses];       // of a device: inputs at which no packet of class c is to begin
  // Of a switch with classes: inputs that take a beat of class c, which s_tready then follows from
  // (take_class_ready); and the class of the packet at an output.
  PortMask class_ready[kMaxClasses];
  std::uint8_t m_tid[kMaxPorts];
};

/// Of a switch with classes: a link obeys the ready of the class that it sends.
inline void take_class_ready(const SwitchInputs& in, SwitchOutputs& out) {
  out.s_tready = 0;
  for_each_port(in.s_tvalid, [&](unsigned i) { out.s_tready |= out.class_ready[in.s_tid[i]] & bit(i); });
}

}  // namespace xb
