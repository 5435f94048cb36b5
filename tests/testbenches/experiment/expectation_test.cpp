// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/expectation.h"

#include "host/point/run_config.h"
#include "testbenches/experiment/judging.h"
#include "testbenches/program/text_report.h"
#include "tests/catch.h"
#include "tests/testbenches/experiment/experiment_text.h"

using namespace xb;
using namespace xb::experiment_text;

namespace {

constexpr const char* kListed = R"(
title = "t"
source = "s"
load = [0.2, 0.5]
packet = [10, 20]

[expect]
measure = "queueing.mean"
per = "slot"
tolerance = "10 %"
values = [[1, 2], [3, 4]]
)";

}  // namespace

TEST_CASE("listed values belong to the points in the order of the file", "[testbenches]") {
  const Experiment e = experiment(kListed);
  CHECK(e.title == "t");
  CHECK(e.source == "s");
  const auto points = points_of(e);
  REQUIRE(points.size() == 4);
  for (std::size_t n = 0; n < 4; ++n) CHECK(e.expectations.at(0).expected(points[n]) == n + 1.0);
}

TEST_CASE("what hosts count is a measure of schedules", "[testbenches]") {
  const Experiment e = experiment(R"(
title = "t"
source = "s"

[expect]
measure = "hosts.paging_hosts"
at-most = 3
)");
  RunResult result;
  CHECK_THROWS_AS(judge(e.expectations[0], e.points()[0], result), RunError);
  result.hosts.emplace().paging_hosts = 3;
  CHECK(judge(e.expectations[0], e.points()[0], result)->kind == Verdict::Kind::Ok);
  result.hosts->paging_hosts = 4;
  CHECK(judge(e.expectations[0], e.points()[0], result)->kind == Verdict::Kind::Off);
}

TEST_CASE("values stay with their points when others are left out or more is measured", "[testbenches]") {
  const Experiment e = experiment(kListed);
  const auto points = points_of(e, {"load=0.5,0.6", "seed=7", "cycles=10", "engine=fast"});
  REQUIRE(points.size() == 4);
  CHECK(e.expectations.at(0).expected(points[0]) == 3.0);
  CHECK(e.expectations.at(0).expected(points[1]) == 4.0);
  CHECK_FALSE(e.expectations.at(0).expected(points[2]));
}

TEST_CASE("a value is judged in its unit, within its tolerance, and only if it is known so well",
          "[testbenches]") {
  const Experiment e = experiment(kListed);
  const RunConfig point = points_of(e)[3];  // 20 beats a slot, 4 slots expected
  const auto verdict = [&](double mean, std::optional<double> ci95) {
    return judge(e.expectations[0], point, queueing(mean, ci95)).value();
  };
  CHECK(verdict(81, 2).kind == Verdict::Kind::Ok);
  CHECK(verdict(81, 2).measured == Approx(4.05));
  CHECK(verdict(81, 2).expected == 4);
  CHECK(verdict(81, 2).tolerance == Approx(0.4));
  CHECK(*verdict(81, 2).ci95 == Approx(0.1));
  CHECK(verdict(87.9, 2).kind == Verdict::Kind::Ok);
  CHECK(verdict(88.1, 2).kind == Verdict::Kind::Off);
  CHECK(verdict(71.9, 2).kind == Verdict::Kind::Off);
  CHECK(verdict(81, 8.1).kind == Verdict::Kind::NotTight);
  CHECK(verdict(81, 0).kind == Verdict::Kind::Ok);
  CHECK(verdict(81, 0).ci95 == 0.0);  // known exactly
  CHECK_FALSE(verdict(81, 0).interval_unknown);
}

TEST_CASE("a value whose interval is unknown is judged by itself, and the table says so", "[testbenches]") {
  const Experiment e = experiment(kListed);
  const RunConfig point = points_of(e)[3];
  const auto unknown = [&](double mean) {
    return judge(e.expectations[0], point, queueing(mean, {})).value();
  };
  CHECK(unknown(81).kind == Verdict::Kind::Ok);
  CHECK(unknown(81).interval_unknown);
  CHECK_FALSE(unknown(81).ci95);
  CHECK(unknown(88.1).kind == Verdict::Kind::Off);
  CHECK(mentions(tabulate_verdicts(e.expectations[0], {{point, queueing(81, {})}}),
                 {"?", "ok (interval unknown)"}));
  const std::string exact = tabulate_verdicts(e.expectations[0], {{point, queueing(81, 0)}});
  CHECK_FALSE(mentions(exact, {"unknown"}));
  CHECK_FALSE(mentions(exact, {"?"}));
}

TEST_CASE("reports say unknown where an interval is, and 0 where it is exact", "[testbenches]") {
  RunConfig config;
  RunResult r = queueing(81, {});
  CHECK(mentions(describe_point({config, r}),
                 {"81.000 +- unknown cycles", "0.0000 +- unknown of the line rate"}));
  CHECK(mentions(tabulate_points({{config, r}}), {" ?  "}));
  r.queueing.ci95 = r.throughput.ci95 = 0;
  CHECK(
      mentions(describe_point({config, r}), {"81.000 +- 0.000 cycles", "0.0000 +- 0.0000 of the line rate"}));
  CHECK_FALSE(mentions(tabulate_points({{config, r}}), {"?"}));
  r.queueing.ci95.reset();
  r.throughput.ci95.reset();
  config.schedule = "shift";  // has no steady state: nothing to know
  r.completion_cycles = 1;
  r.completion_seconds = 1;
  CHECK_FALSE(mentions(describe_point({config, r}), {"+-"}));
  CHECK_FALSE(mentions(tabulate_points({{config, r}}), {"?"}));
}

TEST_CASE("a slot of a switch with speed-up is as many cycles as its packet takes on the links",
          "[testbenches]") {
  const Experiment e = experiment(R"(
switch = "voq"
speedup = 2
packet = 10
[[expect]]
measure = "queueing.mean"
per = "slot"
tolerance = 0.1
values = 4
[[expect]]
measure = "occupancy.mean"
per = "cell"
tolerance = 0.1
values = 8
)");
  const RunConfig point = points_of(e).front();
  RunResult result = queueing(80, 1);
  result.occupancy_beats.mean = 80;  // cells are beats whatever the links' rate
  CHECK(judge(e.expectations[0], point, result)->measured == 4);
  CHECK(judge(e.expectations[0], point, result)->ci95 == 0.05);
  CHECK(judge(e.expectations[1], point, result)->measured == 8);
}

TEST_CASE("a value may be expected absolutely, in cells, of one queue, or of points with a key only",
          "[testbenches]") {
  const Experiment e = experiment(R"(
switch = "input"
packet = [4, 8]
load = 1
[[expect]]
measure = "occupancy.per_queue.3.mean"
per = "cell"
tolerance = 1
values = 10
where = {packet = 8}
[[expect]]
measure = "throughput"
tolerance = 0.003
theory = "input-saturation"
)");
  const auto points = points_of(e);
  RunResult result;
  result.per_queue.resize(16);
  result.per_queue[3].mean = 87;
  result.throughput.mean = 0.6;
  result.throughput.ci95 = 0.001;
  CHECK_FALSE(judge(e.expectations[0], points[0], result));
  CHECK(judge(e.expectations[0], points[1], result)->measured == Approx(10.875));
  CHECK(judge(e.expectations[0], points[1], result)->kind == Verdict::Kind::Ok);
  CHECK(judge(e.expectations[1], points[0], result)->expected == 0.601616);
  CHECK(judge(e.expectations[1], points[0], result)->kind == Verdict::Kind::Ok);
  const std::string table = tabulate_verdicts(e.expectations[1], {{points[0], result}, {points[1], result}});
  CHECK(mentions(table, {"throughput", "expected", "deviation", "tolerance", "0.60162", "-0.0016", "ok"}));
  result.throughput.mean = 0.59;
  CHECK(mentions(tabulate_verdicts(e.expectations[1], {{points[0], result}}), {"FAIL"}));
}

TEST_CASE("what is not a number is not as expected", "[testbenches]") {
  const Experiment e = experiment(R"(
[[expect]]
measure = "queueing.mean"
tolerance = "2 %"
values = 1
[[expect]]
measure = "queueing.mean"
at-most = 1
[[expect]]
measure = "queueing.mean"
at-least = 1
)");
  const RunConfig point = points_of(e).front();
  for (const auto& expectation : e.expectations) {
    for (const double mean : {std::nan(""), HUGE_VAL, -HUGE_VAL})
      CHECK(judge(expectation, point, queueing(mean, 0))->kind == Verdict::Kind::Off);
  }
}

TEST_CASE("a value with tolerance none stands beside what is measured, and is not judged", "[testbenches]") {
  std::string text = kListed;
  text.replace(text.find("\"10 %\""), 6, "\"none\"");
  const Experiment e = experiment(text);
  CHECK_FALSE(e.expectations[0].is_judged());
  const RunConfig point = points_of(e)[3];
  const Verdict far_off = judge(e.expectations[0], point, queueing(8000, 2)).value();
  CHECK(far_off.kind == Verdict::Kind::Ok);
  CHECK(far_off.expected == 4);
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(judge(e.expectations[0], point, queueing(none, {})).has_value());
}
