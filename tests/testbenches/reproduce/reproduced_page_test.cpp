// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/reproduced_page.h"

#include <optional>

#include "testbenches/engines/paths.h"
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
  one.comparisons.push_back(
      {"throughput", "", false, true, {value(0.5, 0.25, false), value(0.25, 0.25, true)}});
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

TEST_CASE("files of the repository are named as they are in it", "[testbenches][reproduce]") {
  Reproduced one = some();
  const std::string file = (source_dir() / "experiments/clusters/a.toml").string();
  one.comparisons[0].values[0].keys = {{"cluster", file}};
  one.comparisons[0].values[1].keys = {{"cluster", "/elsewhere/a.toml"}};
  const std::string page = reproduced_page({one}, "pictures", "./lab reproduce");
  CHECK(mentions(page, {"| cluster experiments/clusters/a.toml |", "| cluster /elsewhere/a.toml |"}));
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
  one.unfound = 2;
  CHECK(verdict_of(one) == "2 searches without a bracket");
  one.unfound = 0;
  one.comparisons.clear();
  CHECK(verdict_of(one) == "nothing expected");
}

TEST_CASE("where nothing is expected, points have their measures side by side", "[testbenches][reproduce]") {
  Reproduced one = some();
  one.comparisons.clear();
  const auto bare = [](const char* load, double ours, std::optional<double> ci95) {
    Compared compared;
    compared.keys = {{"load", load}};
    compared.ours = ours;
    compared.ci95 = ci95;
    return compared;
  };
  one.measurements.push_back(
      {"throughput", "", false, true, {bare("0.5", 0.25, 0.01), bare("0.75", 0.3, {})}});
  one.measurements.push_back({"loss", "", false, true, {bare("0.75", 0.125, {})}});
  const std::string page = reproduced_page({one}, "pictures", "./lab reproduce");
  CHECK(mentions(page, {"| 2 | 0 | - | nothing expected |", "| point | throughput | loss |\n|---|---|---|",
                        "| load 0.5 | 0.25 +- 0.01 | - |", "| load 0.75 | 0.3 | 0.125 |"}));
  auto& values = one.measurements[0].values;
  for (int n = 0; n < 100; ++n) values.push_back(bare("0.9", 1.0 + n, {}));
  CHECK(mentions(reproduced_page({one}, "pictures", "./lab reproduce"),
                 {"`./lab report build/reproduced/some`", "| throughput | 102 | 0.25 .. 100 |"}));
}
