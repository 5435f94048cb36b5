// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/picture_layout.h"

#include <algorithm>

#include "waves/picture/svg.h"

namespace xb {
namespace {

constexpr double kPage = 1500, kNarrowest = 860;  // wide, without margins and row labels
constexpr double kNarrowCycle = 12, kWideCycle = 52;
constexpr double kTitleSize = 20, kPointSize = 12, kLookSize = 15;
constexpr double kCaption = 22;   // line above a group of rows
constexpr double kGroupGap = 10;  // below it
constexpr double kNumbers = 10;   // beats of a lane that is too low
constexpr double kLegendLine = 24;

std::size_t fitting(double width, double size) {
  return static_cast<std::size_t>(width / text_width(1, size));
}

std::uint32_t longest_queue(const RecordedWindow& window) {
  std::uint32_t most = 1;
  for (const PortCycle& c : window.cycles)
    for (const auto beats : c.occ_beats) most = std::max(most, beats);
  return most;
}

/// Height of a lane: few ports have room.
double lane_pixels(unsigned ports, bool pairs) {
  if (pairs) return ports <= 4 ? 22 : ports <= 8 ? 15 : 10;
  return ports <= 4 ? 72 : ports <= 8 ? 56 : 44;
}

}  // namespace

PictureLayout::PictureLayout(const RecordedWindow& window, const std::string& heading,
                             const std::string& first_look)
    : ports(window.shape.ports), cycles(window.cycles.size()) {
  const auto count = static_cast<double>(cycles);
  cycle_width = std::clamp(kPage / count, kNarrowCycle, kWideCycle);
  label_size = cycle_width >= 40 ? 12 : cycle_width >= 26 ? 11 : 10;
  width = std::max(kNarrowest, left() + count * cycle_width) + kMargin;

  const double text = width - 2 * kMargin;
  title = wrapped(heading, fitting(text, kTitleSize));
  point = wrapped(window.shape.point, fitting(text, kPointSize));
  look = wrapped(first_look, fitting(text, kLookSize));
  double y = kMargin + static_cast<double>(title.size()) * 26 + static_cast<double>(point.size()) * 17 +
             static_cast<double>(look.size()) * 21;
  axis = y + 30;
  in_top = axis + kCaption + 6;
  out_top = in_top + ports * kRow + kGroupGap + kCaption;
  queues_top = out_top + ports * kRow + kGroupGap + kCaption + kNumbers;

  const bool pairs = window.shape.queues == QueuePlace::Pair;
  strips = window.shape.queues == QueuePlace::Input;
  lane_height = lane_pixels(ports, pairs);
  most_beats = std::min<std::uint32_t>(longest_queue(window), pairs ? 8 : 16);
  y = queues_top;
  for (unsigned q = 0; q < window.shape.queue_count; ++q) {
    y += lane_height;
    lanes.push_back({q, y});
    if (strips) y += kStrip;
    // Room between the lanes of two ports.
    y += !pairs ? 14 : (q + 1) % ports == 0 ? 12 : 1;
  }
  legend = y + kGroupGap + kLegendLine;
}

}  // namespace xb
