// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/trace/first_look.h"
#include "host/trace/traced_window.h"
#include "waves/picture/port_runs.h"
#include "waves/picture/queue_contents.h"
#include "waves/picture/svg.h"

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

  PictureLayout(const TracedWindow& window, const std::string& heading, const std::string& first_look);

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

/// A page that is being drawn.
struct Page {
  const TracedWindow& window;
  const PictureLayout& layout;
  const QueueContents& contents;
  const std::vector<HoldRun>& holds;
  const std::optional<FirstLook>& look;
  Svg svg = {};
  Svg labels = {};  ///< over everything

  [[nodiscard]] Box box(const Span& cycles, double top, double height) const {
    const double left = layout.x(cycles.first);
    return {left, top, layout.x(cycles.last + 1) - left, height};
  }
  /// The first of these texts that fits into the box, if any does.
  void label(const std::string& classes, const Box& box, const std::vector<std::string>& texts);
  /// `4>1#17 in cycles 120 to 123`.
  [[nodiscard]] std::string hint(const PacketId& packet, const Span& cycles) const;
};

/// `data-packet="4&gt;1#17"`.
std::string packet_attribute(const PacketId& packet, const std::string& name = "data-packet");

// Its parts, in the order in which they are drawn: later ones cover earlier ones.
void draw_head(Page& page);
void draw_port_rows(Page& page);
void draw_queues(Page& page);
void draw_first_look(Page& page);
void draw_holds(Page& page);
void draw_drops(Page& page);
/// The bottom of what is drawn.
double draw_legend(Page& page);

}  // namespace xb
