// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/report.h"

#include <algorithm>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "testbenches/process/child_process.h"
#include "testbenches/study/study_run.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
using Json = nlohmann::ordered_json;

namespace {

/// Two results, of loads 0.1 and 0.2, a failure, and a point that is missing.
Study reported_study(const std::filesystem::path& folder) {
  Study study = small_study(folder, 4, 10000);
  for (std::size_t n = 0; n < 2; ++n) {
    in_child_process([&] {
      run_study_point(study, study.points[n]);
      return std::string();
    });
  }
  commit_lost_point(study, study.points[2], "it said <no>", {});
  write_index(study);
  return study;
}

const Figure& figure_named(const PageContents& page, const char* id) {
  const auto found =
      std::find_if(page.figures.begin(), page.figures.end(), [&](const Figure& f) { return f.id == id; });
  REQUIRE(found != page.figures.end());
  return *found;
}

}  // namespace

TEST_CASE("a report has the records' numbers, what failed, and what there are no data for", "[testbenches]") {
  const ScratchFolder scratch;
  const Study study = reported_study(scratch.path());
  study.folder.write_file(
      "study.toml",
      "# Run with flags, which override the keys below:\n# --cycles 10 000\n# --set ports=2\n"
      "title = \"A <title>\"\n");
  const PageContents page = report_of(scratch.path());
  CHECK(page.title == "A <title>");
  CHECK(page.facts[0] == "2 of 4 points have a result, 1 failed, 1 are missing.");
  const std::string path = scratch.path().string();
  CHECK(page.commands[0].second ==
        called_as() + " run " + path + "/study.toml --cycles '10 000' --set ports=2 --out " + path);
  REQUIRE(page.failures.rows.size() == 1);
  CHECK(page.failures.rows[0] == std::vector<Json>{3, "it said <no>"});
  CHECK(page.points.rows.size() == 2);

  const Figure& throughput = figure_named(page, "throughput");
  REQUIRE(throughput.table.rows.size() == 2);
  for (std::size_t n = 0; n < 2; ++n) {
    const Json record = Json::parse(*study.folder.record(study.points[n].hash));
    CHECK(throughput.table.rows[n][0] == record["config"]["load"]);
    CHECK(throughput.table.rows[n][1] == record["result"]["throughput"]);
    CHECK(throughput.table.rows[n][2] == record["result"]["throughput_ci95"]);
    CHECK(throughput.table.rows[n][3] == record["config"]["load"]);  // below saturation, theory is the load
  }
  CHECK(throughput.table.columns.back() == "theory input-saturation");
  const auto& curves = std::get<CurveChart>(throughput.drawing).curves;
  REQUIRE(curves.size() == 3);  // and all that is offered
  CHECK(curves[0].points[1].y == throughput.table.rows[1][1]);
  CHECK(curves[1].kind == CurveKind::Theory);

  CHECK(std::none_of(page.figures.begin(), page.figures.end(),
                     [](const Figure& figure) { return figure.id == "latency-distribution"; }));
  CHECK(mentions(page.missing.at(0), {"distribution = \"latency\""}));
  CHECK(mentions(page.missing.at(1), {"series"}));
  CHECK(page_of(page) == page_of(report_of(scratch.path())));
}

TEST_CASE("without study.toml the folder's name is the title", "[testbenches]") {
  const ScratchFolder scratch;
  reported_study(scratch.path());
  CHECK(report_of(scratch.path()).title == scratch.path().filename().string());
  StudyFolder(scratch.path()).write_file("study.toml", "title = \"unfinished\n");
  CHECK(report_of(scratch.path()).title == scratch.path().filename().string());
}

TEST_CASE("a folder without results, and points that have none, are refused", "[testbenches]") {
  const ScratchFolder scratch;
  CHECK(mentions(message_of<InputError>([&] { report_of(scratch.path() / "nothing"); }),
                 {"report: '", "nothing' is not allowed", "run --out"}));
  reported_study(scratch.path());
  const auto of_missing = [&] { report_of(scratch.path(), {"", {1, 3}}); };
  CHECK(mentions(message_of<InputError>(of_missing), {"--points: '3'"}));
  const auto over_depth = [&] { report_of(scratch.path(), {"depth", {}}); };
  CHECK(mentions(message_of<InputError>(over_depth), {"--x: 'depth'", "load"}));
}
