// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/drawing.h"

#include <cmath>
#include <regex>
#include <set>

#include "tests/catch.h"
#include "tests/testbenches/report/count_of.h"

using namespace xb;

namespace {

/// A text of a drawing: x from, or to, or around which it goes.
struct DrawnText {
  double x, y;
  bool ends, is_middle;
  std::string text;

  [[nodiscard]] double left() const { return x - (ends ? width() : is_middle ? width() / 2 : 0); }
  [[nodiscard]] double right() const { return left() + width(); }
  [[nodiscard]] double width() const { return 6.0 * static_cast<double>(text.size()); }
};

/// Those that lie level.
std::vector<DrawnText> level_texts(const std::string& svg) {
  std::vector<DrawnText> texts;
  const std::regex form("<text class=\"(\\w+)\" x=\"([-0-9.]+)\" y=\"([-0-9.]+)\">([^<]*)</text>");
  for (std::sregex_iterator at(svg.begin(), svg.end(), form), none; at != none; ++at) {
    const auto& part = *at;
    texts.push_back(
        {std::stod(part[2]), std::stod(part[3]), part[1] == "end", part[1] == "mid", part[4].str()});
  }
  return texts;
}

/// Words of so many characters in all.
std::string long_text(std::size_t characters) {
  std::string text;
  for (unsigned word = 1; text.size() < characters; ++word) text += "word" + std::to_string(word) + " ";
  return text.substr(0, characters - 1) + "!";
}

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

TEST_CASE("in a page curves have their values, a file has what is seen", "[testbenches]") {
  CurveChart chart{{"load"}, {"y"}, {}};
  chart.curves.push_back({"a \"b\"", 0, CurveKind::Measured, {{0.1, 1.0 / 3, 0.01}, {0.5, 1e9, {}}}});
  chart.curves.push_back({"none", 1, CurveKind::Theory, {}});
  const std::string page = drawing_of(figure_of(chart), DrawingUse::Page);
  CHECK(count_of(page, "data-name=\"a &quot;b&quot;\"") == 1);
  CHECK(count_of(page, "data-points=\"0.1,0.333333333,0.01 0.5,1e+09\"") == 1);
  CHECK(count_of(page, "data-points=\"\"") == 1);
  CHECK(count_of(page, "<g class=\"entry\">") == 2);
  CHECK(count_of(page, "<g ") == count_of(page, "</g>"));
  CHECK(count_of(page, "aria-label=\"&lt;b&gt;&quot;it&quot;&lt;/b&gt;\"") == 1);
  const std::string file = drawing_of(figure_of(chart), DrawingUse::File);
  CHECK(count_of(file, "<g ") + count_of(file, "data-") + count_of(file, "class=\"hit\"") == 0);
  // The same strokes and texts, one by one.
  const auto seen = [](const std::string& svg) {
    const std::regex form("<(path|text) [^>]*>");
    return std::vector<std::string>(std::sregex_token_iterator(svg.begin(), svg.end(), form), {});
  };
  CHECK(seen(page) == seen(file));
}

TEST_CASE("bars say how far they lie beside their category", "[testbenches]") {
  CurveChart chart{{"", false, {"one", "two"}}, {"y"}, {}};
  for (unsigned n = 0; n < 2; ++n) chart.curves.push_back({"c", n, CurveKind::Measured, {{0, 1}, {1, 2}}});
  const std::string svg = drawing_of(figure_of(chart), DrawingUse::Page);
  CHECK(count_of(svg, "data-aside=\"-62.4\"") == 1);  // a fifth of a category's 312 pixels
  CHECK(count_of(svg, "data-aside=\"62.4\"") == 1);
}

TEST_CASE("texts of any length are within the drawing, whole, and apart", "[testbenches]") {
  for (const std::size_t length : {5U, 45U, 52U, 80U, 95U, 120U, 300U}) {
    const std::string label = long_text(length);
    CurveChart chart{{label}, {label}, {}};
    for (unsigned n = 0; n < 3; ++n)
      chart.curves.push_back({label, n, CurveKind::Measured, {{0.1, 0.1}, {0.5, 1234567}}});
    const std::string svg = drawing_of(figure_of(chart), DrawingUse::File);
    CAPTURE(length, svg);
    const double bottom = std::stod(svg.substr(svg.find("0 0 720 ") + 8));
    std::string words;
    auto texts = level_texts(svg);
    for (const DrawnText& text : texts) {
      CHECK(text.left() >= 0);
      CHECK(text.right() <= 720);
      CHECK(text.y >= 10);
      CHECK(text.y <= bottom - 3);
      words += text.text;
    }
    const bool above = length > 50;  // a label of the y axis; else along it, which is 332 pixels long
    CHECK(count_of(svg, "rotate(-90)") == (above ? 0 : 1));
    CHECK(count_of(words, "!") == (above ? 5 : 4));
    for (std::size_t n = 0; n < texts.size(); ++n) {
      for (std::size_t m = 0; m < n; ++m) {
        const DrawnText &a = texts[n], &b = texts[m];
        const bool side_by_side = a.left() >= b.right() || b.left() >= a.right();
        CHECK((side_by_side || std::abs(a.y - b.y) >= 12));
      }
    }
  }
}

TEST_CASE("names of categories that have no room side by side are aslant", "[testbenches]") {
  for (const bool crowded : {false, true}) {
    CurveChart chart{{"", false, {}}, {"y"}, {}};
    for (unsigned n = 0; n < (crowded ? 20 : 4); ++n) chart.x.categories.push_back("group-shuffle");
    chart.curves.push_back({"one", 0, CurveKind::Measured, {{0, 1}}});
    const std::string svg = drawing_of(figure_of(chart), DrawingUse::File);
    CHECK(count_of(svg, "rotate(-60)") == (crowded ? 20 : 0));
  }
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
      const std::string svg = drawing_of(figure_of(chart), DrawingUse::File);
      CAPTURE(svg);
      CHECK(count_of(svg, "nan") + count_of(svg, "inf") == 0);
    }
  }
  HeatMap map{"x", "y", "cycles", {}, {}, {}};
  CHECK(count_of(drawing_of({"m", "m", "", map, {}}, DrawingUse::File), "nan") == 0);
  map = {"x", "y", "cycles", {"0"}, {"0"}, {{0}}};
  CHECK(count_of(drawing_of({"m", "m", "", map, {}}, DrawingUse::File), "class=\"cells q0\"") == 1);
}

TEST_CASE("bars: one for each value, and theory across them", "[testbenches]") {
  CurveChart chart{{"schedule", false, {"shift", "<pairwise>"}}, {"ms"}, {}};
  chart.curves.push_back({"voq", 1, CurveKind::Measured, {{0, 3}, {1, 4}}});
  chart.curves.push_back({"voq: predicted", 1, CurveKind::Theory, {{0, 3}, {1, 4}}});
  const std::string svg = drawing_of(figure_of(chart), DrawingUse::File);
  CHECK(count_of(svg, "<rect class=\"f1\"") == 3);
  CHECK(count_of(svg, "&lt;pairwise&gt;") == 1);
  CHECK(count_of(svg, "<path class=\"line c6\"") == 2);
}

TEST_CASE("maps: cells of one shade side by side are one, the greatest is the last shade", "[testbenches]") {
  const HeatMap map{"output", "input", "cycles", {"0", "1", "2"}, {"0", "1"}, {{0, 0, 10}, {5, 10, 10}}};
  const std::string svg = drawing_of({"m", "m", "", map, {}}, DrawingUse::File);
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
