// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/measure/batch_level.h"

namespace xb {

/// Series of sums over stretches of time, all cut into the same stretches, side by side: whoever adds to all
/// of them touches little memory. Their length is not known beforehand: the table keeps at most 1024 batches
/// of each and joins them in pairs when one more comes. As long as nothing has been summed up it keeps none.
class BatchTable {
 public:
  explicit BatchTable(unsigned series) : total_(series), empty_weights_(series) {}

  /// Adds the next stretch, one sum and weight per series; all stretches last equally long.
  void add(const Batch* stretch);
  /// `stretches` stretches in each of which nothing was summed up; `weights` of each, one per series.
  void add_empty(const double* weights, std::uint64_t stretches);

  /// What has been empty since the beginning becomes batches, without which the two below know nothing of it.
  void end_emptiness();
  /// One series by itself, in batches.
  [[nodiscard]] BatchTable only(unsigned series) const;
  /// Of the first series: the sum of all, and its batches that are whole.
  [[nodiscard]] const Batch& total() const { return total_.front(); }
  [[nodiscard]] std::vector<Batch> whole_batches() const;
  [[nodiscard]] std::uint64_t whole_stretches() const {
    return (rows() - (stretches_in_last_ != 0 ? 1 : 0)) * stretches_per_batch_;
  }
  [[nodiscard]] std::uint64_t stretches_per_batch() const { return stretches_per_batch_; }

 private:
  static constexpr std::size_t kMostBatches = 1024;
  [[nodiscard]] std::size_t rows() const { return rows_.size() / total_.size(); }
  void fill(const double* weights, std::uint64_t stretches);
  Batch* open_row();
  void close_stretches(std::uint64_t stretches);

  std::vector<Batch> rows_;  // of a batch of each series
  std::vector<Batch> total_;
  std::uint64_t stretches_per_batch_ = 1;
  std::uint64_t stretches_in_last_ = 0;
  std::uint64_t empty_stretches_ = 0;  // at the beginning, not yet in rows_
  std::vector<double> empty_weights_;  // of each
};

}  // namespace xb
