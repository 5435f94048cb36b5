// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace xb {
namespace {

constexpr std::array<const char*, kCurveColours> kColours{"#0072b2", "#d55e00", "#009e73",     "#cc79a7",
                                                          "#e69f00", "#56b4e9", "currentColor"};

using Colour = std::array<double, 3>;
constexpr std::array<Colour, 9> kCividis{{{0, 32, 77},
                                          {7, 52, 110},
                                          {60, 77, 110},
                                          {91, 102, 113},
                                          {124, 123, 120},
                                          {155, 149, 118},
                                          {189, 175, 110},
                                          {222, 203, 93},
                                          {255, 234, 70}}};

}  // namespace

std::string drawing_of(const Figure& figure, DrawingUse use) {
  if (const auto* map = std::get_if<HeatMap>(&figure.drawing)) return heat_drawing(*map, figure.title);
  return curve_drawing(std::get<CurveChart>(figure.drawing), figure.title, use);
}

std::string drawing_file(const Figure& figure) {
  std::string svg = drawing_of(figure, DrawingUse::File);
  const std::size_t inside = svg.find('>') + 1;
  svg.insert(inside,
             "\n<style>\nsvg{color:#000;background:#fff;--grid:#ddd}\n" + drawing_style() + "</style>\n");
  svg.insert(4, " xmlns=\"http://www.w3.org/2000/svg\"");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- SPDX-License-Identifier: Apache-2.0 -->\n" + svg;
}

std::string drawing_style() {
  std::string style =
      ".drawing text{font:12px sans-serif;fill:currentColor}.drawing .mid{text-anchor:middle}"
      ".drawing .end{text-anchor:end}.drawing .grid{stroke:var(--grid);fill:none}"
      ".drawing .axis{stroke:currentColor;fill:none}.drawing .line{fill:none;stroke-width:1.8}"
      ".drawing .percentile{stroke-dasharray:7 4}.drawing .theory{stroke-dasharray:2 3}"
      ".drawing .bound{stroke:currentColor;stroke-opacity:.5;stroke-width:1}"
      ".drawing .pale{fill-opacity:.22;stroke-width:1.4}.drawing .strokes{fill:none;stroke-width:1.2}"
      ".drawing .hollow{fill:none}.drawing .cell{font-size:9px}.drawing "
      ".cells{shape-rendering:crispEdges}.drawing .light{fill:#fff}.drawing "
      ".dark{fill:#000}\n";
  for (unsigned c = 0; c < kCurveColours; ++c) {
    style +=
        fmt::format(".drawing .c{0}{{stroke:{1}}}.drawing .f{0}{{fill:{1};stroke:{1}}}", c, kColours.at(c));
  }
  // Curves of steps have no marks.
  constexpr std::array<const char*, kCurveColours> kStepDashes{"none", "9 3", "2 2", "9 3 2 3",
                                                               "14 4", "5 5", "1 3"};
  for (unsigned c = 0; c < kCurveColours; ++c)
    style += fmt::format(".drawing .d{}{{stroke-dasharray:{}}}", c, kStepDashes.at(c));
  for (unsigned shade = 0; shade < kShades; ++shade)
    style += fmt::format(".drawing .q{}{{fill:{}}}", shade, shade_colour(shade));
  return style + "\n";
}

std::vector<double> axis_ticks(double low, double high, bool log) {
  std::vector<double> ticks;
  if (log) {
    const double decades = std::log10(high / low);
    for (double power = std::floor(std::log10(low)); power <= std::ceil(std::log10(high)); ++power) {
      for (const double part : {1.0, 2.0, 5.0}) {
        if (part > 1 && decades > 3) continue;
        const double tick = part * std::pow(10, power);
        if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push_back(tick);
      }
    }
  } else {
    const double rough = (high - low) / 6;
    double step = std::pow(10, std::floor(std::log10(rough)));
    for (const double part : {1.0, 2.0, 5.0, 10.0}) {
      if (part * step < rough * 0.999) continue;
      step *= part;
      break;
    }
    for (double n = std::ceil(low / step - 1e-9); n * step <= high + step * 1e-9; ++n)
      ticks.push_back(n * step);
  }
  if (ticks.empty()) ticks.push_back(low);
  return ticks;
}

std::string short_number(double value) { return fmt::format("{:.6g}", std::abs(value) < 1e-300 ? 0 : value); }

std::string shade_colour(unsigned shade) {
  const double at = static_cast<double>(std::min(shade, kShades - 1)) / (kShades - 1) * (kCividis.size() - 1);
  const auto below = std::min<std::size_t>(static_cast<std::size_t>(at), kCividis.size() - 2);
  const double part = at - static_cast<double>(below);
  std::string text = "#";
  for (std::size_t c = 0; c < 3; ++c) {
    const double value = kCividis.at(below).at(c) * (1 - part) + kCividis.at(below + 1).at(c) * part;
    text += fmt::format("{:02x}", static_cast<unsigned>(std::lround(value)));
  }
  return text;
}

unsigned shade_of(double value, double most) {
  if (most <= 0) return 0;
  return std::min(kShades - 1, static_cast<unsigned>(value / most * kShades));
}

}  // namespace xb
