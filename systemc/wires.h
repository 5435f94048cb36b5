// SPDX-License-Identifier: Apache-2.0
#pragma once
// The wires of a switch twin in one cycle. Names are those of the RTL ports without prefix and suffix; a set
// of ports is a word, bit i = port i.

#include <cstdint>

namespace xb::twin {

constexpr unsigned kMaxPorts = 64;
constexpr unsigned kMaxDataWords = 8;  // 64-bit words of a beat

using PortMask = std::uint64_t;

constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }

template <class F>
inline void for_each_port(PortMask set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(__builtin_ctzll(set)));
}

/// Elaboration parameters of a switch, at run time here.
struct Params {
  unsigned ports;           ///< 2..64
  unsigned data_words;      ///< 64-bit words of a beat, 1..8; 0: no payload, see Inputs::s_tdata
  std::uint32_t max_depth;  ///< capacity of a queue memory [beats], >= 2
  std::uint32_t max_crosspoint_beats = 16;  ///< capacity of a crosspoint's FIFO [beats]
  std::uint32_t count_start = 0;            ///< as xb_pkg::CountStart
};

enum class Arbitration : std::uint8_t { RoundRobin, Random, Oldest };
enum class Sharing : std::uint8_t { Complete, Partition, Dynamic };
enum class Scheduler : std::uint8_t { Islip, Pim, Rrm };

/// The cfg_* ports: registered by the switch, so they count from the next cycle on, and out of range as the
/// nearest value in it (settings.h). A switch looks at those that it understands.
struct Settings {
  std::uint32_t depth = 0;  ///< [beats]
  bool store_forward = false;
  bool drop = false;
  std::uint32_t packet_beats = 1;  ///< longest packet [beats]
  std::uint32_t route_delay = 0;   ///< [cycles]
  Arbitration arbiter = Arbitration::RoundRobin;
  std::uint32_t seed = 0;
  std::uint8_t window = 1;
  Sharing sharing = Sharing::Complete;
  std::uint8_t alpha_code = 3;  ///< alpha = 2^(code-3), 0..6
  Scheduler scheduler = Scheduler::Islip;
  std::uint8_t iterations = 1;
  std::uint32_t crosspoint_packets = 1;
  std::uint32_t output_depth = 4;  ///< [beats]

  bool operator==(const Settings& o) const {
    return depth == o.depth && store_forward == o.store_forward && drop == o.drop &&
           packet_beats == o.packet_beats && route_delay == o.route_delay && arbiter == o.arbiter &&
           seed == o.seed && window == o.window && sharing == o.sharing && alpha_code == o.alpha_code &&
           scheduler == o.scheduler && iterations == o.iterations &&
           crosspoint_packets == o.crosspoint_packets && output_depth == o.output_depth;
  }
  bool operator!=(const Settings& o) const { return !(*this == o); }
};

/// What one switch reads in a cycle. Beat data of port i: words [i*data_words, (i+1)*data_words); without
/// payload (data_words 0) word i is the first word of the packet, valid with its first beat.
struct Inputs {
  Settings settings;
  PortMask s_tvalid = 0, s_tlast = 0, s_tuser = 0, m_tready = 0;
  const std::uint8_t* s_tdest = nullptr;
  const std::uint64_t* s_tdata = nullptr;
};

/// Destination and framing of a beat, beside its data.
struct Side {
  std::uint8_t dest;
  bool user;  ///< first beat of its packet
  bool last;
};

}  // namespace xb::twin
