// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "testbenches/experiment/search.h"

namespace xb {

/// How a record shows a configuration: its JSON, and its name, or nothing.
struct ShownPoint {
  nlohmann::ordered_json config;
  std::string hash;
};
using ShowPoint = std::function<ShownPoint(const RunConfig& config)>;

/// A search as one JSON object: goal, configuration without the searched key, state, found, beyond, and its
/// evaluations.
nlohmann::ordered_json search_record(const SearchGoal& goal, const SearchPlan& plan, const Finding& finding,
                                     std::size_t number, const ShowPoint& show);

}  // namespace xb
