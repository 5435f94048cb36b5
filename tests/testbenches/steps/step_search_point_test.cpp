// SPDX-License-Identifier: Apache-2.0
#include "testbenches/steps/step_search_point.h"

#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/run/measure_use.h"
#include "testbenches/experiment/point.h"
#include "testbenches/program/text_report.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

RunConfig figure1(const std::string& search) {
  RunConfig config;
  for (const auto& [key, value] : {std::pair{"topology", "two-switches(3,2)"}, {"schedule", "liquid"}})
    set_key(config, key, value, "");
  set_key(config, "step-search", search, "");
  return config;
}

Point searched(const std::string& search) {
  const RunConfig config = figure1(search);
  return {config, step_search_point(resolve(config))};
}

}  // namespace

TEST_CASE("a search knows the transfers and their graph, and nothing of a run", "[testbenches]") {
  const Point point = searched("graph");
  const StepSearchResult& search = point.result.step_search.value();
  CHECK(search.transfers == 25);
  CHECK(search.lambda == 6);
  CHECK(search.edges == 112);
  CHECK(search.density.value() == Approx(112 / 300.0));
  CHECK_FALSE(search.steps);
  CHECK_FALSE(search.solved);
  CHECK_FALSE(search.categories.all);
  const auto record = to_json(point.config, point.result, {});
  CHECK(record["result"].contains("edges"));
  CHECK_FALSE(record["result"].contains("throughput"));
  CHECK(record["config"]["step-search"] == "graph");
  CHECK(mentions(describe_point(point), {"nothing was run", "112 edges, density 0.3733"}));
}

TEST_CASE("a search says how long its schedule is, and whether that is liquid", "[testbenches]") {
  const Point liquid = searched("cadical");
  CHECK(liquid.result.step_search.value().steps == 6);
  CHECK(liquid.result.step_search.value().solved == 1);
  CHECK(liquid.result.step_search.value().longer == 0.0);
  const Point longer = searched("round-robin");
  CHECK(longer.result.step_search.value().steps == 7);
  CHECK(longer.result.step_search.value().solved == 0);
  CHECK(longer.result.step_search.value().longer.value() == Approx(1 / 6.0));
  CHECK(mentions(tabulate_points({liquid, longer}), {"cadical", "round-robin", "steps"}));
  CHECK(mentions(describe_point(liquid), {"6 steps, liquid"}));
}

TEST_CASE("categories are counted, or said not to be within the time", "[testbenches]") {
  const CategoryCounts counts = searched("categories").result.step_search.value().categories;
  CHECK(counts.full_teams == 72U);
  CHECK(counts.all == 2419U);
  CHECK(counts.skeleton_first.value() == Approx(0.2584).margin(0.0001));
  RunConfig config = figure1("categories");
  config.topology = "k-ring";
  config.time_limit = "1ns";
  const Point late{config, step_search_point(resolve(config))};
  CHECK_FALSE(late.result.step_search.value().categories.all);
  CHECK(mentions(describe_point(late), {"not all of them within 1ns"}));
  config.step_search = "cadical";
  const Point none{config, step_search_point(resolve(config))};
  CHECK(none.result.step_search.value().solved == 0);
  CHECK(mentions(describe_point(none), {"no schedule within 1ns"}));
}

TEST_CASE("a point has the measures of its search, or of its run", "[testbenches]") {
  CHECK(measure_of(figure1("dsatur"), "solved") != nullptr);
  CHECK(measure_of(figure1("dsatur"), "categories.skeleton_first") != nullptr);
  CHECK(measure_of(figure1("dsatur"), "throughput") == nullptr);
  CHECK(measure_of(figure1("none"), "solved") == nullptr);
}
