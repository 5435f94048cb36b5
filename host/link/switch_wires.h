// SPDX-License-Identifier: Apache-2.0
#pragma once
// The wires of a switch in one clock cycle, as plain data: what hosts drive, what the switch answers.
// Shared by all engines and by the Verilated shim, so it depends on nothing.

#include <cstdint>

namespace xb {

constexpr unsigned kMinPorts = 2;
constexpr unsigned kMaxPorts = 64;                      // a port set fits one machine word
constexpr unsigned kMaxDataWords = 8;                   // 64-bit words of a beat (512 bits)
constexpr unsigned kMaxQueues = kMaxPorts * kMaxPorts;  // one queue per (input, output)

/// A set of ports: bit i is port i.
using PortMask = std::uint64_t;

/// Bits 0..ports-1. `ports` 1..64.
constexpr PortMask all_ports(unsigned ports) { return ~PortMask{0} >> (kMaxPorts - ports); }

/// The lowest port of a set that is not empty.
constexpr unsigned lowest_port(PortMask set) { return static_cast<unsigned>(__builtin_ctzll(set)); }

/// Ports in the set; most sets that are counted in every cycle are empty.
constexpr unsigned port_count(PortMask set) {
  return set == 0 ? 0 : static_cast<unsigned>(__builtin_popcountll(set));
}

/// Calls f(port) for every port in the set, lowest first.
template <class F>
inline void for_each_port(PortMask set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(__builtin_ctzll(set)));
}

/// Run-time settings of a switch; a switch takes those that it understands. Each is the input cfg_*_i.
struct SwitchSettings {
  std::uint32_t depth_beats = 2;         ///< capacity of one queue memory
  bool store_forward = false;            ///< false: cut-through
  bool drop = false;                     ///< a full buffer discards whole packets; false: back-pressure
  std::uint32_t packet_beats = 1;        ///< longest packet: what must fit before one is admitted under drop
  std::uint32_t route_delay = 0;         ///< cycles that a header needs before its packet may bid
  std::uint32_t arbiter = 0;             ///< 0 round robin, 1 random, 2 oldest
  std::uint32_t seed = 0;                ///< of the switch's own random numbers
  std::uint32_t window = 1;              ///< first packets of a FIFO that may bid, 1..8
  std::uint32_t sharing = 0;             ///< 0 complete, 1 partition, 2 dynamic
  std::uint32_t alpha_code = 3;          ///< alpha = 2^(alpha_code - 3), 0..6
  std::uint32_t scheduler = 0;           ///< 0 islip, 1 pim, 2 rrm
  std::uint32_t iterations = 4;          ///< 1..4
  std::uint32_t crosspoint_packets = 1;  ///< capacity of one crosspoint
  std::uint32_t output_depth = 2;        ///< beats in an output queue
};

/// What the hosts drive in one cycle. Beat data of port i: words [i*data_words, (i+1)*data_words).
struct SwitchInputs {
  PortMask s_tvalid, s_tlast, s_tuser;
  PortMask m_tready;
  std::uint8_t s_tdest[kMaxPorts];
  std::uint64_t s_tdata[kMaxPorts * kMaxDataWords];
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
  // Queues whose occupancy or drops differ from the cycle before, if the engine knows them.
  std::uint16_t touched[kMaxQueues];
  std::uint32_t touched_count;
  bool touched_known;
};

}  // namespace xb
