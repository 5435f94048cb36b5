// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "host/base/xml_text.h"
#include "host/trace/line_trace.h"
#include "waves/picture/packet_colours.h"

namespace xb {
void Page::label(const std::string& classes, const Box& box, const std::vector<std::string>& texts) {
  constexpr double kAround = 3;
  for (const std::string& text : texts) {
    if (text_width(text.size(), layout.label_size) + kAround > box.width) continue;
    labels.text(classes, box.x + box.width / 2, box.y + box.height / 2 + 0.35 * layout.label_size, text);
    return;
  }
}

std::string Page::hint(const PacketId& packet, const Span& cycles) const {
  const std::uint64_t first = window.cycles[cycles.first].cycle;
  const std::uint64_t last = window.cycles[cycles.last].cycle;
  const std::string name = LineTrace::packet_text(packet);
  return first == last ? fmt::format("{} in cycle {}", name, first)
                       : fmt::format("{} in cycles {} to {}", name, first, last);
}

std::string packet_attribute(const PacketId& packet, const std::string& name) {
  return name + "=\"" + xml_text(LineTrace::packet_text(packet)) + '"';
}

namespace {

/// Of all rows.
double bottom(const Page& page) { return page.layout.legend - 34; }

Span looked_at(const Page& page) {
  const auto place = static_cast<std::size_t>(page.look->cycle - page.window.cycles.front().cycle);
  return {place, place};
}

void grid(Page& page) {
  const PictureLayout& at = page.layout;
  const std::uint64_t first = page.window.cycles.front().cycle;
  const std::uint64_t last = page.window.cycles.back().cycle;
  // As close as the numbers permit.
  const double number = text_width(std::to_string(last).size() + 1, 11);
  std::uint64_t step = 1;
  for (const std::uint64_t one : {1U, 2U, 5U, 10U, 20U, 50U, 100U}) {
    step = one;
    if (static_cast<double>(one) * at.cycle_width >= number) break;
  }
  for (std::size_t c = 0; c < at.cycles; ++c) {
    const std::uint64_t cycle = first + c;
    const bool named = cycle % step == 0;
    page.svg.path(named ? "grid named" : "grid",
                  fmt::format("M{0},{1}V{2}", Svg::number(at.x(c)), Svg::number(at.axis + 4),
                              Svg::number(bottom(page))));
    if (named) page.svg.text("tick", at.x(c) + at.cycle_width / 2, at.axis, std::to_string(cycle));
  }
  page.svg.text("name", at.left() - 8, at.axis, "cycle");
}

}  // namespace

void draw_head(Page& page) {
  const PictureLayout& at = page.layout;
  double y = PictureLayout::kMargin;
  const auto lines = [&](const char* classes, const std::vector<std::string>& text, double line) {
    for (const std::string& one : text) {
      y += line;
      page.svg.text(classes, PictureLayout::kMargin, y - 6, one);
    }
  };
  lines("title", at.title, 26);
  lines("point", at.point, 17);
  lines("look", at.look, 21);
  if (page.look)
    page.svg.box("look-band", page.box(looked_at(page), at.axis - 14, bottom(page) - at.axis + 14));
  grid(page);
}

void draw_first_look(Page& page) {
  if (!page.look) return;
  const PictureLayout& at = page.layout;
  const double x = at.x(looked_at(page).first) + at.cycle_width / 2;
  page.svg.path("look-line",
                fmt::format("M{},{}V{}", Svg::number(x), Svg::number(at.axis + 4), Svg::number(bottom(page))),
                fmt::format("data-cycle=\"{}\"", page.look->cycle));
}

namespace {

constexpr double kLine = 24, kSwatch = 30, kGap = 22, kTextSize = 13;

/// Puts entries side by side and begins another line where one does not fit.
class Entries {
 public:
  explicit Entries(Page& page) : page_(page), x_(PictureLayout::kMargin), y_(page.layout.legend) {}

  void add(double swatch, const std::string& text, const std::function<void(const Box&)>& draw) {
    const double width = swatch + 6 + text_width(text.size(), kTextSize);
    if (x_ > PictureLayout::kMargin && x_ + width > page_.layout.width - PictureLayout::kMargin) next_line();
    if (draw) draw({x_, y_ - 13, swatch, 16});
    page_.svg.text("legend", x_ + swatch + (swatch > 0 ? 6 : 0), y_, text);
    x_ += width + kGap;
  }
  void add_class(const std::string& classes, const std::string& text) {
    add(kSwatch, text, [&](const Box& box) { page_.svg.box("key " + classes, box); });
  }
  [[nodiscard]] double bottom() const { return y_; }
  void next_line() {
    x_ = PictureLayout::kMargin;
    y_ += kLine;
  }

 private:
  Page& page_;
  double x_, y_;
};

}  // namespace

double draw_legend(Page& page) {
  const QueuePlace place = page.window.shape.queues;
  Entries entries(page);
  entries.add(0, "to output", nullptr);
  for (unsigned d = 0; d < page.layout.ports; ++d) entries.add_class(colour_class('d', d), std::to_string(d));
  entries.add(
      0, fmt::format("labels: source>destination#number{}", page.window.shape.classes > 1 ? "/class" : ""),
      nullptr);
  entries.next_line();
  // Marks that are there.
  const std::string drawn = page.svg.elements();
  const auto has = [&](const char* classes) {
    return drawn.find(fmt::format("class=\"{}", classes)) != std::string::npos;
  };
  if (has("beat in stalled") || has("beat out stalled")) entries.add_class("stalled s0", "valid, not ready");
  if (has("not-ready")) {
    const auto key = [&](const Box& box) {
      page.svg.box("key not-ready", {box.x, box.y + 6, box.width, 3.5});
    };
    entries.add(kSwatch, "receiver not ready", key);
  }
  if (has("idle-work")) entries.add_class("idle-work e0", "output idle with work");
  if (has("blocked\""))
    entries.add_class("blocked", place == QueuePlace::Output ? "input blocked" : "head blocked");
  if (has("hol\"")) {
    entries.add(kSwatch + 14, "head-of-line blocked, and by which packet", [&](const Box& box) {
      page.svg.box("key hol", {box.x, box.y, kSwatch, box.height});
      const double x = box.x + kSwatch + 8;
      page.svg.path("key arrow", fmt::format("M{0},{1}V{2}", Svg::number(x), Svg::number(box.y + box.height),
                                             Svg::number(box.y)));
    });
  }
  if (has("could-go\"")) entries.add_class("could-go", "could have gone");
  if (has("pool\"")) entries.add_class("pool", "kept out: memory full of packets for others");
  if (has("beat in lost") || has("beat in stalled lost"))
    entries.add_class("beat lost l0", "packet that is discarded");
  if (has("drop\"")) {
    entries.add(14, "a discarded packet is counted", [&](const Box& box) {
      page.svg.path("key drop",
                    fmt::format("M{0},{1}l9,9m0,-9l-9,9", Svg::number(box.x + 2), Svg::number(box.y + 3)));
    });
  }
  return entries.bottom();
}

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

std::uint32_t longest_queue(const TracedWindow& window) {
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

PictureLayout::PictureLayout(const TracedWindow& window, const std::string& heading,
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
