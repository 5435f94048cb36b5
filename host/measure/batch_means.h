// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/measure/batch_level.h"

namespace xb {

/// Mean of a correlated series with a 95 % confidence interval by batch means, for a series whose length is
/// not known beforehand: it keeps at most 1024 batches and joins them in pairs when one more comes.
/// How long a batch must be, and whether the series is long enough at all, comes from the correlation that
/// batches of all lengths show. docs/intervals.md has the rule and where it is from.
class BatchMeans {
 public:
  /// Adds the next stretch; all stretches last equally long.
  void add(double sum, double weight);
  /// `stretches` stretches in each of which nothing was summed up.
  void add_empty(double weight, std::uint64_t stretches);
  [[nodiscard]] double mean() const { return weight_ == 0 ? 0.0 : sum_ / weight_; }
  /// Time in which the series' correlation falls by e, in stretches; 0 where none shows.
  [[nodiscard]] double correlation_time() const;
  /// Half-width of the interval; nothing while the series is too short to tell. `companion_time`: correlation
  /// time of a slower series on which this one depends.
  [[nodiscard]] std::optional<double> ci95(double companion_time = 0) const;
  /// Whether the interval is known and its half-width at most that share of the mean.
  [[nodiscard]] bool within(double share, double companion_time = 0) const;

 private:
  static constexpr std::size_t kMaxBatches = 1024;
  static constexpr double kLeastStretches = 128;  // of a series that tells anything,
  static constexpr double kLeastTimes = 128;      // and correlation times
  static constexpr double kTimesPerBatch = 2;     // at least
  /// The batch that the next stretch belongs to.
  Batch& open_batch();
  /// What batches of every length say, the shortest first.
  [[nodiscard]] std::vector<BatchLevel> levels() const;
  [[nodiscard]] std::size_t whole_batches() const {
    return batches_.size() - (stretches_in_last_ != 0 ? 1 : 0);
  }

  std::vector<Batch> batches_;
  std::uint64_t stretches_per_batch_ = 1;
  std::uint64_t stretches_in_last_ = 0;
  double sum_ = 0;
  double weight_ = 0;
};

}  // namespace xb
