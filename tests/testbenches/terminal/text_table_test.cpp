// SPDX-License-Identifier: Apache-2.0
#include "testbenches/terminal/text_table.h"

#include <algorithm>
#include <sstream>

#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

using Column = TextTable::Column;

TextTable measured() {
  TextTable table;
  table.column("point");
  table.column("load");
  table.column("throughput", Column::Value);
  table.column("loss", Column::Value);
  table.column("p99 latency", Column::Detail);
  table.column("predicted", Column::Value);
  table.row({"1", "0.5", "0.5000", "0", "12"});
  table.row({"2", "0.9", "0.6012", "0", "4711"});
  return table;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

}  // namespace

TEST_CASE("text is broken between words, and words are not", "[testbenches]") {
  CHECK(wrap("one two three", 0) == "one two three");
  CHECK(wrap("one two three", 7) == "one two\nthree");
  CHECK(wrap("one two three", 8, "  ") == "one two\n  three");
  CHECK(wrap("  one two", 5) == "  one\ntwo");
  CHECK(wrap("incompressible", 5) == "incompressible");
  CHECK(wrap("", 5).empty());
}

TEST_CASE("a table has a header, a row of dashes, and numbers to the right", "[testbenches]") {
  TextTable table;
  table.column("switch");
  table.column("ports");
  table.row({"voq", "4"});
  table.row({"crosspoint", "16"});
  CHECK(table.text(0) ==
        "  switch      ports\n"
        "  ----------  -----\n"
        "  voq             4\n"
        "  crosspoint     16\n");
}

TEST_CASE("what all rows say alike is said once, and what none says not at all", "[testbenches]") {
  CHECK(measured().text(0) ==
        "  in every row: loss 0\n"
        "\n"
        "  point  load  throughput  p99 latency\n"
        "  -----  ----  ----------  -----------\n"
        "  1       0.5      0.5000           12\n"
        "  2       0.9      0.6012         4711\n");
  // One row says nothing alike; and keys are always shown.
  TextTable single;
  single.column("point");
  single.column("loss", Column::Value);
  single.row({"1", "0"});
  CHECK(mentions(single.text(0), {"point  loss"}));
  TextTable same;
  same.column("ok");
  for (int n = 0; n < 2; ++n) same.row({"ok"});
  CHECK(same.text(0) == "  ok\n  --\n  ok\n  ok\n");
}

TEST_CASE("a table fits its terminal: details go first, keys never", "[testbenches]") {
  const std::string narrow = measured().text(30);
  CHECK(mentions(narrow, {"point  load  throughput\n", "not shown, for want of", "p99 latency"}));
  CHECK(widest_line(narrow) <= 30);
  const std::string narrower = measured().text(20);
  CHECK(mentions(narrower, {"point  load\n", "throughput"}));
  CHECK(widest_line(narrower) <= 20);
  CHECK_FALSE(mentions(measured().text(40), {"for want of"}));
}

TEST_CASE("a change that rounds to nothing has no sign", "[testbenches]") {
  CHECK(signed_percent(0.01234) == "+1.23 %");
  CHECK(signed_percent(-0.01234) == "-1.23 %");
  CHECK(signed_percent(0.00004) == "0.00 %");
  CHECK(signed_percent(-0.00004) == "0.00 %");
  CHECK(signed_percent(-0.00006) == "-0.01 %");
}
