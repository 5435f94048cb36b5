// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/point/traffic_config.h"
#include "testbenches/process/child_process.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/point_figures.h"
#include "testbenches/report/report.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;

namespace {

RunConfig short_point() {
  RunConfig config;
  config.engine = Engine::Fast;
  config.cycles = 10000;
  return config;
}

/// Of 2 and 4 ports at loads 0.2 and 0.4.
std::vector<RunConfig> four_points() {
  std::vector<RunConfig> configs;
  for (const unsigned ports : {2U, 4U}) {
    for (const double load : {0.2, 0.4}) {
      RunConfig config = short_point();
      config.ports = ports;
      config.traffic->load = load;
      configs.push_back(resolve(config).config);
    }
  }
  return configs;
}

/// Results of these points, and a file that wants these plots.
class PlottedStudy {
 public:
  explicit PlottedStudy(const std::string& plots, const std::vector<RunConfig>& configs = four_points()) {
    Study study = make_study(scratch_.path(), configs, {{"xbarlab", "test"}});
    study.folder.create();
    for (const auto& point : study.points) {
      const auto run = [&] {
        run_study_point(study, point);
        return std::string();
      };
      in_child_process(run);
    }
    write_index(study);
    study.folder.write_file("study.toml", plots);
  }
  [[nodiscard]] PageContents report() const { return report_of(scratch_.path()); }

 private:
  ScratchFolder scratch_;
};

const CurveChart& chart_of(const Figure& figure) { return std::get<CurveChart>(figure.drawing); }

}  // namespace

TEST_CASE("a report has the plots that the study's file wants, and no others", "[testbenches]") {
  const PageContents page = PlottedStudy(R"(
[[plot]]
y = ["latency.mean", "latency.p99"]
title = "My latency"
log = true

[[plot]]
y = "throughput"
x = "ports"
)")
                                .report();
  REQUIRE(page.figures.size() == 2);
  CHECK(page.missing.empty());
  const Figure& latency = page.figures[0];
  CHECK(latency.id == "plot-1");
  CHECK(latency.title == "My latency");
  CHECK(chart_of(latency).x.label == "offered load");
  CHECK(chart_of(latency).y.label == "latency.mean, latency.p99 [cycles]");
  CHECK(chart_of(latency).y.log);
  CHECK(chart_of(latency).curves.size() == 4);
  CHECK(latency.table.columns == std::vector<std::string>{"ports", "load", "latency_mean_cycles",
                                                          "latency_mean_cycles +-95%", "latency_p99_cycles"});
  const Figure& throughput = page.figures[1];
  CHECK(throughput.title == "throughput against ports");
  CHECK(chart_of(throughput).x.label == "ports");
  REQUIRE(throughput.table.rows.size() == 4);
}

TEST_CASE("where keys do not tell lines apart, there is a figure for each of their values", "[testbenches]") {
  const PageContents page = PlottedStudy(R"(
[[plot]]
y = "throughput"
x = "load"
by = "switch"

[[plot]]
figure = "queueing"
where = {ports = 4}
)")
                                .report();
  REQUIRE(page.figures.size() == 3);
  CHECK(page.figures[0].id == "plot-1-1");
  CHECK(page.figures[0].title == "throughput against load, ports 2");
  CHECK(page.figures[1].title == "throughput against load, ports 4");
  CHECK(page.figures[1].table.rows.size() == 2);
  CHECK(page.figures[2].title == "Queueing against load");
  CHECK(page.figures[2].table.rows.size() == 2);
}

TEST_CASE("points with the default of a key that records have only if set are in its plot", "[testbenches]") {
  std::vector<RunConfig> configs;
  for (const unsigned gap : {0U, 20U, 12U}) {
    RunConfig config = short_point();
    config.packet_in_bytes = true;
    config.packet_min = config.packet_max = 64;
    config.gap_bytes = gap;
    configs.push_back(resolve(config).config);
  }
  const PageContents page =
      PlottedStudy("[[plot]]\ny = \"byte_throughput\"\nx = \"gap\"\n", configs).report();
  REQUIRE(page.figures.size() == 1);
  const CurveChart& chart = chart_of(page.figures[0]);
  CHECK(chart.x.label == "gap [bytes]");
  CHECK(chart.x.categories.empty());
  REQUIRE(page.figures[0].table.rows.size() == 3);
  CHECK(page.figures[0].table.rows[0][0] == "0B");
  CHECK(page.figures[0].table.rows[1][0] == "12B");
}

TEST_CASE("plots without data are named at the report's end", "[testbenches]") {
  const PageContents page = PlottedStudy(R"(
[[plot]]
y = "completion_seconds"

[[plot]]
y = "throughput"
x = "depth"

[[plot]]
figure = "occupancy"
)")
                                .report();
  CHECK(page.figures.empty());
  REQUIRE(page.missing.size() == 3);
  CHECK(page.missing[0] == "Plot 1 of the study's file: no point has these measures.");
  CHECK(page.missing[1] == "Plot 2 of the study's file: no two points differ in depth.");
  CHECK(page.missing[2] == "Plot 3 of the study's file: no point has what it takes.");
  CHECK(mentions(message_of<InputError>([] { (void)PlottedStudy("[[plot]]\ny = \"los\"\n").report(); }),
                 {"study.toml:2:5: plot.y: 'los'", "'loss', the nearest"}));
}

TEST_CASE("each figure that a plot can name is one of the report's", "[testbenches]") {
  const std::vector<std::string> of_points{
      "latency-distribution", "occupancy", "blame", "classes", "delivery", "cost"};
  for (const std::string& name : plot_figures()) {
    CAPTURE(name);
    const auto is_it = [&](const MeasureFigure& measure) { return measure.id == name; };
    CHECK((std::any_of(traffic_measures().begin(), traffic_measures().end(), is_it) ||
           std::any_of(schedule_measures().begin(), schedule_measures().end(), is_it) ||
           std::count(of_points.begin(), of_points.end(), name) == 1));
  }
  CHECK(plot_figures().size() == traffic_measures().size() + schedule_measures().size() + of_points.size());
}
