// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/expectation.h"

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/experiment/judging.h"
#include "testbenches/experiment/point.h"
#include "testbenches/program/text_report.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
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

const std::string kOneBound = "load = [0.2, 0.5]\n[expect]\nmeasure = \"throughput\"\nat-most = 1\n";

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
schedule = "shift"

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

TEST_CASE("of no packets there is no latency, wait or lag to judge", "[testbenches]") {
  RunConfig config = config_of("cycles 2000, load 0.1, class-mix 0:1, classes 2, reference oq, engine fast");
  const RunResult some = run_point(config);
  CHECK(measured_value(config, some, "latency.mean"));
  CHECK(measured_value(config, some, "queueing.p50")->value == 0);
  CHECK(measured_value(config, some, "classes.0.latency.mean"));
  CHECK_FALSE(measured_value(config, some, "classes.1.latency.mean"));
  config.traffic->load = 0;
  const RunResult none = run_point(config);
  for (const char* time :
       {"latency.mean", "latency.max", "queueing.p50", "lag.mean", "classes.0.queueing.mean"}) {
    CAPTURE(time);
    CHECK_FALSE(measured_value(config, none, time));
  }
  CHECK(measured_value(config, none, "throughput")->value == 0);
}

TEST_CASE("values stay with their points when others are left out or more is measured", "[testbenches]") {
  const Experiment e = experiment(kListed);
  const auto points = points_of(e, {"load=0.5,0.6", "seed=7", "cycles=10", "engine=fast"});
  REQUIRE(points.size() == 4);
  CHECK(e.expectations.at(0).expected(points[0]) == 3.0);
  CHECK(e.expectations.at(0).expected(points[1]) == 4.0);
  CHECK_FALSE(e.expectations.at(0).expected(points[2]));
}

TEST_CASE("values of points that differ in cycles, seed or engine alone are their own", "[testbenches]") {
  const std::string rest = "[expect]\nmeasure = \"throughput\"\ntolerance = 1\nvalues = [1, 2]\n";
  for (const std::string keys :
       {"cycles = [100, 2000]\n", "seed = [1, 2]\n", "engine = [\"fast\", \"systemc\"]\n"}) {
    CAPTURE(keys);
    const Experiment e = experiment(keys + rest);
    const auto points = points_of(e);
    REQUIRE(points.size() == 2);
    CHECK(e.expectations[0].expected(points[0]) == 1.0);
    CHECK(e.expectations[0].expected(points[1]) == 2.0);
  }
  const Experiment long_ones = experiment("cycles = [100, 2000]\n" + rest);
  CHECK(long_ones.expectations[0].expected(points_of(long_ones, {"seed=7"}).at(1)) == 2.0);
  CHECK_FALSE(long_ones.expectations[0].expected(points_of(long_ones, {"cycles=50"}).at(0)));  // either's
  CHECK(mentions(message_of<InputError>([&] { experiment("load = [0.5, 0.50]\n" + rest); }),
                 {"x.toml:5:10: expect.values: 1 and 2 are not allowed for one point"}));
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
  const std::string text = replaced(kListed, "\"10 %\"", "\"none\"");
  const Experiment e = experiment(text);
  CHECK_FALSE(e.expectations[0].is_judged());
  const RunConfig point = points_of(e)[3];
  const Verdict far_off = judge(e.expectations[0], point, queueing(8000, 2)).value();
  CHECK(far_off.kind == Verdict::Kind::Ok);
  CHECK(far_off.expected == 4);
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK(judge(e.expectations[0], point, queueing(none, {})).has_value());
}

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

TEST_CASE("an expectation that could not fail is bad input", "[testbenches]") {
  const auto with = [](const std::string& lines) {
    return message("load = [0.2, 0.5]\n[expect]\nmeasure = \"throughput\"\n" + lines);
  };
  for (const std::string number : {"nan", "inf", "-inf"}) {
    CAPTURE(number);
    CHECK(mentions(with("tolerance = 1\nvalues = " + number), {"x.toml:5:10: expect.values", "finite"}));
    CHECK(mentions(with("tolerance = 1\nvalues = [1, " + number + "]"), {"x.toml:5:14: expect.values"}));
    CHECK(mentions(with("tolerance = " + number + "\nvalues = 1"), {"x.toml:4:13: expect.tolerance"}));
    CHECK(mentions(with("at-least = " + number), {"x.toml:4:12: expect.at-least", "finite"}));
    CHECK(mentions(with("at-most = " + number), {"x.toml:4:11: expect.at-most", "finite"}));
  }
  CHECK(mentions(with("tolerance = 1\nvalues = []"), {"x.toml:5:10: expect.values: '[]'", "finite"}));
  CHECK(mentions(with("at-most = \"1\""), {"expect.at-most", "finite numbers"}));
  CHECK(mentions(with("at-most = true"), {"expect.at-most", "finite numbers"}));
  CHECK(mentions(with("at-least = 2\nat-most = 1"), {"expect.at-least: '2'", "at-most, 1"}));
  CHECK(mentions(with("at-least = 2\ntolerance = 1"), {"incomplete or too much", "at-least"}));
  CHECK(mentions(with("at-least = 2\nvalues = 1\ntolerance = 1"), {"incomplete or too much"}));
}

TEST_CASE("an expectation that cannot be met is bad input, with file and line", "[testbenches]") {
  const auto with = [](const std::string& lines) { return "load = [0.2, 0.5]\n[expect]\n" + lines; };
  const std::string rest = "tolerance = 1\nvalues = 1\n";
  CHECK(mentions(message(with("measure = \"delay\"\n" + rest)),
                 {"x.toml:3:11: expect.measure: 'delay'", "queueing.mean", "loss"}));
  for (const std::string number : {"16", "-1", "01", "QUEUE", "99999999999999999999"})
    CHECK(mentions(message(with("measure = \"occupancy.per_queue." + number + ".mean\"\n" + rest)),
                   {"x.toml:3:11: expect.measure: 'occupancy.per_queue." + number +
                    ".mean' is not allowed; allowed: occupancy.per_queue.QUEUE.mean with QUEUE 0..15  |"}));
  CHECK(mentions(message("classes = 2\nswitch = \"voq\"\n[expect]\nmeasure = \"classes.2.loss\"\n" + rest),
                 {"allowed: classes.CLASS.loss with CLASS 0..1"}));
  for (const std::string path :
       {"hol.blame", ".", "throughput.", ".throughput", "queueing/mean", "/throughput", "queueing~1mean",
        "throughput.mean", "occupancy.per_queue.-.mean", "occupancy.per_queue.01.mean",
        "occupancy.per_queue.99999999999999999999.mean"}) {
    CAPTURE(path);
    CHECK(mentions(message(with("measure = \"" + path + "\"\n" + rest)),
                   {"x.toml:3:11: expect.measure: '" + path + "' is not allowed; allowed: "}));
  }
  const std::string shift = "schedule = \"shift\"\n[expect]\n";
  CHECK(mentions(message(shift + "measure = \"hosts\"\n" + rest), {"'hosts'", "hosts.paging_hosts"}));
  // What the points of the file never have is refused before they run.
  CHECK(
      mentions(message(with("measure = \"completion_seconds\"\n" + rest)), {"'completion_seconds' is not"}));
  CHECK_NOTHROW(experiment(shift + "measure = \"completion_seconds\"\n" + rest));
  const std::string nu = "measure = \"global_window.nu\"\n" + rest;
  CHECK(
      mentions(message("schedule = \"shift\"\nglobal-window = 9\n[expect]\n" + nu), {"'global_window.nu'"}));
  CHECK_NOTHROW(experiment("schedule = \"shift\"\nglobal-window = \"auto\"\n[expect]\n" + nu));
  const std::string lag = "measure = \"lag.by_rank.max\"\n" + rest;
  CHECK(mentions(message(with(lag)), {"'lag.by_rank.max'"}));
  CHECK_NOTHROW(experiment("reference = \"oq\"\n[expect]\n" + lag));
  CHECK(mentions(message(with("measure = \"throughput\"\ntheory = \"mine\"\ntolerance = 1\n")),
                 {"x.toml:4:10: expect.theory: 'mine'", "output-wait"}));
  CHECK(mentions(message(with("measure = \"throughput\"\ntheory = \"output-wait\"\ntolerance = 1\n")),
                 {"expect.theory", "covers"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nvalues = [1, 2, 3]\ntolerance = 1\n")),
                 {"3 values", "2 points"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nvalues = [\"x\"]\ntolerance = 1\n")), {"numbers"}));
  CHECK(mentions(message(with("measure = \"throughput\"\ntolerance = \"2\\u2030\"\nvalues = 1\n")),
                 {"x.toml:4:13: expect.tolerance"}));
  CHECK(
      mentions(message(with("measure = \"throughput\"\nper = \"day\"\n" + rest)), {"cycle beat slot cell"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nwithin = 1\n" + rest)),
                 {"unknown key 'expect.within'"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nvalues = 1\n")), {"incomplete", "tolerance"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nwhere = {load = 0.7}\n" + rest)), {"expect.where"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nwhere = {load = 7}\n" + rest)), {"load: '7'"}));
  CHECK(mentions(message("packet = \"1..2\"\n[expect]\nmeasure = \"queueing.mean\"\nper = \"slot\"\n" + rest),
                 {"expect.per", "mixed"}));
  const std::string of_class = "[expect]\nmeasure = \"classes.0.queueing.mean\"\nper = \"slot\"\n" + rest;
  for (const std::string own : {"0:16", "1:2", "0:4..5"}) {
    CHECK(mentions(message("packet = 4\nclasses = 2\nclass-packet = \"" + own + "\"\n" + of_class),
                   {"expect.per", "mixed"}));
  }
  CHECK_NOTHROW(experiment("packet = 4\nclasses = 2\nclass-packet = \"0:4\"\n" + of_class));
  const Experiment eight = experiment("classes = 2\nclass-packet = \"0:8,1:8\"\n" + of_class);
  RunResult result;
  result.classes.resize(2);
  result.classes[0].delivered_packets = 1;
  result.classes[0].queueing.mean = 16;
  CHECK(judge(eight.expectations[0], points_of(eight)[0], result)->measured == 2);  // slots of 8 beats
  for (const std::string unit : {"slot", "cell"}) {
    for (const std::string measure : {"throughput", "delivered_packets", "hol.hol_fraction"})
      CHECK(mentions(message(with("measure = \"" + measure + "\"\nper = \"" + unit + "\"\n" + rest)),
                     {"expect.per: not allowed with measure " + measure, "allowed: cycle"}));
  }
  CHECK(mentions(message(with("measure = \"throughput\"\ntolerance = \"-0 %\"\nvalues = 1\n")),
                 {"expect.tolerance: '-0 %'"}));
}

TEST_CASE("a theory in slots is for times in slots, one of shares for shares", "[testbenches]") {
  const auto with = [](const std::string& packet, const std::string& rest) {
    return "switch = \"output\"\nports = 4\nload = 0.5\npacket = " + packet +
           "\n[expect]\ntolerance = 1\ntheory = \"output-wait\"\n" + rest;
  };
  CHECK(mentions(message(with("4", "measure = \"queueing.mean\"\n")),
                 {"expect.per: 'cycle' is not allowed with theory output-wait; allowed: slot"}));
  experiment(with("4", "measure = \"queueing.mean\"\nper = \"slot\"\n"));
  CHECK(mentions(message(with("4", "measure = \"throughput\"\n")),
                 {"expect.measure: 'throughput' is not allowed with theory output-wait", "cycles or beats"}));
  CHECK(mentions(
      message("load = 1\n[expect]\nmeasure = \"queueing.mean\"\ntolerance = 1\n"
              "theory = \"input-saturation\"\n"),
      {"expect.measure: 'queueing.mean' is not allowed with theory input-saturation; allowed: a share"}));
}

TEST_CASE("lengths in bytes have measures of bytes, and others have not", "[testbenches]") {
  const std::string expect = "[expect]\nmeasure = \"wire_throughput\"\ntolerance = 1\nvalues = 1\n";
  CHECK(experiment("packet = \"64B\"\n" + expect).points().size() == 1);
  CHECK(experiment("packet = \"64B\"\ntopology = \"two-switches(2,2)\"\n" + expect).points().size() == 1);
  CHECK(mentions(message("packet = 4\n" + expect), {"expect.measure: 'wire_throughput'"}));
}

TEST_CASE("what an expectation says of its source is checked", "[testbenches]") {
  const auto with = [](const std::string& lines) { return message(kOneBound + lines); };
  CHECK_NOTHROW(experiment(kOneBound + "origin = \"printed\""));
  CHECK(mentions(with("origin = \"print\""), {"x.toml:5:10: expect.origin: 'print'",
                                              "printed equation literature independent regression"}));
  CHECK_NOTHROW(experiment(kOneBound + "origin = \"equation\"\nrefuted = \"why\""));
  for (const std::string origin : {"", "origin = \"regression\"\n"})
    CHECK(mentions(with(origin + "refuted = \"why\""), {"expect.refuted", "origin that is not regression"}));
  const std::string what = "origin = \"printed\"\nclaim = \"c\"\n", why = "not-testable = \"why\"\n";
  CHECK_NOTHROW(experiment("[expect]\n" + what + why));
  CHECK(mentions(with(what + why), {"x.toml:7:16: expect.not-testable", "and nothing else"}));
  for (const std::string part : {"origin = \"printed\"\n", "claim = \"c\"\n"})
    CHECK(mentions(message("[expect]\n" + part + why), {"expect.not-testable", "with claim and origin"}));
}

TEST_CASE("the point that a ratio is to has to be there, and another one", "[testbenches]") {
  const auto with = [](const std::string& lines) { return message(kOneBound + lines); };
  CHECK_NOTHROW(experiment(kOneBound + "where = {load = 0.5}\nover = {load = 0.2}"));
  CHECK(mentions(with("over = {load = 0.2}"), {"x.toml:5:8: expect.over", "values that it does not have"}));
  CHECK(mentions(with("where = {load = 0.5}\nover = {load = 0.3}"), {"expect.over", "no such point"}));
  CHECK(mentions(with("over = {load = [0.2, 0.5]}"), {"expect.over", "each with one value"}));
  CHECK(mentions(with("over = {lod = 0.2}"), {"lod"}));
  CHECK(mentions(with("over = {}"), {"x.toml:5:8: expect.over", "each with one value"}));
  CHECK(mentions(with("over = 1"), {"expect.over: '1' is not allowed; allowed: a table"}));
}
