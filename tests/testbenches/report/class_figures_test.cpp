// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/config/config_keys.h"
#include "testbenches/process/child_process.h"
#include "testbenches/report/report.h"
#include "tests/catch.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;

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
