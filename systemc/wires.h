// SPDX-License-Identifier: Apache-2.0
#pragma once
// The wires of a switch twin in one cycle. Names are those of the RTL ports without prefix and suffix; a set
// of ports is a word, bit i = port i.

#include <cstdint>

#include "host/wires/port_set.h"
#include "host/wires/switch_settings.h"

namespace xb::twin {

using xb::bit;
using xb::for_each_port;
using xb::kDropWord;
using xb::kMaxClasses;
using xb::kMaxDataWords;
using xb::kMaxPorts;
using xb::PortMask;

using xb::Arbitration;
using xb::ClassHeads;
using xb::Scheduler;
using xb::Service;
using xb::Sharing;
using Settings =
    SwitchSettings;  ///< the cfg_* ports: registered by the switch, they count from the next cycle on

/// Elaboration parameters of a switch, at run time here.
struct Params {
  unsigned ports;           ///< 2..64
  unsigned data_words;      ///< 64-bit words of a beat, 1..8; 0: no payload, see Inputs::s_tdata
  std::uint32_t max_depth;  ///< capacity of a queue memory [beats], >= 2
  std::uint32_t max_crosspoint_beats = 16;  ///< capacity of a crosspoint's FIFO [beats]
  std::uint32_t count_start = 0;            ///< as xb_pkg::CountStart
  bool keep = false;                        ///< beats have a tkeep; without payload there is none to carry
  unsigned beat_cycles = 1;                 ///< of a link's beat time, for a switch that counts slots
  unsigned classes = 1;                     ///< of traffic, 1..8
  std::uint8_t held_off = 0;                ///< bit c: class c waits for room under drop, too; a twin's alone
  Sharing sharing = Sharing::Complete;      ///< a rule of sharing_policy.h; Complete: the settings say it
  unsigned ram_register = 0;                ///< registers behind the data RAMs of a pipelined switch, 0..1

  /// Words of a beat as a twin takes and shows it: its payload, and one more for its tkeep.
  [[nodiscard]] unsigned beat_words() const { return data_words == 0 ? 0 : data_words + (keep ? 1 : 0); }
  /// Words from one port's beat to the next one's in Inputs.
  [[nodiscard]] unsigned beat_stride() const { return data_words == 0 ? 1 : beat_words(); }
};

constexpr unsigned kMaxBeatWords = kMaxDataWords + 1;

/// What one switch reads in a cycle. Beat of port i: words [i*beat_words, (i+1)*beat_words), its payload and,
/// if there is one, its tkeep; without payload (data_words 0) word i is the first word of the packet, valid
/// with its first beat.
struct Inputs {
  Settings settings;
  PortMask s_tvalid = 0, s_tlast = 0, s_tuser = 0, m_tready = 0;
  const std::uint8_t* s_tdest = nullptr;
  const std::uint64_t* s_tdata = nullptr;
  const std::uint8_t* s_tid = nullptr;  ///< class of the packet; read where there are classes
  /// Element c: outputs at which no packet of class c is to begin from the next cycle on; one that is on
  /// offer and has not begun is withdrawn. Null: there are none, and a twin may do without it.
  const PortMask* m_stopped = nullptr;
  [[nodiscard]] PortMask stopped(unsigned c) const { return m_stopped == nullptr ? 0 : m_stopped[c]; }
};

/// Destination and framing of a beat, beside its data.
struct Side {
  std::uint8_t dest;
  bool user;  ///< first beat of its packet
  bool last;
};

/// The same of the beats that all outputs offer, as sets of outputs.
struct Marks {
  PortMask user = 0, last = 0;

  void add(unsigned output, const Side& side) {
    user |= PortMask{side.user} << output;
    last |= PortMask{side.last} << output;
  }
};

}  // namespace xb::twin
