// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "testbenches/sources/module_ports.h"

namespace xb {

/// What a port is to a stream.
enum class StreamRole { Valid, Ready, Credit, Data, Last, First, Keep, Dest, Id, User, Pause };

/// A port of a stream, or as many as the switch has ports.
struct FoundSignal {
  std::string pattern;             ///< as port_pattern.h has it
  std::vector<std::string> names;  ///< of the module's ports
  unsigned ports = 0;  ///< that the names number, or that an array has; 0: the vector's bits say it
  unsigned bits = 0;   ///< of all ports
  bool low = false;    ///< it means the opposite: `full`, `busy`
};

/// One side of a switch.
struct FoundStream {
  std::string base;  ///< what the names have in common; empty: nothing
  std::map<StreamRole, FoundSignal> signals;

  [[nodiscard]] const FoundSignal* find(StreamRole role) const {
    const auto found = signals.find(role);
    return found == signals.end() ? nullptr : &found->second;
  }
  /// Ports of the switch; 0: no valid is found.
  [[nodiscard]] unsigned ports() const;
  /// Bits of a signal that each port has; 0: there is none, or they are no multiple.
  [[nodiscard]] unsigned bits_of(StreamRole role) const;
};

struct FoundStreams {
  FoundStream in, out;
  std::vector<std::string> clocks, resets;  ///< ports; a `!` in front: not active as the first reset is
  bool reset_low = false;                   ///< the first
  bool axi = false;                         ///< ports are those of AXI4, the bases as axi_valid_in() has them
  bool fifos = false;                       ///< ports are those of FIFOs, not written while they are full
  bool methods = false;  ///< ports are those of Bluespec's methods, called while they are ready
  /// Other streams, which are neither: their bases.
  std::vector<std::string> others;
};

/// The streams of a module, whatever the style of their names: `s_axis_tvalid`, `S00_AXIS_TVALID`,
/// `s_axis_tvalid_0`, `valid_i` and `ready_o`, `push_valid`, `asi_endofpacket`, `in_beat.data`. A stream is a
/// valid, and what has its direction and the rest of its name; its ready has the other direction. Where there
/// is no valid, FIFOs are looked for: `push` and `full`, `pop` and `empty`. Methods are `EN_put` and
/// `RDY_put`. `edges`: what registers change at, which says more of clocks and resets than their names.
FoundStreams find_streams(const std::vector<ModulePort>& ports, const std::vector<EdgeInput>& edges = {});

/// Where in a port's name awvalid is, or aw_valid, and how long that is; npos: nowhere.
struct AxiValid {
  std::size_t begin, size;
};
AxiValid axi_valid_in(const std::string& name);

/// Puts the ports of AXI4 that a module has in the place of its streams: `s00_axi_awvalid`, `S_AXI_AWVALID`,
/// `m_axi_awvalid[N]`, `m_aw_valid`. Their bases have `*` for awvalid and so on, or two of them. False: there
/// are none on both sides.
bool find_axi(const std::vector<ModulePort>& ports, FoundStreams& found);

}  // namespace xb
