// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/measure/batch_level.h"
#include "host/measure/batch_table.h"

namespace xb {

/// Mean of a correlated series with a 95 % confidence interval by batch means, for a series whose length is
/// not known beforehand. How long a batch must be, and whether the series is long enough at all, comes from
/// the correlation that batches of all lengths show. docs/intervals.md has the rule and where it is from.
class BatchMeans {
 public:
  BatchMeans() : table_(1) {}
  /// Of one of the table's series.
  BatchMeans(const BatchTable& table, unsigned series) : table_(table.only(series)) {}

  /// Adds the next stretch; all stretches last equally long.
  void add(double sum, double weight) {
    const Batch stretch{sum, weight};
    table_.add(&stretch);
  }
  /// `stretches` stretches in each of which nothing was summed up.
  void add_empty(double weight, std::uint64_t stretches) {
    table_.add_empty(&weight, stretches);
    table_.end_emptiness();
  }
  [[nodiscard]] double mean() const {
    return table_.total().weight == 0 ? 0.0 : table_.total().sum / table_.total().weight;
  }
  /// Time in which the series' correlation falls by e, in stretches; 0 where none shows.
  [[nodiscard]] double correlation_time() const;
  /// Half-width of the interval; nothing while the series is too short to tell. `companion_time`: correlation
  /// time of a slower series on which this one depends.
  [[nodiscard]] std::optional<double> ci95(double companion_time = 0) const;
  /// Whether the interval is known and its half-width at most that share of the mean.
  [[nodiscard]] bool within(double share, double companion_time = 0) const;

 private:
  static constexpr double kLeastStretches = 128;  // of a series that tells anything,
  static constexpr double kLeastTimes = 128;      // and correlation times
  static constexpr double kTimesPerBatch = 2;     // at least
  /// What batches of every length say, the shortest first.
  [[nodiscard]] std::vector<BatchLevel> levels() const;

  BatchTable table_;
};

}  // namespace xb
