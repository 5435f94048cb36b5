// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/drawing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/catch.h"
#include "tests/testbenches/report/count_of.h"
#include "tests/waves/picture/xml_elements.h"

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

using Elements = std::vector<XmlElement>;

Elements drawn(const Figure& figure, DrawingUse use = DrawingUse::File) {
  const std::string svg = drawing_of(figure, use);
  CHECK(count_of(svg, "nan") + count_of(svg, "inf") == 0);
  return XmlReader::elements(XmlReader::kHead + svg);
}
std::size_t count(const Elements& all, const std::string& name, const std::string& classes) {
  return with_classes(all, classes, name).size();
}
/// Texts, or transforms, in which that is.
std::size_t count_in(const Elements& all, const std::string& attribute, const std::string& part) {
  std::size_t found = 0;
  for (const XmlElement& e : all) found += count_of(attribute.empty() ? e.text : e.get(attribute), part);
  return found;
}

/// Those that lie level.
std::vector<DrawnText> level_texts(const Elements& all) {
  std::vector<DrawnText> texts;
  for (const XmlElement& e : all) {
    if (e.name == "text" && e.get("transform").empty())
      texts.push_back({e.number("x"), e.number("y"), e.has("end"), e.has("mid"), e.text});
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
  const Elements svg = XmlReader::elements(drawing_file(figure_of(chart)));
  CHECK(svg.front().get("xmlns") == "http://www.w3.org/2000/svg");
  CHECK(count(svg, "path", "f0") == 4);       // three values, and the legend
  CHECK(count(svg, "path", "line c0") == 6);  // the line, two intervals, the legend; theory, likewise
  CHECK(count(svg, "path", "line c0 theory") == 2);
  CHECK(count_in(svg, "d", "h20") == 2);  // a stroke for each value
  CHECK(count_in(svg, "", "a & b") == 1);
  CHECK(count_in(svg, "", "<b>\"it\"</b>") == 1);
}

TEST_CASE("in a page curves have their values, a file has what is seen", "[testbenches]") {
  CurveChart chart{{"load"}, {"y"}, {}};
  chart.curves.push_back({"a \"b\"", 0, CurveKind::Measured, {{0.1, 1.0 / 3, 0.01}, {0.5, 1e9, {}}}});
  chart.curves.push_back({"none", 1, CurveKind::Theory, {}});
  const Elements page = drawn(figure_of(chart), DrawingUse::Page), file = drawn(figure_of(chart));
  const Elements curves = with_classes(page, "curve");
  REQUIRE(curves.size() == 2);
  CHECK(with_classes(page, "entry").at(0).get("aria-label") == "a \"b\"");
  CHECK(curves[0].get("data-points") ==
        "88.0 348.0 3.301e-10 0.333333 ± 0.01 at 0.1\n688.0 28.8 0.9615 1e+09 at 0.5\n");
  CHECK(with_classes(page, "area").at(0).get("data-zero") == "348.0");
  CHECK(curves[1].attributes.at("data-points").empty());
  CHECK(count(page, "g", "entry") == 2);
  CHECK(page.front().get("aria-label") == "<b>\"it\"</b>");
  for (const XmlElement& e : file) CHECK((e.name != "g" && !e.has("hit") && e.get("data-points").empty()));
  // The same strokes and texts, one by one.
  const auto seen = [](const Elements& all) {
    std::vector<std::map<std::string, std::string>> attributes;
    for (const XmlElement& e : all) {
      if (e.name == "path" || e.name == "text") attributes.push_back(e.attributes);
    }
    return attributes;
  };
  CHECK(seen(page) == seen(file));
}

TEST_CASE("a linear axis has 0 on it, above values below 0", "[testbenches]") {
  CurveChart chart{{"load"}, {"lag"}, {}};
  chart.curves.push_back({"c", 0, CurveKind::Measured, {{0, -5}, {1, -3}}});
  const Elements page = drawn(figure_of(chart), DrawingUse::Page);
  CHECK(with_classes(page, "curve").at(0).get("data-points") ==
        "88.0 348.0 1 -5 at 0\n688.0 220.3 0.6 -3 at 1\n");
  CHECK(with_classes(page, "area").at(0).get("data-zero") == "28.8");
}

TEST_CASE("values of bars are in the middles of the bars, at names of categories", "[testbenches]") {
  CurveChart chart{{"", false, {"one", "two"}}, {"y"}, {}};
  for (unsigned n = 0; n < 2; ++n) chart.curves.push_back({"c", n, CurveKind::Measured, {{0, 1}, {1, 2}}});
  const Elements curves = with_classes(drawn(figure_of(chart), DrawingUse::Page), "curve");
  REQUIRE(curves.size() == 2);
  // A fifth of a category's 312 pixels beside its middle.
  CHECK(curves[0].get("data-points") == "169.6 188.4 0.4808 1 at one\n481.6 28.8 0.9615 2 at two\n");
  CHECK(curves[1].get("data-points") == "294.4 188.4 0.4808 1 at one\n606.4 28.8 0.9615 2 at two\n");
}

TEST_CASE("texts of any length are within the drawing, whole, and apart", "[testbenches]") {
  for (const std::size_t length : {5U, 45U, 52U, 80U, 95U, 120U, 300U}) {
    const std::string label = long_text(length);
    CurveChart chart{{label}, {label}, {}};
    for (unsigned n = 0; n < 3; ++n)
      chart.curves.push_back({label, n, CurveKind::Measured, {{0.1, 0.1}, {0.5, 1234567}}});
    const Elements svg = drawn(figure_of(chart));
    CAPTURE(length);
    const double bottom = svg.front().number("height");
    CHECK(svg.front().get("viewBox") == "0 0 720 " + svg.front().get("height"));
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
    CHECK(count_in(svg, "transform", "rotate(-90)") == (above ? 0 : 1));
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
    CHECK(count_in(drawn(figure_of(chart)), "transform", "rotate(-60)") == (crowded ? 20 : 0));
  }
}

TEST_CASE("bars of one colour differ in their patterns", "[testbenches]") {
  CurveChart chart{{"", false, {"one", "two"}}, {"y"}, {}};
  for (unsigned n = 0; n < 28; ++n)
    chart.curves.push_back({std::to_string(n), n, CurveKind::Measured, {{0, 10}, {1, 20}}});
  const Elements svg = drawn(figure_of(chart));
  // Of each colour four bars in each category, and in the legend.
  CHECK(count(svg, "rect", "f0") == 12);
  CHECK(count(svg, "rect", "f0 pale") == 9);
  CHECK(count(svg, "path", "strokes c0") == 6);
  std::set<std::pair<unsigned, unsigned>> looks;
  for (const Curve& curve : chart.curves) looks.emplace(colour_of(curve), pattern_of(curve));
  CHECK(looks.size() == chart.curves.size());
}

TEST_CASE("bars of a mean and of its percentile look different, in every pattern", "[testbenches]") {
  CurveChart chart{{"", false, {"one"}}, {"y"}, {}};
  for (unsigned n = 0; n < 28; ++n) {
    chart.curves.push_back({"mean", n, CurveKind::Measured, {{0, 10}}});
    chart.curves.push_back({"p99", n, CurveKind::Percentile, {{0, 20}}});
  }
  std::map<std::string, std::size_t> looks;
  for (const XmlElement& e : drawn(figure_of(chart)))
    if (e.name == "rect") ++looks[e.get("class")];
  // A bar and a sample in the legend; of those beyond the first colours the strokes differ as well.
  CHECK(looks["f0"] == 2);
  CHECK(looks["hollow c0 percentile"] == 2);
  CHECK(looks["f0 pale"] == 6);
  CHECK(looks["f0 pale percentile"] == 6);
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
      CAPTURE(points.size(), log);
      CHECK(drawn(figure_of(chart)).front().name == "svg");
    }
  }
  HeatMap map{"x", "y", "cycles", {}, {}, {}};
  CHECK(count(drawn({"m", "m", "", map, {}}), "path", "cells") == 0);
  map = {"x", "y", "cycles", {"0"}, {"0"}, {{0}}};
  CHECK(count(drawn({"m", "m", "", map, {}}), "path", "cells q0") == 1);
}

TEST_CASE("bars: one for each value, and theory across them", "[testbenches]") {
  CurveChart chart{{"schedule", false, {"shift", "<pairwise>"}}, {"ms"}, {}};
  chart.curves.push_back({"voq", 1, CurveKind::Measured, {{0, 3}, {1, 4}}});
  chart.curves.push_back({"voq: predicted", 1, CurveKind::Theory, {{0, 3}, {1, 4}}});
  const Elements svg = drawn(figure_of(chart));
  CHECK(count(svg, "rect", "f1") == 3);
  CHECK(count_in(svg, "", "<pairwise>") == 1);
  CHECK(count(svg, "path", "line c6") == 2);
}

TEST_CASE("bars: theory is across those that it is of", "[testbenches]") {
  CurveChart chart{{"schedule", false, {"shift", "pairwise"}}, {"ms"}, {}};
  for (unsigned n = 0; n < 2; ++n) {
    chart.curves.push_back({"measured", n, CurveKind::Measured, {{0, 3}, {1, 4}}});
    chart.curves.push_back({"predicted", n, CurveKind::Theory, {{0, 3}, {1, 4}}});
  }
  const Elements svg = drawn(figure_of(chart), DrawingUse::Page);
  std::vector<std::string> points, left;
  for (const XmlElement& e : with_classes(svg, "curve")) points.push_back(e.get("data-points"));
  REQUIRE(points.size() == 4);
  CHECK((points[0] == points[1] && points[1] != points[2] && points[2] == points[3]));
  for (const XmlElement& e : with_classes(svg, "line c6", "path"))
    left.push_back(e.get("d").substr(0, e.get("d").find(' ')));
  // The middle of a category is at 156 or 468 pixels from 76 on; then the samples of the legend.
  REQUIRE(left.size() == 4);
  CHECK(std::set<std::string>(left.begin(), left.end()).count("M151.6") == 1);
  CHECK(std::set<std::string>(left.begin(), left.end()).count("M276.4") == 1);
}

TEST_CASE("maps: cells of one shade side by side are one, the greatest is the last shade", "[testbenches]") {
  const HeatMap map{"output", "input", "cycles", {"0", "1", "2"}, {"0", "1"}, {{0, 0, 10}, {5, 10, 10}}};
  const Elements svg = drawn({"m", "m", "", map, {}});
  CHECK(count(svg, "path", "cells") == 3);
  CHECK(count_of(with_classes(svg, "cells q0", "path").at(0).get("d"), "M") == 1);
  CHECK(count_of(with_classes(svg, "cells q31", "path").at(0).get("d"), "M") == 2);
  CHECK(count(svg, "text", "cell") == 6);
  CHECK(count_in(svg, "", "10") == 4);
  CHECK(count_in(svg, "", "10 cycles") == 1);
  CHECK(shade_of(0, 0) == 0);
  CHECK(shade_of(10, 10) == kShades - 1);
}

TEST_CASE("maps: the last label of a column is within the drawing", "[testbenches]") {
  HeatMap map{"cycle", "queue", "beats", {}, {"0"}, {{}}};
  for (unsigned n = 0; n < 100; ++n) {
    map.columns.push_back(std::to_string(90'000'000 + n));
    map.cells[0].push_back(1);
  }
  const Elements svg = drawn({"m", "m", "", map, {}});
  double right = 0;
  for (const DrawnText& text : level_texts(svg)) right = std::max(right, text.right());
  CHECK(right > 704);  // the end of the cells
  CHECK(right <= svg.front().number("width"));
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
