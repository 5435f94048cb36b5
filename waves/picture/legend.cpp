// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <functional>

#include "waves/picture/packet_colours.h"
#include "waves/picture/page.h"

namespace xb {
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
  entries.add(0, "labels: source>destination#number", nullptr);
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

}  // namespace xb
