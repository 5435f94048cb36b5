// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "host/point/traffic_config.h"
#include "host/run/run_result.h"
#include "testbenches/report/drawing.h"
#include "testbenches/report/report.h"
#include "testbenches/study/study_run.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/report/count_of.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
using Json = nlohmann::ordered_json;

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
  const std::string svg = drawing_of(*figure, DrawingUse::Page);
  CHECK(count_of(svg, "nan") == 0);
  CHECK(count_of(svg, "class=\"mid cell") == 5);
  CHECK(count_of(svg, "class=\"cells q") == 2);
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
