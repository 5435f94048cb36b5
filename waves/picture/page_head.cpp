// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "waves/picture/page.h"

namespace xb {
namespace {

/// Of all rows.
double bottom(const Page& page) { return page.layout.legend - 34; }

/// The cycle of the first look.
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

}  // namespace xb
