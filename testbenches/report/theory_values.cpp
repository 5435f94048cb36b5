// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/theory/theory.h"
#include "testbenches/report/measure_figures.h"

namespace xb {
namespace {

struct Shown {
  const char* name;
  TheoryMeasure measure;
};

constexpr Shown kShown[] = {{"input-saturation", TheoryMeasure::Throughput},
                            {"window-saturation", TheoryMeasure::Throughput},
                            {"voq-saturation", TheoryMeasure::Throughput},
                            {"unbalanced-throughput", TheoryMeasure::Throughput},
                            {"input-wait", TheoryMeasure::QueueingCycles},
                            {"output-wait", TheoryMeasure::QueueingCycles},
                            {"voq-wait", TheoryMeasure::QueueingCycles},
                            {"bursty-wait", TheoryMeasure::QueueingCycles},
                            {"output-loss", TheoryMeasure::Loss},
                            {"output-loss-turns", TheoryMeasure::Loss},
                            {"sharing-loss-turns", TheoryMeasure::Loss}};

std::vector<TheoryValue> values(TheoryMeasure measure, const RunConfig& config) {
  std::vector<TheoryValue> found;
  for (const Shown& shown : kShown) {
    const Theory* theory = find_theory(shown.name);
    if (config.window == 1 && theory->name == "window-saturation")
      continue;  // that of input-saturation, rounded
    const auto value = shown.measure == measure ? theory->value(config) : std::nullopt;
    if (value) found.push_back({shown.name, *value});
  }
  return found;
}

}  // namespace

std::vector<TheoryValue> theory_values(TheoryMeasure measure, const RunConfig& config) {
  if (measure == TheoryMeasure::Throughput) {
    auto found = saturation_loads(config);
    for (TheoryValue& value : found) value.value = std::min(value.value, config.traffic->load);
    return found;
  }
  auto found = values(measure, config);
  for (TheoryValue& value : found) {
    if (measure == TheoryMeasure::QueueingCycles) value.value *= config.packet_max;  // from slots
  }
  return found;
}

std::vector<TheoryValue> saturation_loads(const RunConfig& config) {
  RunConfig saturated = config;
  saturated.traffic->load = 1;
  return values(TheoryMeasure::Throughput, saturated);
}

std::vector<std::string> drawn_theories() {
  std::vector<std::string> names;
  for (const Shown& shown : kShown) names.emplace_back(shown.name);
  return names;
}

}  // namespace xb
