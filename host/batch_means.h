// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb {

/// Mean of a correlated series with a 95 % confidence interval by batch means, for a series whose length is
/// not known beforehand: it keeps at most 64 batches and joins them in pairs when one more comes.
/// A batch is a sum over a stretch of time, divided by its weight (cycles, or packets).
class BatchMeans {
 public:
  /// Adds the next stretch; all stretches last equally long.
  void add(double sum, double weight);
  [[nodiscard]] double mean() const { return weight_ == 0 ? 0.0 : sum_ / weight_; }
  /// Half-width of the interval; 0 while there are fewer than kEnough batches.
  [[nodiscard]] double ci95() const;
  /// Relative half-width; infinite while there are too few batches or only the mean is 0.
  [[nodiscard]] double relative_ci95() const;

 private:
  static constexpr std::size_t kMaxBatches = 64;
  static constexpr std::size_t kEnough = 20;
  struct Batch {
    double sum, weight;
  };
  /// Means of the batches that are whole and hold something.
  [[nodiscard]] std::vector<double> batch_values() const;

  std::vector<Batch> batches_;
  std::uint64_t stretches_per_batch_ = 1;
  std::uint64_t stretches_in_last_ = 0;
  double sum_ = 0;
  double weight_ = 0;
};

}  // namespace xb
