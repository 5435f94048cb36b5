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

TEST_CASE("a table fits its terminal: details go first, then values, keys last", "[testbenches]") {
  const std::string narrow = measured().text(30);
  CHECK(mentions(narrow, {"point  load  throughput\n", "not shown, for want of", "p99 latency"}));
  CHECK(widest_line(narrow) <= 30);
  const std::string narrower = measured().text(20);
  CHECK(mentions(narrower, {"point  load\n", "throughput"}));
  CHECK(widest_line(narrower) <= 20);
  CHECK_FALSE(mentions(measured().text(40), {"for want of"}));
  const std::string narrowest = measured().text(10);
  CHECK(mentions(narrowest, {"  point\n", "load"}));
}

TEST_CASE("results and what is kept stay on the narrowest terminal", "[testbenches]") {
  TextTable table;
  table.column("point");
  table.column("seed");
  table.column("depth", Column::Kept);
  table.column("throughput", Column::Result);
  table.column("loss", Column::Value);
  table.row({"1", "4", "64", "0.5000", "0.1"});
  table.row({"2", "5", "65", "0.6012", "0.2"});
  CHECK(table.text(20) ==
        "  point  depth  throughput\n"
        "  -----  -----  ----------\n"
        "  1         64      0.5000\n"
        "  2         65      0.6012\n"
        "  not shown, for\n    want of width:\n    loss, seed\n");
}

TEST_CASE("verdicts have colours on a terminal only", "[testbenches]") {
  TextTable table;
  table.column("point");
  table.column("ok", Column::Verdict);
  table.row({"1", "ok"});
  table.row({"2", "FAIL"});
  table.row({"3", "refuted"});
  CHECK(table.text(0, true) ==
        "  point       ok\n"
        "  -----  -------\n"
        "  1           \x1b[32mok\x1b[0m\n"
        "  2         \x1b[31mFAIL\x1b[0m\n"
        "  3      refuted\n");
  CHECK_FALSE(mentions(table.text(0, false), {"\x1b"}));
}

TEST_CASE("a change that rounds to nothing has no sign", "[testbenches]") {
  CHECK(signed_percent(0.01234) == "+1.23 %");
  CHECK(signed_percent(-0.01234) == "-1.23 %");
  CHECK(signed_percent(0.00004) == "0.00 %");
  CHECK(signed_percent(-0.00004) == "0.00 %");
  CHECK(signed_percent(-0.00006) == "-0.01 %");
}
