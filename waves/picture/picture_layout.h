// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/trace/recorded_window.h"

namespace xb {

/// Where a queue is drawn.
struct Lane {
  unsigned queue;
  double bottom;  ///< of the head
};

/// Where everything is on the page of a window, in pixels.
struct PictureLayout {
  static constexpr double kMargin = 16, kRowLabels = 72, kRow = 28, kBar = 20, kOverBar = 7, kStrip = 17;

  unsigned ports;
  std::size_t cycles;
  double cycle_width, label_size;
  double width;

  std::vector<std::string> title, point, look;  ///< lines of the head
  double axis;                                  ///< bottom of the time axis
  double in_top, out_top;                       ///< of the first row
  std::vector<Lane> lanes;
  double queues_top;
  double lane_height;
  std::uint32_t most_beats;  ///< that a lane shows
  bool strips;               ///< a strip below each lane names the head
  double legend;             ///< its first line

  PictureLayout(const RecordedWindow& window, const std::string& heading, const std::string& first_look);

  [[nodiscard]] double left() const { return kMargin + kRowLabels; }
  [[nodiscard]] double right() const { return x(cycles); }
  /// The left edge of a cycle.
  [[nodiscard]] double x(std::size_t cycle) const {
    return left() + static_cast<double>(cycle) * cycle_width;
  }
  [[nodiscard]] double in_row(unsigned port) const { return in_top + port * kRow; }
  [[nodiscard]] double out_row(unsigned port) const { return out_top + port * kRow; }
  [[nodiscard]] double beat_height() const { return lane_height / most_beats; }
};

}  // namespace xb
