// SPDX-License-Identifier: Apache-2.0
#include "host/point/traffic_config.h"
#include "testbenches/process/child_process.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/report.h"
#include "tests/catch.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
using Json = nlohmann::ordered_json;
using Row = std::vector<Json>;

namespace {

/// Two searches over load that have tried 0.1 twice and 0.2, and 0.1; the second has found nothing.
class SearchedStudy {
 public:
  SearchedStudy() : study_(small_study(scratch_.path(), 0)) {
    for (std::size_t search = 1; search <= 2; ++search) {
      add(search, 0.1, 500);
      if (search == 2) break;
      add(search, 0.1, 2000);
      add(search, 0.2, 500);
    }
    write_index(study_);
    study_.folder.write_file("searches.jsonl",
                             R"({"search":1,"key":"load","state":"found","found":0.1,"beyond":0.2,)"
                             R"("uneven":false,"evaluations":[{},{},{}]})"
                             "\n"
                             R"({"search":2,"key":"load","state":"none","found":null,"beyond":null,)"
                             R"("uneven":false,"evaluations":[{}]})"
                             "\n");
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return scratch_.path(); }

 private:
  void add(std::size_t search, double load, std::uint64_t cycles) {
    RunConfig config = short_points(1, cycles)[0];
    config.traffic->load = load;
    config.ports = search == 1 ? 2 : 4;
    study_.add(resolve(config).config, search);
    in_child_process([&] {
      run_study_point(study_, study_.points[study_.points.size() - 1]);
      return std::string();
    });
  }

  ScratchFolder scratch_;
  Study study_;
};

}  // namespace

TEST_CASE("what a search found is the first figure and its table is open", "[testbenches]") {
  const SearchedStudy study;
  const PageContents page = report_of(study.folder());
  REQUIRE(page.figures.size() > 1);
  const Figure& found = page.figures[0];
  CHECK(found.id == "found");
  CHECK(found.title == "Load carried against ports");
  CHECK(found.table.columns == std::vector<std::string>{"ports", "load carried", "not carried",
                                                        "points tried", "remark", "theory input-saturation"});
  REQUIRE(found.table.rows.size() == 2);
  CHECK(Row(found.table.rows[0].begin(), found.table.rows[0].end() - 1) == Row{2, 0.1, 0.2, 3, nullptr});
  CHECK(found.table.rows[0].back().get<double>() == Approx(0.75));
  CHECK(Row(found.table.rows[1].begin(), found.table.rows[1].end() - 1) ==
        Row{4, nullptr, nullptr, 1, "no bracket: the first does not"});
  const auto& curves = std::get<CurveChart>(found.drawing).curves;
  REQUIRE(curves.size() == 2);  // and theory
  REQUIRE(curves[0].points.size() == 1);
  CHECK(curves[0].points[0].y == 0.1);

  const std::string html = page_of(page);
  CHECK(html.find("<details open>") < html.find("<figure>"));
  CHECK(html.find("<details>") > html.find("<figure>"));
}

TEST_CASE("a point that its search has run again is no curve of its own", "[testbenches]") {
  const SearchedStudy study;
  const PageContents page = report_of(study.folder());
  const Figure& throughput = page.figures.at(1);
  REQUIRE(throughput.id == "throughput");
  CHECK(throughput.table.columns[0] == "ports");
  CHECK(throughput.table.columns[1] == "load");
  CHECK(throughput.table.rows.size() == 3);
  CHECK(page.points.rows.size() == 4);  // all that was run
  const StudyResults results = read_results(study.folder());
  REQUIRE(results.last_runs().size() == 3);
  CHECK(results.last_runs()[0]->row["cycles"] == 2000);
}

TEST_CASE("lines that are no search of ours are left out", "[testbenches]") {
  const SearchedStudy study;
  StudyFolder(study.folder())
      .write_file("searches.jsonl", "{\"search\":1,\"key\":7}\n{\"search\":2}\n[]\n{\"search\":\"x\"}\n");
  CHECK(report_of(study.folder()).figures.at(0).id == "throughput");
}
