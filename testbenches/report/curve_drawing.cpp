// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/base/ranges.h"
#include "host/base/xml_text.h"
#include "testbenches/report/drawing.h"
#include "waves/picture/svg.h"

namespace xb {
namespace {

constexpr double kWidth = 720, kPlotHeight = 332, kLeft = 76, kRight = 20, kTop = 16;
constexpr double kLabelRow = 16, kLegendRow = 18;
constexpr double kCharacter = 6.6, kWideCharacter = 7.2;  // of most texts; of those that are nearly capitals
constexpr double kSlope = 0.87;  // sine: of categories that have no room side by side

std::size_t characters_in(double pixels) { return static_cast<std::size_t>(pixels / kWideCharacter); }

/// From values to pixels.
struct Scale {
  double low = 0, high = 1, first = 0, last = 1;  // pixels of low and high
  bool log = false;

  [[nodiscard]] double at(double value) const {
    const double share =
        log ? std::log(std::max(value, low) / low) / std::log(high / low) : (value - low) / (high - low);
    return first + share * (last - first);
  }
};

class CurveDrawing {
 public:
  CurveDrawing(const CurveChart& chart, const std::string& title, DrawingUse use)
      : chart_(chart), title_(xml_text(title)), in_page_(use == DrawingUse::Page) {
    find_room();
    find_scales();
    open(
        fmt::format("class=\"area\" role=\"application\" tabindex=\"0\"{} aria-label=\"{}: chart; "
                    "arrow keys go from value to value, the table has all\"",
                    y_.log ? "" : fmt::format(" data-zero=\"{:.1f}\"", y_.at(0)), title_));
    if (in_page_) svg_.box("hit", {kLeft, top_, kWidth - kLeft - kRight, kPlotHeight});
    draw_axes();
    draw_labels();
    for (const Curve& curve : chart.curves) {
      if (in_page_) open(curve_data(curve));
      if (is_bar(curve))
        draw_bars(curve);
      else
        draw_curve(curve);
      close();
    }
    if (in_page_) svg_.raw("<circle class=\"ring\" r=\"8\"/>\n");
    close();
    open("class=\"legend\" role=\"group\" aria-label=\"Curves\"");
    draw_legend();
    close();
  }

  /// In a page with no element <title>, which browsers would show over the values.
  [[nodiscard]] std::string element() const {
    return fmt::format(
        "<svg class=\"drawing\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role={2}\n{3}</svg>\n",
        Svg::number(kWidth), Svg::number(bottom_),
        in_page_ ? "\"group\" aria-label=\"" + title_ + "\">" : "\"img\"><title>" + title_ + "</title>",
        svg_.elements());
  }

 private:
  /// A group for the page's script.
  void open(const std::string& attributes) {
    if (in_page_) svg_.raw("<g " + attributes + ">\n");
  }
  void close() {
    if (in_page_) svg_.raw("</g>\n");
  }

  /// A line for each point: its pixels, the share of the axis that it takes (of a linear one), its words.
  [[nodiscard]] std::string curve_data(const Curve& curve) const {
    std::string points;
    for (const auto& [x, y, ci95] : curve.points) {
      const double half = ci95.value_or(0);
      const double below = y_.low < 0 ? (y - half) / y_.low : 0;
      points += fmt::format(
          "{:.1f} {:.1f} {:.4g} {}{} at {}\n", middle_of(curve, x), y_.at(y),
          std::max((y + half) / y_.high, below), short_number(y), half == 0 ? "" : " ± " + short_number(half),
          in_categories() ? chart_.x.categories.at(static_cast<std::size_t>(x)) : short_number(x));
    }
    return fmt::format("class=\"curve\" data-points=\"{}\"", xml_text(points));
  }

  [[nodiscard]] bool in_categories() const { return !chart_.x.categories.empty(); }
  [[nodiscard]] bool is_bar(const Curve& curve) const {
    return in_categories() && (curve.kind == CurveKind::Measured || curve.kind == CurveKind::Percentile);
  }

  /// A label of the y axis that is longer than the axis is above the plot.
  void find_room() {
    if (static_cast<double>(chart_.y.label.size()) * kCharacter > kPlotHeight)
      above_ = wrapped(chart_.y.label, characters_in(kWidth - 2 * kRight));
    top_ = kTop + kLabelRow * static_cast<double>(above_.size());
    floor_ = top_ + kPlotHeight;
    const double room =
        in_categories() ? (kWidth - kLeft - kRight) / static_cast<double>(chart_.x.categories.size()) : 0;
    std::size_t longest = 0;
    for (const std::string& category : chart_.x.categories) longest = std::max(longest, category.size());
    sloping_ = static_cast<double>(longest) * kCharacter > room && in_categories();
    ticks_end_ = floor_ + 18 + (sloping_ ? kSlope * kCharacter * static_cast<double>(longest) : 0);
  }

  void find_scales() {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    Scale x{kNone, -kNone, kLeft, kWidth - kRight, chart_.x.log},
        y{kNone, -kNone, floor_, top_, chart_.y.log};
    for (const Curve& curve : chart_.curves) {
      for (const CurvePoint& point : curve.points) {
        x.low = std::min(x.low, point.x), x.high = std::max(x.high, point.x);
        const double below = point.y - point.ci95.value_or(0);
        y.low = std::min(y.low, y.log && below <= 0 ? point.y : below);
        y.high = std::max(y.high, point.y + point.ci95.value_or(0));
      }
    }
    if (!std::isfinite(x.low)) x.low = x.high = y.low = y.high = 1;  // nothing to draw
    if (in_categories())
      x = {-0.5, static_cast<double>(chart_.x.categories.size()) - 0.5, x.first, x.last, false};
    if (!(x.low < x.high)) x.high = x.log ? x.low * 10 : x.low + 1;
    if (!y.log) y.low = std::min(y.low, 0.0), y.high = std::max(y.high, 0.0);
    if (y.log && y.low < y.high) y.low /= 1.15, y.high *= 1.15;
    if (!x.log && !in_categories()) {
      const double margin = 0.02 * (x.high - x.low);
      x.low -= margin, x.high += margin;
    }
    if (!(y.low < y.high)) y.high = y.log ? y.low * 10 : y.low + 1;
    if (!y.log) y.high += 0.04 * (y.high - y.low);
    x_ = x, y_ = y;
  }

  void draw_axes() {
    open("class=\"y\"");
    for (const double tick : axis_ticks(y_.low, y_.high, y_.log)) {
      svg_.path("grid", fmt::format("M{} {:.1f}H{}", kLeft, y_.at(tick), kWidth - kRight));
      svg_.text("end", kLeft - 6, y_.at(tick) + 4, short_number(tick));
    }
    close();
    open(in_categories() ? "class=\"names\"" : "class=\"x\"");
    if (in_categories()) {
      for (std::size_t n = 0; n < chart_.x.categories.size(); ++n) draw_category(n);
    } else {
      for (const double tick : axis_ticks(x_.low, x_.high, x_.log)) {
        svg_.path("grid", fmt::format("M{:.1f} {}V{}", x_.at(tick), top_, floor_));
        svg_.text("mid", x_.at(tick), floor_ + 18, short_number(tick));
      }
    }
    close();
    svg_.path("axis", fmt::format("M{} {}V{}H{}", kLeft, top_, floor_, kWidth - kRight));
  }

  void draw_category(std::size_t n) {
    const double x = x_.at(static_cast<double>(n));
    const std::string& name = chart_.x.categories[n];
    if (!sloping_) return svg_.text("mid", x, floor_ + 18, name);
    const double degrees = std::asin(kSlope) * 180 / std::acos(-1.0);
    svg_.raw(fmt::format("<text class=\"end\" transform=\"translate({:.1f} {}) rotate(-{:.0f})\">{}</text>\n",
                         x + 4, floor_ + 14, degrees, xml_text(name)));
  }

  void draw_labels() {
    legend_ = ticks_end_ + kLabelRow + 4;
    for (const std::string& line : wrapped(chart_.x.label, characters_in(kWidth - kLeft - kRight))) {
      svg_.text("mid", (kLeft + kWidth - kRight) / 2, legend_, line);
      legend_ += kLabelRow;
    }
    for (std::size_t n = 0; n < above_.size(); ++n)
      svg_.text("name", kRight, kTop + kLabelRow * static_cast<double>(n), above_[n]);
    if (!above_.empty()) return;
    svg_.raw(fmt::format("<text class=\"mid\" transform=\"translate(16 {:.1f}) rotate(-90)\">{}</text>\n",
                         (top_ + floor_) / 2, xml_text(chart_.y.label)));
  }

  /// In categories theory is a stroke across its bars.
  [[nodiscard]] std::string line_classes(const Curve& curve) const {
    std::string colour = fmt::format("line c{}", colour_of(curve));
    if (chart_.steps) colour += fmt::format(" d{}", colour_of(curve));
    switch (curve.kind) {
      case CurveKind::Percentile:
        return colour + " percentile";
      case CurveKind::Theory:
        if (curve.apart) return colour;
        return in_categories() ? fmt::format("line c{}", kCurveColours - 1) : colour + " theory";
      case CurveKind::Bound:
        return "line bound";
      case CurveKind::Measured:
        break;
    }
    return colour;
  }

  void draw_curve(const Curve& curve) {
    std::string path;
    for (const CurvePoint& point : curve.points) {
      if (in_categories() || curve.apart) {
        const Curve* bar = bar_of(curve);
        const double half = !in_categories() ? 10 : bar == nullptr ? 18 : std::min(18.0, bar_width() / 2);
        path +=
            fmt::format("M{:.1f} {:.1f}h{:.1f}", middle_of(curve, point.x) - half, y_.at(point.y), 2 * half);
      } else if (chart_.steps && !path.empty()) {
        path += fmt::format("H{:.1f}V{:.1f}", x_.at(point.x), y_.at(point.y));
      } else {
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x_.at(point.x), y_.at(point.y));
      }
    }
    svg_.path(line_classes(curve), path);
    if (curve.kind == CurveKind::Theory || curve.kind == CurveKind::Bound || chart_.steps) return;
    for (const CurvePoint& point : curve.points) {
      draw_interval(curve, point, x_.at(point.x));
      draw_mark(curve, x_.at(point.x), y_.at(point.y));
    }
  }

  void draw_interval(const Curve& curve, const CurvePoint& point, double x) {
    if (!point.ci95 || *point.ci95 == 0) return;
    svg_.path(fmt::format("line c{}", colour_of(curve)),
              fmt::format("M{0:.1f} {1:.1f}V{2:.1f}m-4 0h8M{3:.1f} {1:.1f}h8", x,
                          y_.at(point.y - *point.ci95), y_.at(point.y + *point.ci95), x - 4));
  }

  void draw_mark(const Curve& curve, double x, double y) {
    static const char* const kPaths[kCurveMarks] = {"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
                                                    "m-3.5 -3.5h7v7h-7z",
                                                    "m0 -4.6l4.4 7.8h-8.8z",
                                                    "m0 -5l5 5l-5 5l-5 -5z",
                                                    "m-4 -4l8 8m0 -8l-8 8",
                                                    "m-5 0h10m-5 -5v10",
                                                    "m-4 -4l8 8m0 -8l-8 8m-1 -4h10m-5 -5v10"};
    const unsigned mark = mark_of(curve);
    const bool hollow = curve.kind == CurveKind::Percentile || mark > 3;
    svg_.path(fmt::format("{}{}", hollow ? "hollow c" : "f", colour_of(curve)),
              fmt::format("M{:.1f} {:.1f}{}", x, y, kPaths[mark]));
  }

  /// One of a percentile is hollow, and dashed, as its curve is.
  void draw_bar(const Curve& curve, const Box& box) {
    constexpr double kStep = 4;
    const unsigned colour = colour_of(curve), pattern = pattern_of(curve);
    const bool percentile = curve.kind == CurveKind::Percentile;
    svg_.box(fmt::format("{}{}{}{}", percentile && pattern == 0 ? "hollow c" : "f", colour,
                         pattern > 0 ? " pale" : "", percentile ? " percentile" : ""),
             box);
    std::string strokes;
    for (double y = box.height - kStep; pattern > 1 && y > 0; y -= kStep)
      strokes += fmt::format("M{:.1f} {:.1f}h{:.1f}", box.x, box.y + y, box.width);
    for (double x = kStep; pattern > 2 && x < box.width; x += kStep)
      strokes += fmt::format("M{:.1f} {:.1f}v{:.1f}", box.x + x, box.y, box.height);
    if (!strokes.empty()) svg_.path(fmt::format("strokes c{}", colour), strokes);
  }

  [[nodiscard]] std::size_t bar_count() const {
    return count_if(chart_.curves, [&](const Curve& curve) { return is_bar(curve); });
  }
  [[nodiscard]] double bar_width() const {
    return 0.8 * (x_.at(1) - x_.at(0)) / static_cast<double>(bar_count());
  }
  /// From the middle of its category.
  [[nodiscard]] double bar_left(const Curve& curve) const {
    double before = 0;
    for (const Curve* other = chart_.curves.data(); other != &curve; ++other)
      before += is_bar(*other) ? 1 : 0;
    return bar_width() * (before - static_cast<double>(bar_count()) / 2);
  }

  /// The bars of a curve: its own, or of theory those that are measured, if there are any.
  [[nodiscard]] const Curve* bar_of(const Curve& curve) const {
    if (is_bar(curve)) return &curve;
    const auto found = std::find_if(chart_.curves.begin(), chart_.curves.end(), [&](const Curve& other) {
      return is_bar(other) && curve.kind == CurveKind::Theory && other.colour == curve.colour;
    });
    return found == chart_.curves.end() ? nullptr : &*found;
  }
  /// Of its bar at x, or x.
  [[nodiscard]] double middle_of(const Curve& curve, double x) const {
    const Curve* bar = bar_of(curve);
    return x_.at(x) + (bar == nullptr ? 0 : bar_left(*bar) + bar_width() / 2);
  }

  void draw_bars(const Curve& curve) {
    const double width = bar_width();
    const double base = y_.log ? floor_ : y_.at(0);
    for (const CurvePoint& point : curve.points) {
      const double left = x_.at(point.x) + bar_left(curve);
      const double top = y_.at(point.y);
      const double gap = std::min(1.0, width / 6);
      draw_bar(curve, {left + gap, std::min(top, base), width - 2 * gap, std::abs(base - top)});
      draw_interval({"", kCurveColours - 1, CurveKind::Measured, {}}, point, left + width / 2);
    }
  }

  void draw_legend() {
    constexpr double kSample = 34;  // and the gap behind it
    double x = kLeft, y = legend_ + 2;
    for (const Curve& curve : chart_.curves) {
      const double width = kSample + 10 + kCharacter * static_cast<double>(curve.name.size());
      if (x > kLeft && x + width > kWidth - kRight) x = kLeft, y += kLegendRow;
      const bool fits = x + width <= kWidth;
      const auto lines = fits ? std::vector<std::string>{curve.name}
                              : wrapped(curve.name, characters_in(kWidth - kLeft - kSample));
      open(fmt::format(
          "class=\"entry\" role=\"checkbox\" tabindex=\"0\" aria-checked=\"true\" aria-label=\"{}\"",
          xml_text(curve.name)));
      if (in_page_)
        svg_.box("hit", {x - 2, y - 13, std::min(width, kWidth - x),
                         kLabelRow * static_cast<double>(lines.size()) + 2});
      if (is_bar(curve)) {
        draw_bar(curve, {x + 8, y - 8, 12, 12});
      } else {
        svg_.path(line_classes(curve), fmt::format("M{:.1f} {:.1f}h28", x, y - 3));
        if (curve.kind != CurveKind::Theory && curve.kind != CurveKind::Bound && !chart_.steps)
          draw_mark(curve, x + 14, y - 3);
      }
      for (std::size_t n = 0; n < lines.size(); ++n)
        svg_.text("name", x + kSample, y + 1 + kLabelRow * static_cast<double>(n), lines[n]);
      close();
      if (!fits) y += kLabelRow * static_cast<double>(lines.size() - 1);
      x += fits ? width + 8 : kWidth;
    }
    bottom_ = y + 12;
  }

  const CurveChart& chart_;
  std::string title_;
  bool in_page_;
  Scale x_, y_;
  Svg svg_;
  std::vector<std::string> above_;  // lines of the y axis's label, if it is there
  bool sloping_ = false;            // the categories are
  double top_ = 0, floor_ = 0;      // of the plot
  double ticks_end_ = 0, legend_ = 0, bottom_ = 0;
};

}  // namespace

std::string curve_drawing(const CurveChart& chart, const std::string& title, DrawingUse use) {
  return CurveDrawing(chart, title, use).element();
}

}  // namespace xb
