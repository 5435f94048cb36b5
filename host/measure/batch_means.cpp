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

Batch& BatchMeans::open_batch() {
  if (stretches_in_last_ == 0) {
    if (batches_.size() == kMaxBatches) {
      batches_ = join_pairs(batches_);
      stretches_per_batch_ *= 2;
    }
    batches_.push_back({0, 0});
  }
  return batches_.back();
}

void BatchMeans::add(double sum, double weight) {
  sum_ += sum;
  weight_ += weight;
  Batch& batch = open_batch();
  batch.sum += sum;
  batch.weight += weight;
  if (++stretches_in_last_ == stretches_per_batch_) stretches_in_last_ = 0;
}

void BatchMeans::add_empty(double weight, std::uint64_t stretches) {
  weight_ += weight * static_cast<double>(stretches);
  while (stretches > 0) {
    Batch& batch = open_batch();
    const std::uint64_t part = std::min(stretches, stretches_per_batch_ - stretches_in_last_);
    batch.weight += weight * static_cast<double>(part);
    stretches_in_last_ += part;
    if (stretches_in_last_ == stretches_per_batch_) stretches_in_last_ = 0;
    stretches -= part;
  }
}

std::vector<BatchLevel> BatchMeans::levels() const {
  std::vector<BatchLevel> levels;
  std::vector<Batch> batches(batches_.begin(),
                             batches_.begin() + static_cast<std::ptrdiff_t>(whole_batches()));
  for (std::uint64_t stretches = stretches_per_batch_; batches.size() >= BatchLevel::kFewest;
       stretches *= 2) {
    const BatchLevel level(batches, stretches);
    if (level.enough()) levels.push_back(level);
    batches = join_pairs(batches);
  }
  return levels;
}

double BatchMeans::correlation_time() const { return longest_time(levels()); }

std::optional<double> BatchMeans::ci95(double companion_time) const {
  const std::vector<BatchLevel> all = levels();
  const double time = std::max(longest_time(all), companion_time);
  const auto length = static_cast<double>(whole_batches() * stretches_per_batch_);
  if (length < kLeastStretches || length < kLeastTimes * time) return {};
  std::optional<double> widest;
  for (const BatchLevel& level : all) {
    if (static_cast<double>(level.stretches()) < kTimesPerBatch * time) continue;
    widest = std::max(widest.value_or(0), level.half_width());
  }
  return widest;
}

bool BatchMeans::within(double share, double companion_time) const {
  const std::optional<double> half_width = ci95(companion_time);
  return half_width && *half_width <= share * std::abs(mean());
}

}  // namespace xb
