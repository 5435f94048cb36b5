// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/comparison.h"

#include <algorithm>
#include <fstream>

#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/study/study_run.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// Throughputs that are made up: a tenth more than the load, and one that is far off.
RunResult tenth_more(const Setup& setup) {
  if (setup.config.traffic->load == 0.9 && setup.config.ports == 4) throw RunError("no result");
  RunResult result;
  result.offered_load = setup.config.traffic->load;
  result.throughput.ci95 = 0.001;
  // Nothing beyond load 0.6 is carried.
  if (setup.config.engine == Engine::Systemc) {
    result.throughput.mean = std::min(setup.config.traffic->load, 0.6);
    return result;
  }
  result.throughput.mean = setup.config.traffic->load * (setup.config.ports == 2 ? 1.1 : 2.0);
  return result;
}

constexpr const char* kTwoSweeps = R"(
title = "a title"
source = "a paper, figure 1"
engine = "fast"
quick = true
ports = [2, 4]
load = [0.1, 0.2, 0.4]

[[expect]]
measure = "throughput"
values = [0.1, 0.2, 0.4, 0.1, 0.2, 0.4]
tolerance = "20 %"

[[expect]]
measure = "throughput"
at-least = 0.3
of = "mean"
where = {ports = 4}
)";

struct Run {
  ScratchFolder folder;
  Experiment experiment;
  Reproduced reproduced;

  explicit Run(const std::string& text) {
    std::ofstream(folder.path() / "some.toml") << text;
    experiment = read_experiment(folder.path() / "some.toml");
    const StudyRunner runner = [](Study& study, bool retry_failed) {
      return run_study(study, {1, retry_failed, true, tenth_more});
    };
    if (experiment.search) {
      StudySearches searches(experiment.search, search_plans(experiment));
      Study study = make_study(folder.path() / "out", {}, {{"xbarlab", "test"}});
      study.folder.create();
      run_searches(searches, study, false, runner);
      reproduced = compare_study("some", experiment, study, &searches);
      return;
    }
    Study study = make_study(folder.path() / "out", experiment.points(), {{"xbarlab", "test"}});
    study.folder.create();
    runner(study, false);
    reproduced = compare_study("some", experiment, study);
  }
};

}  // namespace

TEST_CASE("each value stands beside what is published, and what is off is counted",
          "[testbenches][reproduce]") {
  const Run run(kTwoSweeps);
  const Reproduced& found = run.reproduced;
  CHECK(run.experiment.quick);
  CHECK(found.title == "a title");
  CHECK(found.points == 6);
  CHECK(found.is_whole());
  REQUIRE(found.comparisons.size() == 2);
  CHECK(found.comparisons[0].measure == "throughput");
  REQUIRE(found.comparisons[0].values.size() == 6);
  CHECK(*found.comparisons[0].values[0].ratio() == Approx(1.1));
  CHECK(found.comparisons[0].values[0].verdict.kind == Verdict::Kind::Ok);
  CHECK(*found.comparisons[0].values[5].ratio() == Approx(2));
  CHECK(found.comparisons[0].values[5].verdict.kind != Verdict::Kind::Ok);
  CHECK(found.comparisons[0].off() == 3);
  CHECK(found.comparisons[1].measure == "mean of throughput: ports 4");
  CHECK(found.comparisons[1].bounds == "at least 0.3");
  REQUIRE(found.comparisons[1].values.size() == 1);
  CHECK(found.comparisons[1].values[0].verdict.measured == Approx(1.4 / 3));
  CHECK_FALSE(found.comparisons[1].values[0].ratio());
  CHECK(found.wrong() == 1);
  CHECK(found.checks() == 7);
}

TEST_CASE("a mean is judged only where every point has run", "[testbenches][reproduce]") {
  const std::string text = replaced(kTwoSweeps, "[0.1, 0.2, 0.4]", "[0.1, 0.2, 0.9]");
  const Reproduced found = Run(text).reproduced;
  CHECK(found.done == 5);
  CHECK(found.failed == 1);
  CHECK_FALSE(found.is_whole());
  CHECK(found.comparisons[0].values.size() == 5);
  CHECK(found.comparisons[1].values.empty());
}

TEST_CASE("a figure has a line for each value of the other keys", "[testbenches][reproduce]") {
  const Reproduced found = Run(kTwoSweeps).reproduced;
  REQUIRE(pictured(found) == &found.comparisons[0]);
  const auto figure = comparison_figure(found, found.comparisons[0]);
  REQUIRE(figure);
  const auto& chart = std::get<CurveChart>(figure->drawing);
  CHECK(chart.x.label == "load");
  REQUIRE(chart.curves.size() == 4);
  CHECK(chart.curves[0].name == "published: ports 2");
  CHECK(chart.curves[1].name == "ours: ports 2");
  REQUIRE(chart.curves[3].points.size() == 3);
  CHECK(chart.curves[3].points[2].x == 0.4);
  CHECK(chart.curves[3].points[2].y == Approx(0.8));
  CHECK(chart.curves[2].points[2].y == 0.4);
  CHECK(figure->table.rows.size() == 6);
  CHECK_FALSE(comparison_figure(found, found.comparisons[1]));
}

TEST_CASE("what searches have found stands beside what is expected of them", "[testbenches][reproduce]") {
  const Run run(R"(
engine = "systemc"
ports = [2, 4]
search = "saturation"
load = "0.1..1 step 0.1"

[[expect]]
measure = "found"
values = [0.6, 0.3]
tolerance = 0.05

[[expect]]
measure = "throughput"
where = {ports = 4}
values = 0.6
tolerance = 0.05
)");
  const Reproduced& found = run.reproduced;
  CHECK(found.is_whole());
  CHECK(found.unfound == 0);
  CHECK(found.points > 8);
  REQUIRE(found.comparisons.size() == 2);
  REQUIRE(found.comparisons[0].values.size() == 2);
  const Compared& first = found.comparisons[0].values[0];
  CHECK(first.keys == std::vector<std::pair<std::string, std::string>>{{"ports", "2"}});
  CHECK(first.verdict.measured == Approx(0.6));
  CHECK(first.verdict.kind == Verdict::Kind::Ok);
  CHECK(found.comparisons[0].values[1].verdict.kind != Verdict::Kind::Ok);
  REQUIRE(found.comparisons[1].values.size() == 1);
  CHECK(found.comparisons[1].values[0].verdict.measured == Approx(0.6));
  CHECK(found.wrong() == 1);
  CHECK_FALSE(found.is_as_expected());
}

TEST_CASE("a search whose values all reach the goal is not as expected", "[testbenches][reproduce]") {
  const Run run(R"(
engine = "systemc"
search = "saturation"
load = "0.1..0.5 step 0.1"
)");
  CHECK(run.reproduced.is_whole());
  CHECK(run.reproduced.unfound == 1);
  CHECK_FALSE(run.reproduced.is_as_expected());
}

TEST_CASE("where nothing is expected, main measures are listed and drawn", "[testbenches][reproduce]") {
  const Reproduced found = Run(R"(
engine = "fast"
ports = [2, 4]
load = [0.1, 0.2, 0.4]
)")
                               .reproduced;
  CHECK(found.comparisons.empty());
  CHECK(found.checks() == 0);
  CHECK(found.is_as_expected());
  REQUIRE(found.measurements.size() == 1);  // the others are 0
  CHECK(found.measurements[0].measure == "throughput");
  REQUIRE(found.measurements[0].values.size() == 6);
  CHECK(found.measurements[0].values[4].verdict.measured == Approx(0.4));
  CHECK_FALSE(found.measurements[0].values[4].has_published);
  REQUIRE(pictured(found) == &found.measurements[0]);
  const auto figure = comparison_figure(found, found.measurements[0]);
  REQUIRE(figure);
  CHECK(std::get<CurveChart>(figure->drawing).curves.size() == 2);
  CHECK(figure->table.columns == std::vector<std::string>{"ports", "load", "ours", "+-95%"});
}

TEST_CASE("values that are not judged stand beside ours, and count as no check", "[testbenches]") {
  std::string text = replaced(kTwoSweeps, "\"20 %\"", "\"none\"");
  text.erase(text.rfind("[[expect]]"));
  const Run run(text);
  CHECK(run.reproduced.checks() == 0);
  CHECK(run.reproduced.wrong() == 0);
  CHECK(verdict_of(run.reproduced) == "1 not judged");
  REQUIRE(run.reproduced.comparisons.at(0).values.size() == 6);
  CHECK(*run.reproduced.comparisons[0].values[5].ratio() == Approx(2));
  const std::string page = reproduced_page({run.reproduced}, "pictures", "xbarlab reproduce");
  CHECK(page.find("| not judged |") != std::string::npos);
}
