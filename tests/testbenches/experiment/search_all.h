// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "host/config/config_keys.h"
#include "testbenches/experiment/search.h"
#include "tests/catch.h"

namespace xb {

/// A search to its end, each point measured once.
template <class Measure>
Finding search_all(const SearchGoal& goal, const SearchPlan& plan, Measure&& measure) {
  std::map<std::string, Measured> known;
  const PointStates states = [&](const RunConfig& config) -> PointState {
    const auto at = known.find(to_json(config).dump());
    if (at == known.end()) return {};
    return {false, at->second};
  };
  for (;;) {
    const Finding finding = find_value(goal, plan, states);
    if (finding.wanted.empty()) return finding;
    for (const RunConfig& config : finding.wanted)
      REQUIRE(known.emplace(to_json(config).dump(), measure(config)).second);
  }
}

}  // namespace xb
