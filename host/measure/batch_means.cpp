// SPDX-License-Identifier: Apache-2.0
#include "host/measure/batch_means.h"

#include <algorithm>
#include <cmath>

namespace xb {
namespace {

double longest_time(const std::vector<BatchLevel>& levels) {
  double time = 0;
  for (const BatchLevel& level : levels) time = std::max(time, level.correlation_time());
  return time;
}

}  // namespace

std::vector<BatchLevel> BatchMeans::levels() const {
  std::vector<BatchLevel> levels;
  std::vector<Batch> batches = table_.whole_batches();
  for (std::uint64_t stretches = table_.stretches_per_batch(); batches.size() >= BatchLevel::kFewest;
       stretches *= 2) {
    const BatchLevel level(batches, stretches);
    if (level.enough()) levels.push_back(level);
    join_pairs(batches);
  }
  return levels;
}

double BatchMeans::correlation_time() const { return longest_time(levels()); }

std::optional<double> BatchMeans::ci95(double companion_time) const {
  const std::vector<BatchLevel> all = levels();
  const double time = std::max(longest_time(all), companion_time);
  const auto length = static_cast<double>(table_.whole_stretches());
  if (length < kLeastStretches || length < kLeastTimes * time) return {};
  std::optional<double> widest;
  for (const BatchLevel& level : all) {
    if (static_cast<double>(level.stretches()) < kTimesPerBatch * time) continue;
    if (level.bursts() < BatchLevel::kFewestBursts) return {};
    widest = std::max(widest.value_or(0), level.half_width());
  }
  return widest;
}

bool BatchMeans::within(double share, double companion_time) const {
  const std::optional<double> half_width = ci95(companion_time);
  return half_width && *half_width <= share * std::abs(mean());
}

}  // namespace xb
