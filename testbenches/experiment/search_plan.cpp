// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/search_plan.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/point/traffic_config.h"
#include "testbenches/experiment/value_range.h"

namespace xb {
namespace {

constexpr const char* kUsualLoads = "0.005..1 step 0.005";

bool gives(const Experiment& experiment, const std::string& key) {
  return gives(experiment.keys, key) ||
         any_of(experiment.cases, [&](const std::vector<SweptKey>& keys) { return gives(keys, key); });
}

void check_points(const SearchGoal& goal, const std::vector<RunConfig>& points) {
  for (const RunConfig& config : points) {
    if (!config.is_random() && goal.kind == SearchGoal::Kind::Saturation) {
      throw InputError(
          "{}search: '{}' is not allowed with {} {}, which all comes out in the end; "
          "allowed: with random traffic, or search depth",
          goal.place, goal.name(), config.replays() ? "traffic" : "schedule",
          config.replays() ? config.traffic->traffic.text() : config.schedule.text());
    }
    if (goal.kind == SearchGoal::Kind::Headroom && config.classes_with(FlowControl::Pfc) == 0) {
      throw InputError("{}search: '{}' is not allowed with flow {}; allowed: with flow pfc", goal.place,
                       goal.name(), config.flow_text());
    }
    if (goal.max_loss && !config.drop()) {
      throw InputError(
          "{}max-loss: '{}' is not allowed with flow {}, which loses nothing; allowed: with flow drop",
          goal.place, *goal.max_loss, config.flow_text());
    }
  }
}

}  // namespace

double searched_value(const SearchGoal& goal, const RunConfig& config) {
  if (goal.kind == SearchGoal::Kind::Headroom) return config.headroom.value_or(0);
  return goal.kind == SearchGoal::Kind::Depth ? config.depth : config.traffic->load;
}

std::vector<SearchPlan> search_plans(const Experiment& experiment) {
  const SearchGoal& goal = experiment.search;
  check_goal(goal);
  Experiment all = experiment;
  if (goal.kind == SearchGoal::Kind::Saturation && !gives(all, goal.key())) {
    check_points(goal, all.points());  // before a load that nobody gave is refused
    all.keys.push_back({goal.key(), *range_values(kUsualLoads), "search"});
  }
  const std::vector<RunConfig> points = all.points();
  check_points(goal, points);
  std::vector<SearchPlan> plans;
  std::map<std::string, std::size_t> known;
  for (const RunConfig& config : points) {
    nlohmann::ordered_json others = to_json(config);
    others.erase(goal.key());
    const auto [plan, is_new] = known.emplace(others.dump(), plans.size());
    if (is_new) plans.emplace_back();
    plans[plan->second].candidates.push_back(config);
  }
  const bool falling = goal.wants_least();
  for (SearchPlan& plan : plans) {
    auto& list = plan.candidates;
    std::sort(list.begin(), list.end(), [&](const RunConfig& a, const RunConfig& b) {
      const double first = searched_value(goal, a), second = searched_value(goal, b);
      return falling ? first > second : first < second;
    });
    list.erase(std::unique(list.begin(), list.end(),
                           [&](const RunConfig& a, const RunConfig& b) {
                             return searched_value(goal, a) == searched_value(goal, b);
                           }),
               list.end());
    if (list.size() < 2) {
      throw InputError(
          "{}search: '{}' is not allowed with one {}; allowed: values to search among, "
          "such as {} = \"{}\"",
          goal.place, goal.name(), goal.key(), goal.key(), falling ? "32..1024 step 32" : kUsualLoads);
    }
  }
  return plans;
}

}  // namespace xb
