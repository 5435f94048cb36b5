// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/drawing.h"

#include <cmath>
#include <set>

#include "testbenches/report/shades.h"
#include "tests/catch.h"
#include "tests/testbenches/report/count_of.h"

using namespace xb;

namespace {

Figure figure_of(CurveChart chart) { return {"it", "<b>\"it\"</b>", "", std::move(chart), {}}; }

}  // namespace

TEST_CASE("ticks are round and within the axis", "[testbenches]") {
  CHECK(axis_ticks(0, 1, false) == std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1});
  CHECK(axis_ticks(1, 100, true) == std::vector<double>{1, 2, 5, 10, 20, 50, 100});
  CHECK(axis_ticks(1e-7, 1, true).size() == 8);
  for (const double high : {1e-9, 0.37, 1.0, 16.0, 99.0, 1e12}) {
    for (const bool log : {false, true}) {
      const auto ticks = axis_ticks(log ? high / 1e4 : 0, high, log);
      CAPTURE(high, log);
      CHECK((ticks.size() >= 3 && ticks.size() <= 13));
      CHECK(ticks.back() <= high * 1.001);
    }
  }
  CHECK(axis_ticks(3.1, 3.2, true).size() == 1);  // no power: the beginning
}

TEST_CASE("curves: a mark and an interval for each value, texts escaped", "[testbenches]") {
  CurveChart chart{{"load"}, {"<y>"}, {}};
  chart.curves.push_back(
      {"a & b", 0, CurveKind::Measured, {{0.1, 0.1, 0.01}, {0.5, 0.5, {}}, {1, 0.6, 0.02}}});
  chart.curves.push_back({"theory", 0, CurveKind::Theory, {{0.1, 0.1}, {1, 0.6}}});
  chart.curves.push_back({"table", 1, CurveKind::Theory, {{0.1, 0.1}, {1, 0.6}}, true});
  const std::string svg = drawing_file(figure_of(chart));
  CHECK(count_of(svg, "<path class=\"f0\"") == 4);       // three values, and the legend
  CHECK(count_of(svg, "<path class=\"line c0\"") == 4);  // the line, two intervals, the legend
  CHECK(count_of(svg, "<path class=\"line c0 theory\"") == 2);
  CHECK(count_of(svg, "h20M") == 1);  // a stroke for each value
  CHECK(count_of(svg, "a &amp; b") == 1);
  CHECK(count_of(svg, "&lt;b&gt;&quot;it&quot;") == 1);
  CHECK(count_of(svg, "<svg ") == 1);
  CHECK(count_of(svg, "xmlns=") == 1);
  CHECK(count_of(svg, "nan") + count_of(svg, "inf") == 0);
}

TEST_CASE("bars of one colour differ in their patterns", "[testbenches]") {
  CurveChart chart{{"", false, {"one", "two"}}, {"y"}, {}};
  for (unsigned n = 0; n < 28; ++n)
    chart.curves.push_back({std::to_string(n), n, CurveKind::Measured, {{0, 10}, {1, 20}}});
  const std::string svg = drawing_file(figure_of(chart));
  // Of each colour four bars in each category, and in the legend.
  CHECK(count_of(svg, "<rect class=\"f0\"") == 3);
  CHECK(count_of(svg, "<rect class=\"f0 pale\"") == 9);
  CHECK(count_of(svg, "<path class=\"strokes c0\"") == 6);
  std::set<std::pair<unsigned, unsigned>> looks;
  for (const Curve& curve : chart.curves) looks.emplace(colour_of(curve), pattern_of(curve));
  CHECK(looks.size() == chart.curves.size());
}

TEST_CASE("drawings of little: no curves, one value, equal values, zeros on a log axis", "[testbenches]") {
  const std::vector<std::vector<CurvePoint>> all{
      {}, {{1, 1}}, {{1, 5}, {2, 5}}, {{0, 0}, {0, 0}}, {{1, 3, 9.0}}};
  for (const auto& points : all) {
    for (const bool log : {false, true}) {
      CurveChart chart{{"x", log}, {"y", log}, {}};
      chart.curves.push_back({"c", 9, CurveKind::Measured, {}});
      for (const CurvePoint& point : points) {
        if (!log || (point.x > 0 && point.y > 0)) chart.curves[0].points.push_back(point);
      }
      const std::string svg = drawing_of(figure_of(chart));
      CAPTURE(svg);
      CHECK(count_of(svg, "nan") + count_of(svg, "inf") == 0);
    }
  }
  HeatMap map{"x", "y", "cycles", {}, {}, {}};
  CHECK(count_of(drawing_of({"m", "m", "", map, {}}), "nan") == 0);
  map = {"x", "y", "cycles", {"0"}, {"0"}, {{0}}};
  CHECK(count_of(drawing_of({"m", "m", "", map, {}}), "class=\"cells q0\"") == 1);
}

TEST_CASE("bars: one for each value, and theory across them", "[testbenches]") {
  CurveChart chart{{"schedule", false, {"shift", "<pairwise>"}}, {"ms"}, {}};
  chart.curves.push_back({"voq", 1, CurveKind::Measured, {{0, 3}, {1, 4}}});
  chart.curves.push_back({"voq: predicted", 1, CurveKind::Theory, {{0, 3}, {1, 4}}});
  const std::string svg = drawing_of(figure_of(chart));
  CHECK(count_of(svg, "<rect class=\"f1\"") == 3);
  CHECK(count_of(svg, "&lt;pairwise&gt;") == 1);
  CHECK(count_of(svg, "<path class=\"line c6\"") == 2);
}

TEST_CASE("maps: cells of one shade side by side are one, the greatest is the last shade", "[testbenches]") {
  const HeatMap map{"output", "input", "cycles", {"0", "1", "2"}, {"0", "1"}, {{0, 0, 10}, {5, 10, 10}}};
  const std::string svg = drawing_of({"m", "m", "", map, {}});
  CHECK(count_of(svg, "class=\"cells q") == 3);
  CHECK(count_of(svg, "class=\"cells q31\"") == 1);
  CHECK(count_of(svg, ">10</text>") == 3);
  CHECK(count_of(svg, ">10 cycles</text>") == 1);
  CHECK(shade_of(0, 0) == 0);
  CHECK(shade_of(10, 10) == kShades - 1);
}

TEST_CASE("shades grow lighter step by step", "[testbenches]") {
  double before = -1;
  for (unsigned shade = 0; shade < kShades; ++shade) {
    const std::string colour = shade_colour(shade);
    const auto part = [&](std::size_t at) { return std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0; };
    const double light =
        0.2126 * std::pow(part(1), 2.2) + 0.7152 * std::pow(part(3), 2.2) + 0.0722 * std::pow(part(5), 2.2);
    CHECK(light > before);
    before = light;
  }
}
