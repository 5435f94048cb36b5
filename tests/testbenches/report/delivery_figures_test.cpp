// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "host/point/traffic_config.h"
#include "host/run/run_result.h"
#include "testbenches/process/child_process.h"
#include "testbenches/report/drawing.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/report.h"
#include "testbenches/study/study_run.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/study/small_study.h"
#include "tests/waves/picture/xml_elements.h"

using namespace xb;
using Json = nlohmann::ordered_json;
using Row = std::vector<Json>;

namespace {

/// At load 0.2 input 1 of two starves, and nothing comes out of two flows; at load 0.3 all is well; at other
/// loads nothing is said.
RunResult made_up_switch(const Setup& setup) {
  RunResult result;
  result.throughput.mean = setup.config.traffic->load;
  if (setup.config.traffic->load > 0.15 && setup.config.traffic->load < 0.25)
    result.delivery = DeliveryResult{{100, 80},      {90, 0}, {50, 0, 30, 20},         {45, 0, 0, 0},
                                     {5, 0, 30, 20}, 2,       {{1, 0, 30}, {1, 1, 20}}};
  if (setup.config.traffic->load > 0.25 && setup.config.traffic->load < 0.35)
    result.delivery =
        DeliveryResult{{100, 80}, {99, 80}, {50, 50, 40, 40}, {50, 49, 41, 39}, {0, 0, 0, 0}, 0, {}};
  return result;
}

/// A network's: 40 hosts, of which the third and the last get nothing.
RunResult made_up_network(const Setup& /*setup*/) {
  RunResult result;
  DeliveryResult d;
  d.offered_by_input.assign(40, 100);
  d.delivered_by_input.assign(40, 50);
  d.delivered_by_input[2] = d.delivered_by_input[39] = 0;
  d.flows_without_delivery = 1;
  d.worst_flows = {{2, 7, 60}};
  result.delivery = d;
  return result;
}

void run_made_up(const std::filesystem::path& folder, std::size_t points, RunResult (*make)(const Setup&)) {
  Study study = small_study(folder, points);
  write_index(study);
  run_study(study, {1, false, true, make});
}

const Figure* delivery_of(const PageContents& page) {
  const auto is_it = [](const Figure& figure) { return figure.id.rfind("delivery", 0) == 0; };
  const auto found = std::find_if(page.figures.begin(), page.figures.end(), is_it);
  return found == page.figures.end() ? nullptr : &*found;
}

constexpr const char* kSearchesOverLoad =
    R"({"search":1,"key":"load","state":"found","found":0.1,"beyond":0.2,)"
    R"("uneven":false,"evaluations":[{},{},{}]})"
    "\n"
    R"({"search":2,"key":"load","state":"none","found":null,"beyond":null,)"
    R"("uneven":false,"evaluations":[{}]})"
    "\n";

/// Two searches that have tried load 0.1 twice and 0.2, and 0.1.
class SearchedStudy {
 public:
  explicit SearchedStudy(const char* searches = kSearchesOverLoad) : study_(small_study(scratch_.path(), 0)) {
    for (std::size_t search = 1; search <= 2; ++search) {
      add(search, 0.1, 500);
      if (search == 2) break;
      add(search, 0.1, 2000);
      add(search, 0.2, 500);
    }
    write_index(study_);
    study_.folder.write_file("searches.jsonl", searches);
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

TEST_CASE("a report shows at a glance which input and which flows get nothing", "[testbenches]") {
  const ScratchFolder scratch;
  run_made_up(scratch.path(), 3, made_up_switch);
  const PageContents page = report_of(scratch.path());
  CHECK(page.facts.at(1) == "An input or a flow gets nothing through in 1 of them: point 2.");
  const Figure* const figure = delivery_of(page);
  REQUIRE(figure != nullptr);
  CHECK(figure->id == "delivery-2");
  CHECK(figure->title.rfind("Delivery by input and output: input 1 starves, point 2: load 0.2", 0) == 0);
  CHECK(mentions(figure->caption, {"Inputs that starve: 1 (0 of 80 packets).",
                                   "Flows that get nothing: 1 -> 0 (0 of 30), 1 -> 1 (0 of 20)."}));
  const auto& map = std::get<HeatMap>(figure->drawing);
  CHECK(map.columns == std::vector<std::string>{"all", "0", "1"});
  CHECK(map.rows == std::vector<std::string>{"0", "1"});
  CHECK(map.cells[0][0] == 90);
  CHECK(map.cells[0][1] == 90);
  CHECK(std::isnan(map.cells[0][2]));
  CHECK(map.cells[1] == std::vector<double>{0, 0, 0});
  REQUIRE(figure->table.rows.size() == 6);
  CHECK(figure->table.rows[0] == std::vector<Json>{0, "all", 100, nullptr, 90, nullptr, 0.9});
  CHECK(figure->table.rows[2] == std::vector<Json>{0, 1, nullptr, 0, 0, 0, nullptr});
  CHECK(figure->table.rows[4] == std::vector<Json>{1, 0, nullptr, 30, 0, 30, 0.0});
  // A cell without packets is blank: five numbers for six cells, and as many shades as there are values.
  const auto svg = XmlReader::elements(drawing_file(*figure));
  CHECK(with_classes(svg, "mid cell").size() == 5);
  CHECK(with_classes(svg, "cells").size() == 2);
}

TEST_CASE("a report of points that all get through shows those that say so, or what would show it",
          "[testbenches]") {
  const ScratchFolder scratch;
  run_made_up(scratch.path(), 3, made_up_switch);
  const PageContents well = report_of(scratch.path(), {"", {3}});
  const Figure* const figure = delivery_of(well);
  REQUIRE(figure != nullptr);
  CHECK(figure->title.rfind("Delivery by input and output, point 3", 0) == 0);
  // More came out than was taken in the window: not more than all.
  CHECK(std::get<HeatMap>(figure->drawing).cells[1][1] == 100);
  const PageContents nothing = report_of(scratch.path(), {"", {1}});
  CHECK(delivery_of(nothing) == nullptr);
  CHECK(mentions(nothing.missing.back(), {"Delivery by input and output"}));
  StudyFolder(scratch.path()).write_file("study.toml", "[[plot]]\nfigure = \"delivery\"\n");
  const PageContents wanted = report_of(scratch.path());
  REQUIRE(wanted.figures.size() == 1);
  CHECK(wanted.figures[0].id == "plot-1-delivery-2");
}

TEST_CASE("of a network a report shows the hosts in rows", "[testbenches]") {
  const ScratchFolder scratch;
  run_made_up(scratch.path(), 1, made_up_network);
  const PageContents page = report_of(scratch.path());
  const Figure* const figure = delivery_of(page);
  REQUIRE(figure != nullptr);
  CHECK(figure->title.rfind("Delivery by host: hosts 2, 39 starve, point 1", 0) == 0);
  CHECK(mentions(figure->caption, {"Hosts that starve: 2 (0 of 100 packets), 39 (0 of 100 packets).",
                                   "Flows that get nothing: 2 -> 7 (0 of 60)."}));
  const auto& map = std::get<HeatMap>(figure->drawing);
  CHECK(map.rows == std::vector<std::string>{"0", "32"});
  CHECK(map.columns.size() == 32);
  CHECK(map.cells[0][2] == 0);
  CHECK(map.cells[0][3] == 50);
  CHECK(map.cells[1].size() == 8);
  CHECK(map.cells[1][7] == 0);
  CHECK(figure->table.rows.size() == 40);
}

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

TEST_CASE("a headroom that was found stands beside the formula's, and by whom it was seen", "[testbenches]") {
  const SearchedStudy study(
      R"({"search":1,"key":"headroom","state":"found","found":9,"beyond":8,"formula":16,)"
      R"("note":"seen in 500 cycles, not in all phases","evaluations":[{}]})"
      "\n"
      R"({"search":2,"key":"headroom","state":"found","found":16,"beyond":15,"formula":16,"note":"",)"
      R"("evaluations":[{}]})"
      "\n");
  const Figure found = report_of(study.folder()).figures.at(0);
  CHECK(found.title == "Headroom enough against ports");
  CHECK(found.table.columns == std::vector<std::string>{"ports", "headroom enough", "too small",
                                                        "points tried", "remark", "formula"});
  CHECK(found.table.rows == std::vector<Row>{{2, 9, 8, 1, "seen in 500 cycles, not in all phases", 16},
                                             {4, 16, 15, 1, nullptr, 16}});
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
