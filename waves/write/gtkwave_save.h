// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/trace/switch_shape.h"

namespace xb {

/// How GTKWave shows a signal.
enum class Look { Bit, Binary, Hex, Decimal, Level, Names, Text };
enum class Colour { Usual = 0, Red = 1, Orange = 2, Yellow = 3, Green = 4, Violet = 7 };

/// A row of a group.
struct SaveLine {
  std::string signal;  ///< from the scope of the ports on, without its range
  unsigned bits;
  Look look;
  Colour colour = Colour::Usual;
  std::string name = {};  ///< shown; empty: the last part of `signal`
};

/// The rows of a GTKWave save file, in groups.
class SaveLines {
 public:
  /// `models` are the scopes that have each signal: a row for each of them.
  explicit SaveLines(std::vector<std::string> models) : models_(std::move(models)) {}

  void open_group(const std::string& name, bool open);
  void close_group();
  void add(const SaveLine& line);
  /// A signal that is there once, whatever the models.
  void add_single(const std::string& path, const SaveLine& line);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  struct Group {
    std::string name;
    bool open;
  };

  std::vector<std::string> models_;
  std::vector<Group> groups_;
  std::string text_;
};

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
