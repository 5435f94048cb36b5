// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/paths.h"
#include "testbenches/reproduce/comparison.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

Compared value(double published, double ours, bool ok) {
  Compared compared;
  compared.keys = {{"load", std::to_string(published)}};
  compared.has_published = true;
  compared.verdict.expected = published;
  compared.verdict.measured = ours;
  compared.verdict.kind = ok ? Verdict::Kind::Ok : Verdict::Kind::Off;
  return compared;
}

Expectation printed() {
  Expectation e;
  e.measure = "throughput";
  e.values = {0.5};
  e.origin = Origin::Printed;
  return e;
}

Reproduced some() {
  Reproduced one;
  one.name = "some";
  one.title = "A <b>title</b> | with *marks*";
  one.source = "a paper";
  one.points = one.done = 2;
  one.comparisons.push_back(
      {"throughput", "", {value(0.5, 0.25, false), value(0.25, 0.25, true)}, printed()});
  return one;
}

}  // namespace

TEST_CASE("the page has each expectation, its ratios and its verdict", "[testbenches][reproduce]") {
  const std::string page = reproduced_page({some()}, "pictures", "./lab reproduce");
  CHECK(mentions(
      page,
      {"| verdict | printed | all |", "| off | 1 | 1 |",
       "| [some](#some) | a paper | 2 | 0.5000 .. 1.0000 | 1 off |",
       "| throughput | printed | 2 | 0.25 .. 0.5 | 0.25 | 0.5000 .. 1.0000 | **off at 1 of 2** |",
       "| off: load 0.500000 | | | 0.5 | 0.25 | | **off** |", "A &lt;b>title&lt;/b> \\| with \\*marks\\*"}));
  CHECK(page.find(".svg") == std::string::npos);
  CHECK(page.find("load 0.250000") == std::string::npos);
}

TEST_CASE("what is refuted or not testable stands at the head, with the line why",
          "[testbenches][reproduce]") {
  Reproduced one = some();
  one.comparisons[0].expectation.refuted = "the cable is shared";
  one.comparisons[0].expectation.claim = "half of it";
  Comparison untestable;
  untestable.expectation.origin = Origin::Printed;
  untestable.expectation.claim = "runs on hardware";
  untestable.expectation.not_testable = "there is none";
  one.comparisons.push_back(untestable);
  CHECK(one.is_as_expected());
  const std::string page = reproduced_page({one}, "pictures", "./lab reproduce");
  CHECK(mentions(
      page,
      {"| refuted | 1 | 1 |", "| not testable here | 1 | 1 |", "## Refuted",
       "| [some](#some) | half of it (throughput) | 0.25 .. 0.5 | 0.25 | the cable is shared |",
       "| [some](#some) | runs on hardware |  | - | there is none |", "1 refuted, 1 not testable here"}));
  // What comes out, though the file says that it does not, is wrong.
  one.comparisons[0].values[0].verdict.kind = Verdict::Kind::Ok;
  CHECK_FALSE(one.is_as_expected());
  CHECK(mentions(reproduced_page({one}, "pictures", ""), {"off: said to be refuted, and comes out"}));
}

TEST_CASE("the page names the experiments that it leaves out", "[testbenches][reproduce]") {
  CHECK(mentions(reproduced_page({some()}, "pictures", "", {"long", "longer"}),
                 {"1 of the files of", "Left out here: `long`, `longer`."}));
  CHECK(reproduced_page({some()}, "pictures", "").find("Left out") == std::string::npos);
}

TEST_CASE("ratios are of printed values and equations only", "[testbenches][reproduce]") {
  for (const Origin origin : {Origin::Printed, Origin::Equation, Origin::Literature, Origin::Independent,
                              Origin::Regression, Origin::None}) {
    Reproduced one = some();
    one.comparisons[0].expectation.origin = origin;
    one.comparisons[0].values[0].verdict.kind = Verdict::Kind::Ok;
    const std::string page = reproduced_page({one}, "pictures", "");
    const bool has_ratio = origin == Origin::Printed || origin == Origin::Equation;
    CAPTURE(origin_name(origin));
    CHECK((page.find("0.5000 .. 1.0000") != std::string::npos) == has_ratio);
    CHECK((page.find("| as before |") != std::string::npos) == (origin == Origin::Regression));
    CHECK((page.find("| ok |") != std::string::npos) == (origin == Origin::None));
  }
}

TEST_CASE("files of the repository are named as they are in it", "[testbenches][reproduce]") {
  Reproduced one = some();
  const std::string file = (source_dir() / "experiments/clusters/a.toml").string();
  one.comparisons[0].values[0].keys = {{"cluster", file}};
  one.comparisons[0].values[1].keys = {{"cluster", "/elsewhere/a.toml"}};
  const std::string page = reproduced_page({one}, "pictures", "./lab reproduce");
  CHECK(mentions(page, {"| off: cluster experiments/clusters/a.toml |"}));
  one.comparisons[0].measure = "throughput over that of cluster " + file;
  CHECK(mentions(reproduced_page({one}, "pictures", "./lab reproduce"),
                 {"| throughput over that of cluster experiments/clusters/a.toml |"}));
}

TEST_CASE("a name with a dot has a link that leads to its heading", "[testbenches][reproduce]") {
  Reproduced one = some();
  one.name = "figure6.3";
  CHECK(mentions(reproduced_page({one}, "pictures", ""), {"| [figure6.3](#figure63) |", "## figure6.3\n"}));
}

TEST_CASE("of many values the page has the ends, and each that is off", "[testbenches][reproduce]") {
  Reproduced one = some();
  auto& values = one.comparisons[0].values;
  values.clear();
  for (int n = 1; n <= 100; ++n) values.push_back(value(n, n == 50 ? 75 : n, n != 50));
  const std::string page = reproduced_page({one}, "pictures", "./lab reproduce");
  CHECK(mentions(
      page, {"| throughput | printed | 100 | 1 .. 100 | 1 .. 100 | 1.0000 .. 1.5000 | **off at 1 of 100** |",
             "| off: load 50.000000 | | | 50 | 75 | | **off** |",
             "![some: published and ours](pictures/some.svg)"}));
  CHECK(page.find("load 51") == std::string::npos);
}

TEST_CASE("what has not run or has failed is not ok", "[testbenches][reproduce]") {
  Reproduced one = some();
  one.comparisons[0].values.pop_back();
  one.comparisons[0].values[0].verdict.kind = Verdict::Kind::Ok;
  CHECK(verdict_of(one) == "1 reproduced");
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
