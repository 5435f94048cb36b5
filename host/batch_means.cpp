// SPDX-License-Identifier: Apache-2.0
#include "host/batch_means.h"

#include <cmath>
#include <limits>

namespace xb {

void BatchMeans::add(double sum, double weight) {
  sum_ += sum;
  weight_ += weight;
  if (stretches_in_last_ == 0) {
    if (batches_.size() == kMaxBatches) {
      for (std::size_t i = 0; i < kMaxBatches / 2; ++i) {
        batches_[i] = {batches_[2 * i].sum + batches_[2 * i + 1].sum,
                       batches_[2 * i].weight + batches_[2 * i + 1].weight};
      }
      batches_.resize(kMaxBatches / 2);
      stretches_per_batch_ *= 2;
    }
    batches_.push_back({0, 0});
  }
  batches_.back().sum += sum;
  batches_.back().weight += weight;
  if (++stretches_in_last_ == stretches_per_batch_) stretches_in_last_ = 0;
}

std::vector<double> BatchMeans::batch_values() const {
  std::vector<double> values;
  const std::size_t whole = batches_.size() - (stretches_in_last_ != 0 ? 1 : 0);
  for (std::size_t i = 0; i < whole; ++i) {
    if (batches_[i].weight > 0) values.push_back(batches_[i].sum / batches_[i].weight);
  }
  return values;
}

double BatchMeans::ci95() const {
  const std::vector<double> values = batch_values();
  if (values.size() < kEnough) return 0;
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double v : values) mean += v / n;
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  const double student = 1.96 + 2.5 / (n - 1);  // 97.5 % quantile, within 0.3 % for n >= 20
  return student * std::sqrt(squares / (n - 1) / n);
}

double BatchMeans::relative_ci95() const {
  if (batch_values().size() < kEnough) return std::numeric_limits<double>::infinity();
  const double half_width = ci95();
  if (half_width == 0) return 0;
  return mean() == 0 ? std::numeric_limits<double>::infinity() : half_width / std::abs(mean());
}

}  // namespace xb
