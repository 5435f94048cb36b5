// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/interval_note.h"

#include <fmt/format.h>

#include <cmath>

#include "host/point/run_config.h"

namespace xb {

bool misses_ci(const RunConfig& config, const RunResult& result) {
  if (config.ci <= 0 || !config.is_random() || result.measured_cycles < config.cycles) return false;
  const auto within = [&](const Estimate& e) { return e.ci95 && *e.ci95 <= config.ci * std::abs(e.mean); };
  return !within(result.throughput) || !within(result.queueing);
}

std::string ci_note(std::size_t missing, std::size_t points) {
  if (missing == 0) return "";
  return fmt::format("{} of {} points ended before their intervals were within ci: give more cycles\n",
                     missing, points);
}

}  // namespace xb
