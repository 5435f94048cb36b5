// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/report/figure.h"

namespace xb {

/// Colours of curves: those of Okabe and Ito that stand out from white and from black, and the ink.
constexpr unsigned kCurveColours = 7;
/// Their marks: circle, square, triangle, diamond, and lines: cross, plus, star.
constexpr unsigned kCurveMarks = 7;

constexpr unsigned colour_of(const Curve& curve) { return curve.colour % kCurveColours; }
/// Curves beyond the colours have them again with other marks.
constexpr unsigned mark_of(const Curve& curve) {
  return (curve.colour + curve.colour / kCurveColours) % kCurveMarks;
}

/// Bars beyond the colours have them again in another pattern: full, pale, pale with strokes across, with a
/// grid.
constexpr unsigned kBarPatterns = 4;
constexpr unsigned pattern_of(const Curve& curve) { return curve.colour / kCurveColours % kBarPatterns; }

/// Curves within a page have groups and values beside, for its script; a file has what is seen.
enum class DrawingUse { File, Page };

/// A figure as an element <svg>, with classes for drawing_style(); its title names it for those who do not
/// see it.
std::string drawing_of(const Figure& figure, DrawingUse use);

/// The same as a file of SVG with its own style, on white.
std::string drawing_file(const Figure& figure);

/// Style of drawings; ink and grid are `currentColor` and the CSS variable `--grid`.
std::string drawing_style();

/// Values of an axis at which lines are drawn: round numbers from low to high, or powers of ten and their
/// multiples. At least one.
std::vector<double> axis_ticks(double low, double high, bool log);

/// A number as people read it, six digits at most.
std::string short_number(double value);

// Either kind of drawing; each its own elements <svg>.
std::string curve_drawing(const CurveChart& chart, const std::string& title, DrawingUse use);
std::string heat_drawing(const HeatMap& map, const std::string& title);

/// Steps of the scale of heat maps.
constexpr unsigned kShades = 32;

/// From dark blue, for the least, through grey to yellow: as `#rrggbb`. Lightness rises evenly, so that all
/// eyes see the order, on paper without colours, too (the scale cividis, between nine of its values).
std::string shade_colour(unsigned shade);

/// The step of a value in 0..most.
unsigned shade_of(double value, double most);

/// Text on it is white.
constexpr bool takes_light_ink(unsigned shade) { return shade < kShades / 2; }

}  // namespace xb
