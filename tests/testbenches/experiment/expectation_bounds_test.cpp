// SPDX-License-Identifier: Apache-2.0

#include "host/point/run_config.h"
#include "testbenches/experiment/expectation.h"
#include "testbenches/experiment/judging.h"
#include "tests/catch.h"
#include "tests/testbenches/experiment/experiment_text.h"

using namespace xb;
using namespace xb::experiment_text;

TEST_CASE("bounds are kept by the whole interval, or it is not tight enough", "[testbenches]") {
  const Experiment e = experiment(R"(
packet = 10
[[expect]]
measure = "queueing.mean"
per = "slot"
at-least = 1.5
[[expect]]
measure = "queueing.mean"
at-most = 20
[[expect]]
measure = "queueing.mean"
at-least = 15
at-most = 20
where = {packet = 10}
)");
  const RunConfig point = points_of(e).front();
  const auto kind = [&](std::size_t which, double mean, std::optional<double> ci95) {
    return judge(e.expectations[which], point, queueing(mean, ci95)).value().kind;
  };
  CHECK(kind(0, 15, 0) == Verdict::Kind::Ok);
  CHECK(kind(0, 15, {}) == Verdict::Kind::Ok);  // interval unknown
  CHECK(kind(0, 14.9, 0) == Verdict::Kind::Off);
  CHECK(kind(0, 16, 0.9) == Verdict::Kind::Ok);
  CHECK(kind(0, 16, 1.1) == Verdict::Kind::NotTight);
  CHECK(kind(1, 20, 0) == Verdict::Kind::Ok);
  CHECK(kind(1, 20.1, 1) == Verdict::Kind::Off);
  CHECK(kind(1, 19, 1.1) == Verdict::Kind::NotTight);
  CHECK(kind(2, 17, 1.9) == Verdict::Kind::Ok);
  CHECK(kind(2, 14, 1) == Verdict::Kind::Off);
  CHECK(kind(2, 21, 1) == Verdict::Kind::Off);
  CHECK(kind(2, 17.5, 2.6) == Verdict::Kind::NotTight);
  RunConfig other = point;
  other.packet_min = other.packet_max = 9;
  CHECK_FALSE(judge(e.expectations[2], other, queueing(17, 1)));
  const std::string both = tabulate_verdicts(e.expectations[2], {{point, queueing(14, 1)}});
  CHECK(mentions(both, {"at least", "at most", "15", "20", "FAIL"}));
  CHECK_FALSE(mentions(both, {"tolerance"}));
  CHECK(mentions(tabulate_verdicts(e.expectations[0], {{point, queueing(16, 0)}}), {"1.5", "0", "ok"}));
}

TEST_CASE("the mean of points is judged where that is asked for", "[testbenches]") {
  const Experiment e = experiment(R"(
load = [0.2, 0.5, 0.7]
[[expect]]
measure = "queueing.mean"
of = "mean"
tolerance = "10 %"
values = 10
where = {load = [0.2, 0.5]}
[[expect]]
measure = "queueing.mean"
of = "mean"
at-most = 10
[[expect]]
measure = "queueing.mean"
of = "points"
at-most = 10
)");
  const auto configs = points_of(e);
  const auto verdicts = [&](std::size_t which, double first, double second, double third) {
    return judge_all(e.expectations[which], {{configs[0], queueing(first, {})},
                                             {configs[1], queueing(second, 5)},
                                             {configs[2], queueing(third, {})}})
        .verdicts;
  };
  const auto mean = verdicts(0, 1, 20, 999);
  REQUIRE(mean.size() == 1);
  CHECK_FALSE(mean.front().point);
  CHECK(mean.front().verdict.measured == 10.5);
  CHECK(mean.front().verdict.tolerance == 1);
  CHECK(mean.front().verdict.kind == Verdict::Kind::Ok);
  CHECK(verdicts(0, 1, 22, 10).front().verdict.kind == Verdict::Kind::Off);
  CHECK(verdicts(1, 1, 22, 7).front().verdict.kind == Verdict::Kind::Ok);
  CHECK(verdicts(1, 1, 22, 8).front().verdict.kind == Verdict::Kind::Off);
  const auto each = verdicts(2, 1, 22, 7);
  REQUIRE(each.size() == 3);
  CHECK(each[1].point == 1U);
  CHECK(each[1].verdict.kind == Verdict::Kind::Off);
  CHECK(mentions(tabulate_verdicts(e.expectations[1], {{configs[0], queueing(11, {})}}), {"mean", "FAIL"}));
  const auto with = [](const std::string& lines) {
    return message("load = [0.2, 0.5]\n[expect]\nmeasure = \"throughput\"\n" + lines);
  };
  CHECK(mentions(with("of = \"median\"\nat-most = 1"), {"x.toml:4:6: expect.of: 'median'", "points mean"}));
  CHECK(mentions(with("of = \"mean\"\ntolerance = 1\nvalues = [1, 2]"), {"expect.of: 'mean'", "one value"}));
}

TEST_CASE("limits are expectations in short", "[testbenches]") {
  const Experiment e = experiment("load = 0.5\nlimits = [\"throughput>=.49\", \" queueing.mean  <= 10 \"]\n");
  REQUIRE(e.expectations.size() == 2);
  CHECK(e.expectations[0].at_least == 0.49);
  CHECK_FALSE(e.expectations[0].at_most);
  const RunConfig config = points_of(e).front();
  CHECK(judge(e.expectations[1], config, queueing(9, 0.5))->kind == Verdict::Kind::Ok);
  CHECK(judge(e.expectations[1], config, queueing(9, 2))->kind == Verdict::Kind::NotTight);
  CHECK(judge(e.expectations[1], config, queueing(11, 0.5))->kind == Verdict::Kind::Off);
}

TEST_CASE("limits that say nothing are bad input, in the words of the file", "[testbenches]") {
  for (const std::string text :
       {"\"throughput\"", "\"throughput > 0.5\"", "\"throughput = 0.5\"", "\">= 0.5\"", "[]",
        "\"throughput >= \"", "\"throughput >= nan\"", "\"0 <= throughput <= 1\"", "0.5"}) {
    CAPTURE(text);
    CHECK(mentions(message("load = 0.5\nlimits = " + text),
                   {"x.toml:2:10: limits: ", "a measure, >= or <=, and a number"}));
  }
  CHECK(mentions(message("load = 0.5\nlimits = [\"loss <= 1\",\n\"thruput <= 1\"]"),
                 {"x.toml:3:1: limits: 'thruput' is not allowed; allowed: ", " throughput "}));
}
