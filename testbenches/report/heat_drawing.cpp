// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "host/base/xml_text.h"
#include "testbenches/report/drawing.h"
#include "waves/picture/svg.h"

namespace xb {
namespace {

constexpr double kMapLeft = 64, kMapTop = 12, kMostWidth = 640, kMostHeight = 440, kLabelSpace = 16;
constexpr double kLeastForNumber = 30;  // width of a cell with its number in it

/// How many rows or columns from one label to the next.
std::size_t label_step(std::size_t count, double size, double space) {
  std::size_t step = 1;
  while (static_cast<double>(step) * size < space && step < count) ++step;
  return step;
}

class HeatDrawing {
 public:
  explicit HeatDrawing(const HeatMap& map) : map_(map) {
    for (const auto& row : map.cells) {
      for (const double value : row) most_ = std::fmax(most_, value);
    }
    width_ =
        std::clamp(kMostWidth / static_cast<double>(std::max<std::size_t>(1, map.columns.size())), 2.0, 40.0);
    height_ =
        std::clamp(kMostHeight / static_cast<double>(std::max<std::size_t>(1, map.rows.size())), 4.0, 24.0);
    draw_cells();
    draw_labels();
    draw_scale();
  }

  [[nodiscard]] std::string element(const std::string& title) const {
    return fmt::format(
        "<svg class=\"drawing\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">"
        "<title>{2}</title>\n{3}</svg>\n",
        Svg::number(std::max({right() + 16, kMapLeft + 316, labels_end_})), Svg::number(bottom() + 92),
        xml_text(title), svg_.elements());
  }

 private:
  [[nodiscard]] double right() const { return kMapLeft + width_ * static_cast<double>(map_.columns.size()); }
  [[nodiscard]] double bottom() const { return kMapTop + height_ * static_cast<double>(map_.rows.size()); }

  /// A path for each shade; cells of one shade that are side by side are one.
  void draw_cells() {
    std::array<std::string, kShades> paths;
    for (std::size_t r = 0; r < map_.cells.size(); ++r) {
      const auto& row = map_.cells[r];
      const auto is_shade = [&](std::size_t c, unsigned shade) {
        return c < row.size() && !std::isnan(row[c]) && shade_of(row[c], most_) == shade;
      };
      for (std::size_t c = 0, end = 0; c < row.size(); c = end) {
        end = c + 1;
        if (std::isnan(row[c])) continue;
        const unsigned shade = shade_of(row[c], most_);
        while (is_shade(end, shade)) ++end;
        const double wide = width_ * static_cast<double>(end - c);
        paths.at(shade) +=
            fmt::format("M{} {}h{}v{}h-{}z", Svg::number(kMapLeft + width_ * static_cast<double>(c)),
                        Svg::number(kMapTop + height_ * static_cast<double>(r)), Svg::number(wide),
                        Svg::number(height_), Svg::number(wide));
      }
    }
    for (unsigned shade = 0; shade < kShades; ++shade) {
      if (!paths.at(shade).empty()) svg_.path(fmt::format("cells q{}", shade), paths.at(shade));
    }
    if (width_ < kLeastForNumber || height_ < 14) return;
    for (std::size_t r = 0; r < map_.cells.size(); ++r) {
      for (std::size_t c = 0; c < map_.cells[r].size(); ++c) draw_number(r, c);
    }
  }

  void draw_number(std::size_t row, std::size_t column) {
    const double value = map_.cells[row][column];
    if (std::isnan(value)) return;
    const std::string text = value < 1e5 ? short_number(value) : fmt::format("{:.1e}", value);
    svg_.text(fmt::format("mid cell {}", takes_light_ink(shade_of(value, most_)) ? "light" : "dark"),
              kMapLeft + width_ * (static_cast<double>(column) + 0.5),
              kMapTop + height_ * (static_cast<double>(row) + 0.5) + 3, text);
  }

  void draw_labels() {
    for (std::size_t r = 0, step = label_step(map_.rows.size(), height_, kLabelSpace); r < map_.rows.size();
         r += step)
      svg_.text("end", kMapLeft - 6, kMapTop + height_ * (static_cast<double>(r) + 0.5) + 4, map_.rows[r]);
    std::size_t longest = 1;
    for (const std::string& column : map_.columns) longest = std::max(longest, column.size());
    const double space = 14 + 7 * static_cast<double>(longest);
    const std::size_t step = label_step(map_.columns.size(), width_, space);
    for (std::size_t c = 0; c < map_.columns.size(); c += step) {
      const double middle = kMapLeft + width_ * (static_cast<double>(c) + 0.5);
      svg_.text("mid", middle, bottom() + 16, map_.columns[c]);
      labels_end_ = middle + space / 2;
    }
    svg_.text("mid", (kMapLeft + right()) / 2, bottom() + 36, map_.x_label);
    svg_.raw(fmt::format("<text class=\"mid\" transform=\"translate(16 {}) rotate(-90)\">{}</text>\n",
                         Svg::number((kMapTop + bottom()) / 2), xml_text(map_.y_label)));
  }

  void draw_scale() {
    const double top = bottom() + 54, step = 6;
    for (unsigned shade = 0; shade < kShades; ++shade)
      svg_.box(fmt::format("q{}", shade), {kMapLeft + step * shade, top, step + 0.5, 12});
    svg_.text("name", kMapLeft, top + 27, "0");
    svg_.text("name", kMapLeft + step * kShades + 8, top + 11,
              fmt::format("{} {}", short_number(most_), map_.unit));
  }

  const HeatMap& map_;
  double most_ = 0, width_ = 0, height_ = 0;
  double labels_end_ = 0;  // of the last label of a column, which may be behind the cells
  Svg svg_;
};

}  // namespace

std::string heat_drawing(const HeatMap& map, const std::string& title) {
  return HeatDrawing(map).element(title);
}

}  // namespace xb
