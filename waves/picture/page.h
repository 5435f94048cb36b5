// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/trace/first_look.h"
#include "host/trace/recorded_window.h"
#include "waves/picture/picture_layout.h"
#include "waves/picture/port_runs.h"
#include "waves/picture/queue_contents.h"
#include "waves/picture/svg.h"

namespace xb {

/// A page that is being drawn.
struct Page {
  const RecordedWindow& window;
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
