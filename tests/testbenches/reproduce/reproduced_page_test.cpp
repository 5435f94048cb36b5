// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/reproduced_page.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

Compared value(double published, double ours, bool ok) {
  Compared compared;
  compared.keys = {{"load", std::to_string(published)}};
  compared.published = published;
  compared.ours = ours;
  compared.ok = ok;
  return compared;
}

Reproduced some() {
  Reproduced one;
  one.name = "some";
  one.title = "A <b>title</b> | with *marks*";
  one.source = "a paper";
  one.points = one.done = 2;
  one.comparisons.push_back({"throughput", "", false, {value(0.5, 0.25, false), value(0.25, 0.25, true)}});
  return one;
}

}  // namespace

TEST_CASE("the page has each value, its ratio and its verdict", "[testbenches][reproduce]") {
  const std::string page = reproduced_page({some()}, "pictures", "./lab reproduce");
  CHECK(mentions(page, {"| [some](#some) | a paper | 2 | 2 | 0.5000 .. 1.0000 | 1 of 2 off |",
                        "| throughput | load 0.500000 | 0.5 | 0.25 | 0.5000 | **off** |",
                        "| throughput | load 0.250000 | 0.25 | 0.25 | 1.0000 | ok |",
                        "A &lt;b>title&lt;/b> \\| with \\*marks\\*"}));
  CHECK(page.find(".svg") == std::string::npos);
}

TEST_CASE("of many values the page has the ends, and each that is off", "[testbenches][reproduce]") {
  Reproduced one = some();
  auto& values = one.comparisons[0].values;
  values.clear();
  for (int n = 1; n <= 100; ++n) values.push_back(value(n, n == 50 ? 75 : n, n != 50));
  const std::string page = reproduced_page({one}, "pictures", "./lab reproduce");
  CHECK(mentions(page, {"| throughput | 100 values | 1 .. 100 | 1 .. 100 | 1.0000 .. 1.5000 | **1 off** |",
                        "| throughput | load 50.000000 | 50 | 75 | 1.5000 | **off** |",
                        "![some: published and ours](pictures/some.svg)"}));
  CHECK(page.find("load 51") == std::string::npos);
}

TEST_CASE("what has not run or has failed is not ok", "[testbenches][reproduce]") {
  Reproduced one = some();
  one.comparisons[0].values.pop_back();
  one.comparisons[0].values[0].ok = true;
  CHECK(verdict_of(one) == "ok");
  one.done = 1;
  CHECK(verdict_of(one) == "1 of 2 points not run");
  one.failed = 1;
  CHECK(verdict_of(one) == "1 point failed");
  one.done = 2;
  one.failed = 0;
  one.comparisons.clear();
  CHECK(verdict_of(one) == "nothing expected");
}
