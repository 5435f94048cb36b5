// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/timing.h"

#include <nlohmann/json.hpp>

namespace xb {
namespace {

/// A wire counts for the cell that drives it.
void add_path(const nlohmann::ordered_json& path, const InstanceTree& tree, CostResult& cost) {
  for (const auto& step : path) {
    const bool into_register = step.at("type") == "clk-to-q";
    const auto [instance, module] = tree.of(step.at(into_register ? "to" : "from").at("cell"));
    if (cost.path.empty() || cost.path.back().instance != instance)
      cost.path.push_back({instance, module, 0});
    cost.path.back().ns += step.at("delay").get<double>();
  }
}

}  // namespace

void read_timing(const nlohmann::ordered_json& report, const InstanceTree& tree, CostResult& cost) {
  std::string slowest;
  for (const auto& [clock, speed] : report.at("fmax").items()) {
    const double mhz = speed.at("achieved");
    if (cost.fmax_mhz && *cost.fmax_mhz <= mhz) continue;
    cost.fmax_mhz = mhz;
    slowest = "posedge " + clock;
  }
  for (const auto& path : report.at("critical_paths")) {
    if (path.at("from") != slowest || path.at("to") != slowest) continue;
    add_path(path.at("path"), tree, cost);
    return;
  }
}

}  // namespace xb
