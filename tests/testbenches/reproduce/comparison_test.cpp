// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/comparison.h"

#include <fstream>

#include "testbenches/reproduce/comparison_figure.h"
#include "testbenches/study/study_run.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// Throughputs that are made up: a tenth more than the load, and one that is far off.
RunResult tenth_more(const Setup& setup) {
  if (setup.config.load == 0.9 && setup.config.ports == 4) throw RunError("no result");
  RunResult result;
  result.throughput.mean = setup.config.load * (setup.config.ports == 2 ? 1.1 : 2.0);
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
    Study study = make_study(folder.path() / "out", experiment.points(), {{"xbarlab", "test"}});
    study.folder.create();
    run_study(study, {1, false, true, tenth_more});
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
  CHECK(found.comparisons[0].values[0].ok);
  CHECK(*found.comparisons[0].values[5].ratio() == Approx(2));
  CHECK_FALSE(found.comparisons[0].values[5].ok);
  CHECK(found.comparisons[0].off() == 3);
  CHECK(found.comparisons[1].measure == "mean of throughput: ports 4");
  CHECK(found.comparisons[1].bounds == "at least 0.3");
  REQUIRE(found.comparisons[1].values.size() == 1);
  CHECK(found.comparisons[1].values[0].ours == Approx(1.4 / 3));
  CHECK_FALSE(found.comparisons[1].values[0].ratio());
  CHECK(found.off() == 3);
  CHECK(found.checks() == 7);
}

TEST_CASE("a mean is judged only where every point has run", "[testbenches][reproduce]") {
  std::string text = kTwoSweeps;
  text.replace(text.find("[0.1, 0.2, 0.4]"), 15, "[0.1, 0.2, 0.9]");
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
