// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/trace/switch_shape.h"

namespace xb {

/// What a GTKWave save file is to show of an xbarlab waveform.
struct GtkwaveView {
  std::string dump_name, save_name;  ///< file names without folders: both are in one
  SwitchShape shape;
  std::uint64_t first_cycle = 0, last_cycle = 0;  ///< of the waveform
  std::uint64_t marker_cycle = 0;
  std::string marker_text = {};           ///< shown at the marker, one line; empty: none
  std::vector<unsigned> inputs, outputs;  ///< whose groups come first and are open
  double packet_beats = 1;                ///< mean length of a packet: how close the zoom is
  bool lockstep = false;                  ///< two models side by side
};

/// What comes before the rows of a save file: files, zoom, marker, and scopes that are open. `cycle_pixels`:
/// that a cycle takes where there are not too many.
std::string save_head(const GtkwaveView& view, double cycle_pixels,
                      const std::vector<std::string>& open_scopes);

/// The save file: a group for the whole switch at a glance, one per input and one per output, and the
/// signals of PortsFst in them; a marker, and the cycles around it on the screen. Opens from any folder.
std::string gtkwave_save(const GtkwaveView& view);

}  // namespace xb
