// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/judging.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/testbenches/experiment/experiment_text.h"

using namespace xb;
using namespace xb::experiment_text;

namespace {

/// How an expectation of the waits of two loads comes out.
Outcome outcome_of_waits(const std::string& expectation, double low, double high) {
  const Experiment e = experiment("load = [0.2, 0.5]\n[expect]\n" + expectation);
  const auto configs = points_of(e);
  const std::vector<Point> points{{configs[0], queueing(low, 0.01)}, {configs[1], queueing(high, 0.01)}};
  return outcome_of(e.expectations[0], judge_all(e.expectations[0], points).counts);
}

const std::string kWait = "measure = \"queueing.mean\"\n";
const std::string kTwice = kWait + "over = {load = 0.2}\nwhere = {load = 0.5}\nvalues = 2\ntolerance = 0.1\n";

}  // namespace

TEST_CASE("a value of a source is reproduced or off, one of our own as before or off", "[testbenches]") {
  const std::string bound = kWait + "at-most = 2\n";
  for (const char* origin : {"printed", "equation", "literature", "independent"}) {
    const std::string text = bound + "origin = \"" + origin + "\"\n";
    CHECK(outcome_of_waits(text, 1, 1.5) == Outcome::Reproduced);
    CHECK(outcome_of_waits(text, 1, 2.5) == Outcome::Off);
  }
  CHECK(outcome_of_waits(bound + "origin = \"regression\"\n", 1, 1.5) == Outcome::AsBefore);
  CHECK(outcome_of_waits(bound + "origin = \"regression\"\n", 1, 2.5) == Outcome::Off);
  CHECK(outcome_of_waits(bound, 1, 1.5) == Outcome::AsExpected);
}

TEST_CASE("a claim that is said to be refuted is wrong if all points are as it says", "[testbenches]") {
  const std::string text = kWait + "at-most = 2\norigin = \"printed\"\nclaim = \"c\"\nrefuted = \"r\"\n";
  CHECK(outcome_of_waits(text, 3, 3) == Outcome::Refuted);
  CHECK(outcome_of_waits(text, 1, 3) == Outcome::Refuted);
  CHECK(outcome_of_waits(text, 1, 1) == Outcome::ComesOut);
  CHECK(is_wrong(Outcome::ComesOut));
  // 1.995 +- 0.01 may be 2 or less, or not: that refutes nothing.
  CHECK(outcome_of_waits(text, 1, 1.995) == Outcome::Off);
  CHECK(outcome_of_waits(text, 3, 1.995) == Outcome::Refuted);
  CHECK_FALSE(is_wrong(Outcome::Refuted));
}

TEST_CASE("chance refutes no claim: the whole interval has to be off, and known", "[testbenches]") {
  const std::string claim = "origin = \"printed\"\nclaim = \"c\"\nrefuted = \"r\"\n";
  CHECK(outcome_of_waits(kWait + "at-most = 2\n" + claim, 1, 2.005) == Outcome::Off);
  CHECK(outcome_of_waits(kWait + "at-most = 2\n" + claim, 1, 2.02) == Outcome::Refuted);
  CHECK(outcome_of_waits(kWait + "at-least = 2\n" + claim, 3, 1.995) == Outcome::Off);
  CHECK(outcome_of_waits(kWait + "at-least = 2\n" + claim, 3, 1.98) == Outcome::Refuted);
  const std::string value = kWait + "values = 2\ntolerance = 0.005\n";
  for (const double off : {-0.012, 0.012}) CHECK(outcome_of_waits(value + claim, 2, 2 + off) == Outcome::Off);
  for (const double off : {-0.02, 0.02})
    CHECK(outcome_of_waits(value + claim, 2, 2 + off) == Outcome::Refuted);
  // Where nothing is said to be refuted, a value that is outside is off, whatever its interval.
  CHECK(outcome_of_waits(value, 2, 2.012) == Outcome::Off);
  // A run too short for an interval.
  const Experiment e = experiment("load = 0.2\n[expect]\n" + kWait + "at-most = 2\n" + claim);
  RunResult result = queueing(9, 0.01);
  result.queueing.ci95 = {};
  const std::vector<Point> points{{points_of(e)[0], result}};
  CHECK(outcome_of(e.expectations[0], judge_all(e.expectations[0], points).counts) == Outcome::Off);
}

TEST_CASE("a measure without intervals refutes nothing in random runs, of points or in the mean",
          "[testbenches]") {
  const std::string claim = "origin = \"printed\"\nclaim = \"c\"\nrefuted = \"r\"\n";
  RunResult result = queueing(9, 0.01);
  result.latency.p99 = 100;
  const auto outcome = [&](const std::string& keys, const std::string& measure) {
    const Experiment e = experiment(keys + "[expect]\nmeasure = \"" + measure + "\"\nat-most = 2\n" + claim);
    const std::vector<Point> points{{points_of(e)[0], result}};
    return outcome_of(e.expectations[0], judge_all(e.expectations[0], points).counts);
  };
  CHECK(outcome("load = 0.2\n", "latency.p99") == Outcome::Off);
  CHECK(outcome("load = 0.2\n", "latency.p99\"\nof = \"mean") == Outcome::Off);
  CHECK(outcome("schedule = \"shift\"\n", "latency.p99") == Outcome::Refuted);  // there nothing is chance
}

TEST_CASE("of many intervals one may be off by chance: that refutes no claim", "[testbenches]") {
  const std::string claim = kWait + "at-most = 2\norigin = \"printed\"\nclaim = \"c\"\nrefuted = \"r\"\n";
  // The load of one point, or of twenty, all but the last as the claim says.
  const auto outcome = [&](const std::string& loads, double last) {
    const Experiment e = experiment("load = " + loads + "\n[expect]\n" + claim);
    std::vector<Point> points;
    for (const RunConfig& config : points_of(e)) points.push_back({config, queueing(1, 0.1)});
    points.back().result = queueing(last, 0.1);
    return outcome_of(e.expectations[0], judge_all(e.expectations[0], points).counts);
  };
  const std::string twenty = "\"0.02..0.4 step 0.02\"";
  CHECK(outcome("0.4", 2.11) == Outcome::Refuted);
  CHECK(outcome(twenty, 2.11) == Outcome::Off);
  // 3.0233 standard deviations are passed by one of 400, either way: 0.1543 here.
  CHECK(outcome(twenty, 2.153) == Outcome::Off);
  CHECK(outcome(twenty, 2.155) == Outcome::Refuted);
}

TEST_CASE("a refuted claim does not come out by some of its points", "[testbenches]") {
  const std::string keys = "load = [0.2, 0.5]\n[expect]\n", bound = kWait + "at-most = 2\n";
  const std::string claim = "origin = \"printed\"\nclaim = \"c\"\nrefuted = \"the reason\"\n";
  const auto outcome_with = [](const Experiment& e, const std::vector<std::string>& sets, double wait) {
    std::vector<Point> points;
    for (const RunConfig& config : points_of(e, sets)) points.push_back({config, queueing(wait, 0.01)});
    return outcome_of(e.expectations[0], judge_all(e.expectations[0], points).counts);
  };
  const Experiment e = experiment(keys + bound + claim);
  CHECK(outcome_with(e, {}, 1) == Outcome::ComesOut);
  CHECK(outcome_with(e, {"load=0.5"}, 1) == Outcome::Missing);
  CHECK(outcome_with(e, {"load=0.5"}, 1.995) == Outcome::Missing);
  CHECK(outcome_with(e, {"load=0.5"}, 3) == Outcome::Refuted);
  CHECK(outcome_with(e, {"load=0.1,0.3,0.4"}, 1) == Outcome::Missing);
  CHECK(outcome_with(e, {"ports=4"}, 1) == Outcome::Missing);
  // How a point is measured does not make it another one.
  CHECK(outcome_with(e, {"cycles=1000", "seed=7"}, 1) == Outcome::ComesOut);
  CHECK(outcome_with(e, {"load=0.5,0.2,0.3"}, 1) == Outcome::ComesOut);
  CHECK_FALSE(is_wrong(Outcome::Missing));
  // The mean of some points is not that of all, whatever it is.
  const Experiment mean = experiment(keys + bound + "of = \"mean\"\n" + claim);
  CHECK(outcome_with(mean, {"load=0.5"}, 1) == Outcome::Missing);
  CHECK(outcome_with(mean, {"load=0.5"}, 3) == Outcome::Missing);
  CHECK(outcome_with(mean, {}, 3) == Outcome::Refuted);
  CHECK(outcome_with(mean, {}, 1) == Outcome::ComesOut);
  // A ratio needs both of its points.
  const std::string three = "load = [0.2, 0.4, 0.5]\n[expect]\n" + kWait;
  const Experiment ratio =
      experiment(three + "over = {load = 0.2}\nwhere = {load = [0.4, 0.5]}\nat-most = 2\n" + claim);
  CHECK(outcome_with(ratio, {}, 1) == Outcome::ComesOut);
  CHECK(outcome_with(ratio, {"load=0.2,0.4"}, 1) == Outcome::Missing);
  CHECK(outcome_with(ratio, {"load=0.4,0.5"}, 1) == Outcome::Nothing);
  // In words.
  const std::vector<Point> some{{points_of(e)[1], queueing(1, 0.01)}};
  CHECK(mentions(tabulate_verdicts(e.expectations[0], some),
                 {"not judged, points are missing (1 of 2); refuted with them: the reason"}));
  CHECK(failed_expectation(e.expectations[0], some).empty());
}

TEST_CASE("what cannot be tested has no verdict, and is not wrong", "[testbenches]") {
  const std::string text = "origin = \"printed\"\nclaim = \"c\"\nnot-testable = \"n\"\n";
  CHECK(outcome_of_waits(text, 1, 1) == Outcome::NotTestable);
  CHECK_FALSE(is_wrong(Outcome::NotTestable));
}

TEST_CASE("a ratio is of two points of the file, whose intervals are added up", "[testbenches]") {
  CHECK(outcome_of_waits(kTwice + "origin = \"printed\"\n", 2, 4) == Outcome::Reproduced);
  CHECK(outcome_of_waits(kTwice + "origin = \"printed\"\n", 2, 5) == Outcome::Off);
  const Experiment e = experiment("load = [0.2, 0.5]\n[expect]\n" + kTwice);
  const auto configs = points_of(e);
  const auto verdicts =
      judge_all(e.expectations[0], {{configs[0], queueing(2, 0.1)}, {configs[1], queueing(4, 0.2)}}).verdicts;
  REQUIRE(verdicts.size() == 1);
  CHECK(verdicts[0].point == 1u);
  CHECK(verdicts[0].verdict.measured == 2);
  // 4.2 / 1.9 is farther from 2 than 3.8 / 2.1.
  CHECK(verdicts[0].verdict.ci95.value() == Approx(4.2 / 1.9 - 2));
  CHECK(verdicts[0].verdict.kind == Verdict::Kind::NotTight);
}

TEST_CASE("the interval of a ratio holds all ratios of values in both, be they below 0", "[testbenches]") {
  const Experiment e = experiment("load = [0.2, 0.5]\n[expect]\n" + kTwice);
  const auto configs = points_of(e);
  const auto verdict = [&](const RunResult& below, const RunResult& above) {
    return judge_all(e.expectations[0], {{configs[0], below}, {configs[1], above}}).verdicts.at(0).verdict;
  };
  for (const double below : {-3.0, -0.4, 0.4, 3.0}) {
    for (const double above : {-6.0, -0.2, 0.2, 6.0}) {
      CAPTURE(below, above);
      const Verdict v = verdict(queueing(below, 0.25), queueing(above, 0.5));
      CHECK(v.measured == above / below);
      double farthest = 0;
      for (int n = -10; n <= 10; ++n) {
        for (int k = -10; k <= 10; ++k)
          farthest = std::max(farthest, std::abs((above + n * 0.05) / (below + k * 0.025) - v.measured));
      }
      CHECK(v.ci95.value() == Approx(farthest));
    }
  }
  CHECK(verdict(queueing(-0.2, 0.25), queueing(1, 0)).ci95.value() == HUGE_VAL);
}

TEST_CASE("a ratio to what may be 0 refutes nothing", "[testbenches]") {
  const Experiment e = experiment("load = [0.2, 0.5]\n[expect]\n" + kTwice +
                                  "origin = \"printed\"\nclaim = \"c\"\nrefuted = \"r\"\n");
  const auto configs = points_of(e);
  const auto outcome = [&](const RunResult& below, double over) {
    const std::vector<Point> points{{configs[0], below}, {configs[1], queueing(over, 0)}};
    return outcome_of(e.expectations[0], judge_all(e.expectations[0], points).counts);
  };
  for (const double above : {0.0, 1.0}) {
    CHECK(outcome(queueing(0, {}), above) == Outcome::Off);
    CHECK(outcome(queueing(0, 0.1), above) == Outcome::Off);
    CHECK(outcome(queueing(0, 0), above) == Outcome::Off);
  }
  // What is exact is 0.
  const Experiment exact =
      experiment("schedule = \"shift\"\npackets-per-message = [1, 2]\n[expect]\n" + kWait +
                 "over = {packets-per-message = 1}\nwhere = {packets-per-message = 2}\n" +
                 "values = 2\ntolerance = 0.1\norigin = \"printed\"\nclaim = \"c\"\n" + "refuted = \"r\"\n");
  const RunResult nothing = queueing(0, {}), something = queueing(1, {});
  const auto points = points_of(exact);
  CHECK(outcome_of(exact.expectations[0],
                   judge_all(exact.expectations[0], {{points[0], nothing}, {points[1], something}}).counts) ==
        Outcome::Refuted);
}

TEST_CASE("what is too rare for a run refutes no claim of a little more", "[testbenches]") {
  // Outcome of a claim that an input is blocked in `share` of its cycles.
  const auto outcome = [](const std::string& claim, double measured, double ci95, std::uint64_t cycles) {
    const Experiment e = experiment("load = 0.1\n[expect]\norigin = \"printed\"\nclaim = \"c\"\n" +
                                    ("measure = \"hol.hol_fraction\"\nrefuted = \"r\"\n" + claim));
    RunResult result;
    result.measured_cycles = cycles;
    result.hol = {measured, ci95};
    return outcome_of(e.expectations[0], judge_all(e.expectations[0], {{points_of(e)[0], result}}).counts);
  };
  const std::string rare = "values = 1e-4\ntolerance = \"10 %\"\n", one = "at-least = 0.01\n";
  // 192 / 64000 is 0.003.
  CHECK(outcome(rare, 0, 0, 64000) == Outcome::Off);
  CHECK(outcome(rare, 2e-5, 4e-5, 64000) == Outcome::Off);
  CHECK(outcome(one, 0, 0, 64000) == Outcome::Refuted);
  CHECK(outcome(one, 0, 0, 6400) == Outcome::Off);
  CHECK(outcome(rare, 0, 0, 6400000) == Outcome::Refuted);
  // It is not too much by chance, and what is not rare not too little.
  CHECK(outcome("at-most = 1e-6\n", 2e-5, 1.5e-5, 64000) == Outcome::Refuted);
  CHECK(outcome(rare, 5e-5, 2e-5, 64000) == Outcome::Refuted);
}

TEST_CASE("a ratio is of values in the unit of its expectation", "[testbenches]") {
  const std::string twice =
      kWait + "over = {packet = 4}\nwhere = {packet = 8}\nvalues = 2\ntolerance = 0.1\n";
  const auto ratio_per = [&](const std::string& unit) {
    const Experiment e = experiment("packet = [4, 8]\n[expect]\n" + twice + "per = \"" + unit + "\"\n");
    const auto configs = points_of(e);
    return judge_all(e.expectations[0], {{configs[0], queueing(4, 0)}, {configs[1], queueing(8, 0)}})
        .verdicts.at(0)
        .verdict;
  };
  CHECK(ratio_per("cycle").measured == 2);
  CHECK(ratio_per("cell").measured == 1);
  CHECK(ratio_per("slot").measured == 1);
  CHECK(ratio_per("slot").kind == Verdict::Kind::Off);
}

TEST_CASE("a ratio of what a run has no value for ends in an error, as the value itself does",
          "[testbenches]") {
  for (const std::string over : {"", "over = {load = 0.2}\n"}) {
    const Experiment e =
        experiment("load = [0.2, 0.5]\n[expect]\nmeasure = \"queueing.ci95\"\nwhere = {load = 0.5}\n" + over +
                   "at-most = 2\n");
    const auto configs = points_of(e);
    const std::vector<Point> points{{configs[0], queueing(1, {})}, {configs[1], queueing(2, {})}};
    CHECK(message_of<RunError>([&] { judge_all(e.expectations[0], points); }) ==
          e.expectations[0].place + ": expect.measure: 'queueing.ci95' has no value in this run");
  }
}

TEST_CASE("a ratio is of two searches, wherever they end", "[testbenches]") {
  for (const std::string measure : {"found", "queueing.mean"}) {
    CAPTURE(measure);
    Expectation e;
    e.measure = measure;
    e.where = {{"ports", {"8"}}};
    e.over = {{"ports", {"4"}}};
    e.values = {2};
    e.tolerance = 0.1;
    std::vector<Point> points;
    for (const unsigned ports : {4U, 8U}) {
      RunConfig search;
      search.ports = ports;
      RunConfig config = search;
      config.cycles = 1000 * ports;
      points.push_back({config, queueing(ports, 0.2)});
      points.back().found = FoundValue{ports / 10.0, 0.02, search};
    }
    const auto verdicts = judge_all(e, points).verdicts;
    REQUIRE(verdicts.size() == 1);
    CHECK(verdicts[0].point == 1u);
    CHECK(verdicts[0].verdict.measured == Approx(2));
    CHECK(verdicts[0].verdict.ci95.value() == Approx(8.2 / 3.8 - 2));
  }
}

TEST_CASE("the mean of points has an interval: of independent runs a narrower one", "[testbenches]") {
  const auto mean_of = [](const std::string& keys, const std::vector<std::string>& sets,
                          const std::vector<RunResult>& results, const std::string& more = "") {
    const Experiment e = experiment(keys + "[expect]\n" + kWait + "of = \"mean\"\nat-most = 2\n" + more);
    std::vector<Point> points;
    for (const RunConfig& config : points_of(e, sets)) points.push_back({config, results[points.size()]});
    const auto verdicts = judge_all(e.expectations[0], points).verdicts;
    REQUIRE(verdicts.size() == 1);
    return verdicts[0].verdict;
  };
  const std::vector<RunResult> results{queueing(1, 0.3), queueing(2, 0.4)};
  const Verdict loads = mean_of("load = [0.2, 0.5]\n", {}, results);
  CHECK(loads.measured == Approx(1.5));
  CHECK(loads.ci95.value() == Approx(0.35));
  CHECK(loads.kind == Verdict::Kind::Ok);
  const Verdict seeds = mean_of("load = 0.2\nseed = [1, 2]\n", {}, results);
  CHECK(seeds.ci95.value() == Approx(0.25));
  // A longer run begins as the shorter one.
  CHECK(mean_of("load = 0.2\ncycles = [1000, 2000]\n", {}, results).ci95.value() == Approx(0.35));
  // Within the bound, and perhaps not.
  CHECK(mean_of("load = [0.2, 0.5]\n", {}, {queueing(1.5, 0.3), queueing(2, 0.3)}).kind ==
        Verdict::Kind::NotTight);
  // Off by chance refutes nothing.
  const std::string claim = "origin = \"printed\"\nclaim = \"c\"\nrefuted = \"r\"\n";
  const auto refutes = [&](double wait) {
    return mean_of("load = [0.2, 0.5]\n", {}, {queueing(wait, 0.3), queueing(wait, 0.4)}, claim).kind;
  };
  CHECK(refutes(2.3) == Verdict::Kind::NotTight);
  CHECK(refutes(2.4) == Verdict::Kind::Off);
  // Ten times 1 is 1, without a rest of rounding.
  const std::vector<RunResult> ones(10, queueing(1, 0));
  CHECK(mean_of("load = 0.2\nseed = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n", {}, ones).measured == 1);
  // One of them was too short to know its own.
  RunResult brief = queueing(9, 0.1);
  brief.queueing.ci95 = {};
  const Verdict unknown = mean_of("load = [0.2, 0.5]\n", {}, {queueing(9, 0.1), brief}, claim);
  CHECK(unknown.interval_unknown);
  CHECK_FALSE(unknown.ci95);
  CHECK(unknown.kind == Verdict::Kind::NotTight);
}

TEST_CASE("what seeds draw for a schedule is chance in the mean", "[testbenches]") {
  const auto mean_of = [](const std::string& keys, const std::string& more,
                          const std::vector<double>& values) {
    const Experiment e = experiment("schedule = \"random-order\"\n" + keys +
                                    "[expect]\nmeasure = \"completion_cycles\"\nof = \"mean\"\n" + more +
                                    "origin = \"independent\"\nclaim = \"c\"\nrefuted = \"r\"\n");
    std::vector<Point> points;
    for (const RunConfig& config : points_of(e)) {
      RunResult result;
      result.completion_cycles = static_cast<std::uint64_t>(values.at(points.size()));
      points.push_back({config, result});
    }
    return judge_all(e.expectations[0], points).verdicts.at(0).verdict;
  };
  // The mean is 5, its interval 2.365 sqrt(32/7) / sqrt(8).
  const std::vector<double> drawn{2, 4, 4, 4, 5, 5, 7, 9};
  const Verdict mean = mean_of("seeds = 8\n", "at-least = 6.5\n", drawn);
  CHECK(mean.measured == 5);
  CHECK(mean.ci95.value() == Approx(2.3646 * std::sqrt(32.0 / 7) / std::sqrt(8.0)).epsilon(1e-4));
  CHECK(mean.kind == Verdict::Kind::NotTight);
  CHECK(mean_of("seeds = 8\n", "at-least = 7\n", drawn).kind == Verdict::Kind::Off);
  // The ratio to the point of the same seed.
  const std::string ratio = "packets-per-message = [1, 2]\n";
  const std::string over = "over = {packets-per-message = 1}\nwhere = {packets-per-message = 2}\n";
  CHECK(mean_of(ratio + "seeds = 3\n", over + "at-least = 3.5\n", {1, 1, 1, 2, 3, 4}).kind ==
        Verdict::Kind::NotTight);
  // One run, and runs of several points, are what they are.
  CHECK_FALSE(mean_of("seeds = 1\n", "at-least = 7\n", {5}).ci95);
  CHECK_FALSE(mean_of(ratio, "at-least = 7\n", {1, 2}).ci95);
  CHECK_FALSE(mean_of("seeds = 3\n", "at-least = 7\n", {5, 5, 5}).ci95);
}

TEST_CASE("the mean of what searches find is off by their steps, whatever the seeds", "[testbenches]") {
  Expectation e;
  e.measure = kFoundMeasure;
  e.of_mean = true;
  e.at_most = 2;
  std::vector<Point> points;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    RunConfig config;
    config.seed = seed;
    points.push_back({config, queueing(1, 0.1)});
    points.back().found = FoundValue{1, 0.5, config};
  }
  CHECK(judge_all(e, points).verdicts.at(0).verdict.ci95.value() == Approx(0.5));
}

TEST_CASE("a claim says its origin where it has one", "[testbenches]") {
  const auto table = [](const std::string& origin) {
    const Experiment e =
        experiment("load = 0.2\n[expect]\n" + kWait + "at-most = 2\nclaim = \"c\"\n" + origin);
    return tabulate_verdicts(e.expectations[0], {{points_of(e)[0], queueing(1, 0.01)}});
  };
  CHECK(table("").substr(0, 9) == "claim: c\n");
  CHECK(table("origin = \"printed\"\n").substr(0, 19) == "claim (printed): c\n");
}

TEST_CASE("a ratio to a point that the file does not have is refused", "[testbenches]") {
  const std::string text =
      message("load = [0.2, 0.5]\n[expect]\n" + kWait + "over = {load = 0.3}\nat-most = 2\n");
  INFO(text);
  CHECK(text.find("the file has no such point") != std::string::npos);
}
