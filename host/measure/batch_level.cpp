// SPDX-License-Identifier: Apache-2.0
#include "host/measure/batch_level.h"

#include <algorithm>
#include <cmath>

#include "host/base/student.h"

namespace xb {
namespace {

constexpr double kRounding = 1e-20;     // squared, relative: batches that differ by less are equal
constexpr double kSignificance = 2.33;  // standard deviations: by chance 1 time in 100
constexpr double kRare = 0.5;           // share of the batches: what comes in fewer bursts is rare

/// Correlation of the means of two successive stretches, each `x` correlation times long, of a series whose
/// correlation decays exponentially.
double neighbours_correlation(double x) {
  if (x < 1e-3) return 1 - x / 3;
  const double decay = std::exp(-x);
  return (1 - decay) * (1 - decay) / (2 * (x - 1 + decay));
}

/// The inverse of that.
double length_for(double correlation) {
  double low = 1e-4;
  double high = 1e4;
  for (int n = 0; n < 60; ++n) {
    const double middle = std::sqrt(low * high);
    (neighbours_correlation(middle) > correlation ? low : high) = middle;
  }
  return low;
}

}  // namespace

BatchLevel::BatchLevel(const std::vector<Batch>& batches, std::uint64_t stretches)
    : count_(batches.size()), stretches_(stretches) {
  double sum = 0;
  double weight = 0;
  double sizes = 0;
  double sum_squares = 0;
  for (const Batch& b : batches) {
    sum += b.sum;
    weight += b.weight;
    sizes += std::abs(b.sum);
    sum_squares += b.sum * b.sum;
    if (b.weight > 0) ++filled_;
  }
  if (!enough()) return;
  bursts_ = sum_squares > 0 ? sizes * sizes / sum_squares : static_cast<double>(count_);
  // Of a ratio, what a batch's sum has beyond its share.
  const double mean = sum / weight;
  const auto beyond = [mean](const Batch& b) { return b.sum - mean * b.weight; };
  double squares = 0;
  double products = 0;
  double last = 0;
  for (const Batch& b : batches) {
    const double e = beyond(b);
    squares += e * e;
    products += e * last;
    last = e;
  }
  if (squares <= kRounding * sum_squares) return;
  const auto n = static_cast<double>(count_);
  // About their own mean, neighbours seem less correlated than they are, by (1 + 3 c) / n (Marriott, Pope
  // 1954).
  correlation_ = (products / squares + 1 / n) / (1 - 3 / n);
  error_ = std::sqrt(squares * n / (n - 1)) / weight;
}

double BatchLevel::correlation_time() const {
  const auto n = static_cast<double>(count_);
  if (correlation_ * (1 - 3 / n) * std::sqrt(n) < kSignificance) return 0;
  return static_cast<double>(stretches_) / length_for(std::min(correlation_, 0.9999));
}

double BatchLevel::half_width() const {
  const double left = std::clamp(correlation_, 0.0, 0.9);
  const double inflation = (1 + left) / (1 - left);
  const auto n = static_cast<double>(count_);
  // Few bursts tell as little as few batches.
  const double known_by = std::min(n / inflation, bursts_ < kRare * n ? bursts_ : n);
  return student_quantile(std::max(known_by - 1, kFewestBursts)) * error_ * std::sqrt(inflation);
}

void join_pairs(std::vector<Batch>& batches, std::size_t series) {
  const std::size_t pairs = batches.size() / series / 2;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    for (std::size_t s = 0; s < series; ++s) {
      Batch joined = batches[2 * pair * series + s];
      joined += batches[(2 * pair + 1) * series + s];
      batches[pair * series + s] = joined;
    }
  }
  batches.resize(pairs * series);
}

}  // namespace xb
