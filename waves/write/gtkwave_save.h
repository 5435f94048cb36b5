// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "host/trace/switch_shape.h"

namespace xb {

/// What a GTKWave save file is to show of an xbarlab waveform.
struct GtkwaveView {
  std::string dump_name, save_name;  ///< file names without folders: both are in one
  SwitchShape shape;
  std::uint64_t first_cycle = 0, last_cycle = 0;  ///< of the waveform
  std::uint64_t marker_cycle = 0;
  std::optional<unsigned> input = {};  ///< whose group is open; none: all are, up to 8 ports
  bool lockstep = false;               ///< two models side by side
};

/// The save file: a group for clock and totals, one per input and one per output, closed where they are many,
/// the signals of PortsFst in them; a marker, and the cycles around it on the screen. Opens from any folder.
std::string gtkwave_save(const GtkwaveView& view);

}  // namespace xb
