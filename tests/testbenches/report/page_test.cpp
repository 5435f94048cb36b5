// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/page.h"

#include "tests/catch.h"
#include "tests/testbenches/report/count_of.h"

using namespace xb;

namespace {

constexpr const char* kHostile =
    "</script><script>alert(1)</script>\"><img src=x onerror=alert(1)>'&\x01\xff";

PageContents hostile_page() {
  CurveChart chart{{kHostile, false, {kHostile}}, {kHostile}, {{kHostile, 0, CurveKind::Measured, {{0, 1}}}}};
  HeatMap map{kHostile, kHostile, kHostile, {kHostile}, {kHostile}, {{1}}};
  const FigureTable table{{kHostile, "n"}, {{kHostile, 0.1}, {nullptr, 1.0 / 3}}};
  PageContents page;
  page.title = kHostile;
  page.setting = kHostile;
  page.findings = page.facts = {kHostile};
  page.commands = {{kHostile, kHostile}};
  page.figures = {{"a", kHostile, kHostile, chart, table, kHostile},
                  {"b", kHostile, kHostile, map, table, kHostile}};
  page.points = page.failures = table;
  page.missing = {kHostile};
  return page;
}

}  // namespace

TEST_CASE("texts from outside are texts, wherever they stand", "[testbenches]") {
  const std::string page = page_of(hostile_page());
  CHECK(count_of(page, "</script") == 1);
  CHECK(count_of(page, "<script") == 1);
  CHECK(count_of(page, "<img") == 0);
  CHECK(count_of(page, "<svg") == 2);
  CHECK(page.find('\x01') == std::string::npos);
  CHECK(page.find('\xff') == std::string::npos);
  CHECK(count_of(page, "&lt;img src=x onerror=alert(1)&gt;") > 10);
  // Quotes do not end an attribute.
  CHECK(count_of(page, "\"><img") == 0);
}

TEST_CASE("a page asks for nothing, and is the same bytes again", "[testbenches]") {
  const std::string page = page_of(hostile_page());
  CHECK(page == page_of(hostile_page()));
  CHECK(count_of(page, "default-src 'none'") == 1);
  CHECK(count_of(page, " src=\"") == 0);
  CHECK(count_of(page, "url(") == 0);
  CHECK(count_of(page, "@import") == 0);
  PageContents other = hostile_page();
  other.figures[0].caption += "!";
  const auto nonce = [](const std::string& text) { return text.substr(text.find("nonce-"), 38); };
  CHECK(nonce(page) != nonce(page_of(other)));
}

TEST_CASE("a table shows six digits and has the number", "[testbenches]") {
  const std::string page = page_of(hostile_page());
  CHECK(count_of(page, "<td class=\"n\">0.1</td>") == 4);
  CHECK(count_of(page, "<data value=\"0.3333333333333333\">0.333333</data>") == 4);
}

TEST_CASE("CSV is quoted where it must be", "[testbenches]") {
  CHECK(csv_of({{"a", "b,c"}, {{"x\"y", 0.25}, {nullptr, true}}}) == "a,\"b,c\"\n\"x\"\"y\",0.25\n,true\n");
}
