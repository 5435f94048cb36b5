// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/theory/theory.h"
#include "testbenches/process/child_process.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/point_figures.h"
#include "testbenches/report/report.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
using Json = nlohmann::ordered_json;
using Row = std::vector<Json>;

namespace {

RunConfig short_point() {
  RunConfig config = config_of("engine fast, cycles 10000");
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

StudyResults results_of(const std::vector<Json>& rows) {
  StudyResults results{StudyFolder("nowhere"), "", "", {}, {}, {}, 0, {}};
  for (const Json& row : rows) {
    Json whole{{"seed", 1}};
    whole.update(row);
    results.points.push_back({results.points.size() + 1, whole, {}});
  }
  return results;
}

std::vector<std::size_t> numbers(const std::vector<const ResultPoint*>& points) {
  std::vector<std::size_t> numbers;
  for (const ResultPoint* point : points) numbers.push_back(point->number);
  return numbers;
}

bool any_point(const ResultPoint& /*point*/) { return true; }

/// Of a run whose circuit is not made.
RunResult result_of(Setup setup, std::uint64_t lut4, double throughput) {
  setup.config.cost = CostTarget::None;
  RunResult result = run_simulation(setup);
  result.throughput.mean = throughput;
  result.loss.mean = throughput / 10;
  result.cost.emplace();
  result.cost->lut4 = lut4;
  return result;
}

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

TEST_CASE("of many points the last of each line, then those before, or those asked for", "[testbenches]") {
  std::vector<Json> rows;
  for (const char* name : {"input", "voq"}) {
    for (const double load : {0.9, 0.1, 0.5}) rows.push_back({{"switch", name}, {"load", load}});
  }
  const StudyResults results = results_of(rows);
  using Numbers = std::vector<std::size_t>;
  const ChosenPoints few(results, {});
  CHECK(numbers(few.of(2, any_point)) == Numbers{1, 4});
  CHECK(numbers(few.of(3, any_point)) == Numbers{1, 3, 4});
  CHECK(numbers(few.of(6, any_point)) == Numbers{1, 2, 3, 4, 5, 6});
  CHECK(numbers(few.of(1, [](const auto& p) { return p.number > 4; })) == Numbers{6});
  CHECK(few.note(6, any_point).empty());
  CHECK(few.note(2, any_point) == "2 of 6 points are shown; --points 3,7 chooses others.");
  CHECK(few.name_of(results.points[4]) == "point 5: voq, load 0.1");
  CHECK(numbers(ChosenPoints(results, {2, 5, 6}).of(2, any_point)) == Numbers{2, 5, 6});
}

TEST_CASE("a report has curves and tables by class", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 0);
  for (const double load : {0.4, 0.8}) {
    RunConfig config = short_points(1)[0];
    for (const auto& [key, value] : {std::pair{"switch", "input"}, {"classes", "2"}, {"seed", "1"}})
      set_key(config, key, value, "test");
    set_key(config, "load", std::to_string(load), "test");
    study.add(resolve(config).config, 0);
    const StudyPoint point = study.points[study.points.size() - 1];
    in_child_process([&] {
      const auto run = [&](const Setup& setup) {
        RunResult result = run_simulation(setup);
        for (unsigned c = 0; c < 2; ++c) {
          result.classes[c].latency.mean = 10 * load + c;
          result.classes[c].hol->fraction = 0.1;
          result.classes[c].hol->blame[1] = c;
        }
        result.hol.mean = 0.1;
        return result;
      };
      study.folder.publish(point.hash, write_study_point(study, point, {}, run));
      return std::string();
    });
  }
  write_index(study);
  const PageContents page = report_of(scratch.path());
  const auto find = [&](const std::string& id) {
    const auto at =
        std::find_if(page.figures.begin(), page.figures.end(), [&](const Figure& f) { return f.id == id; });
    CAPTURE(id);
    REQUIRE(at != page.figures.end());
    return *at;
  };
  const Figure latency = find("classes-latency");
  CHECK(latency.title == "Latency by class against load");
  CHECK(latency.table.columns[0] == "class");
  REQUIRE(latency.table.rows.size() == 4);
  CHECK(latency.table.rows[0][0] == "0 of 2");
  const auto& curves = std::get<CurveChart>(latency.drawing).curves;
  const auto of_high = std::find_if(curves.begin(), curves.end(),
                                    [](const Curve& c) { return c.name == "class 1 of 2: mean"; });
  REQUIRE(of_high != curves.end());
  REQUIRE(of_high->points.size() == 2);
  CHECK(of_high->points[1].x == 0.8);
  CHECK(of_high->points[1].y == Approx(9));
  CHECK(find("classes-hol").table.rows.size() == 4);
  CHECK(find("classes-held").table.rows.size() == 4);
  CHECK(std::get<HeatMap>(find("blame-2-class-1").drawing).cells[0][1] == 1);
}

TEST_CASE("each circuit is drawn with the most that it carries, and a percent has a price", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 0);
  const auto add = [&](const char* name, double load, std::uint64_t lut4, double throughput) {
    RunConfig config = short_points(1)[0];
    config.switch_name = name;
    config.traffic->load = load;
    config.cost = CostTarget::Ecp5;
    study.add(resolve(config).config, 0);
    const StudyPoint point = study.points[study.points.size() - 1];
    in_child_process([&] {
      const auto run = [&](const Setup& setup) { return result_of(setup, lut4, throughput); };
      study.folder.publish(point.hash, write_study_point(study, point, {}, run));
      return std::string();
    });
  };
  add("input", 0.5, 1000, 0.5);
  add("input", 1, 1000, 0.65);
  add("output", 1, 5000, 0.65);  // no more than the smaller one
  add("voq", 1, 4000, 0.95);
  write_index(study);
  const PageContents page = report_of(scratch.path());
  const auto figure = [&](const std::string& id) {
    return *std::find_if(page.figures.begin(), page.figures.end(),
                         [&](const Figure& f) { return f.id == id; });
  };
  const Figure cost = figure("cost");
  CHECK(cost.table.columns == std::vector<std::string>{"switch", "cost_lut4", "cost_ff", "cost_bram",
                                                       "cost_memory_bits", "cost_fmax_mhz", "throughput",
                                                       "loss", "LUTs per percent"});
  REQUIRE(cost.table.rows.size() == 3);
  const Json none;
  CHECK(cost.table.rows[0] == Row{"input", 1000, none, none, none, none, 0.65, 0.065, none});
  CHECK(cost.table.rows[1] == Row{"voq", 4000, none, none, none, none, 0.95, 0.095, 100});
  CHECK(cost.table.rows[2] == Row{"output", 5000, none, none, none, none, 0.65, 0.065, none});
  const auto& chart = std::get<CurveChart>(cost.drawing);
  REQUIRE(chart.curves.size() == 3);
  CHECK(chart.curves[1].name == "voq");
  CHECK(chart.curves[1].points[0].x == 4000);
  CHECK(chart.curves[1].points[0].y == 0.95);
  CHECK(std::get<CurveChart>(figure("cost-loss").drawing).curves[2].points[0].y == 0.065);
}

TEST_CASE("every theory is drawn in some figure, but for those of a queue's length and of classes",
          "[testbenches]") {
  std::vector<std::string> drawn = drawn_theories();
  for (const char* name : {"dynamic-threshold", "strict-wait-high", "strict-wait-low"})
    drawn.emplace_back(name);
  for (const Theory& theory : theories()) {
    CAPTURE(theory.name);
    CHECK(std::count(drawn.begin(), drawn.end(), theory.name) == 1);
  }
  CHECK(drawn.size() == theories().size());
}

TEST_CASE("throughput is the load until saturation, a wait is in cycles", "[testbenches]") {
  RunConfig config;
  config.ports = 8;
  for (const auto& [load, throughput] :
       {std::pair{0.3, 0.3}, {0.618390, 0.618390}, {0.9, 0.618390}, {1.0, 0.618390}}) {
    config.traffic->load = load;
    const auto values = theory_values(TheoryMeasure::Throughput, config);
    REQUIRE(values.size() == 1);
    CHECK(values[0].name == "input-saturation");
    CHECK(values[0].value == throughput);
  }
  config.switch_name = "output";
  config.traffic->load = 0.5;
  config.packet_min = config.packet_max = 8;
  const auto waits = theory_values(TheoryMeasure::QueueingCycles, config);
  REQUIRE(waits.size() == 1);
  CHECK(waits[0].value == Approx(7.0 / 8 * 0.5 / (2 * 0.5) * 8));
  CHECK(theory_values(TheoryMeasure::Throughput, config).empty());
  CHECK(theory_values(TheoryMeasure::Loss, config).empty());
}
