// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/search_record.h"

#include "host/point/run_config.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

Json goal_record(const SearchGoal& goal) {
  Json json{{"search", goal.name()}};
  if (goal.max_loss) json["max-loss"] = *goal.max_loss;
  if (goal.min_throughput) {
    json["min-throughput"] = goal.min_throughput->value;
    json["of-offered"] = goal.min_throughput->of_offered;
  }
  return json;
}

}  // namespace

Json search_record(const SearchGoal& goal, const SearchPlan& plan, const Finding& finding, std::size_t number,
                   const ShowPoint& show) {
  const std::string key = goal.key();
  const auto value = [&](const std::optional<std::size_t>& candidate) -> Json {
    if (!candidate) return nullptr;
    return show(plan.candidates[*candidate]).config[key];
  };
  Json config = show(plan.stands_for()).config;
  config.erase(key);
  Json record{{"schema", 1},
              {"search", number},
              {"goal", goal_record(goal)},
              {"config", std::move(config)},
              {"key", key},
              {"state", state_name(finding.state)},
              {"found", value(finding.found)},
              {"beyond", value(finding.beyond)},
              {"uneven", finding.uneven},
              {"evaluations", Json::array()}};
  for (const Evaluation& evaluation : finding.evaluations) {
    const ShownPoint point = show(evaluation.config);
    Json one = Json::object();
    if (!point.hash.empty()) one["point"] = point.hash;
    one[key] = point.config[key];
    one["cycles"] = evaluation.config.cycles;
    one["answer"] = answer_name(evaluation.answer);
    record["evaluations"].push_back(std::move(one));
  }
  return record;
}

}  // namespace xb
