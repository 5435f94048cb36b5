// SPDX-License-Identifier: Apache-2.0
#include "host/point/traffic_config.h"
#include "testbenches/process/child_process.h"
#include "testbenches/report/report.h"
#include "tests/catch.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
using Json = nlohmann::ordered_json;
using Row = std::vector<Json>;

namespace {

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
