// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xb {

/// A sum over a stretch of time, and what it is to be divided by: cycles, or packets.
struct Batch {
  double sum = 0, weight = 0;

  Batch& operator+=(const Batch& other) {
    sum += other.sum;
    weight += other.weight;
    return *this;
  }
};

/// What batches of one length say of the mean of a series, the ratio of all sums to all weights.
class BatchLevel {
 public:
  static constexpr std::size_t kFewest = 16;  ///< batches that say anything
  static constexpr double kFewestBursts = 3;  ///< Student's quantile is right from 3 degrees of freedom on

  /// `stretches`: the length of a batch.
  BatchLevel(const std::vector<Batch>& batches, std::uint64_t stretches);

  /// kFewest of the batches hold something.
  [[nodiscard]] bool enough() const { return filled_ >= kFewest; }
  [[nodiscard]] std::uint64_t stretches() const { return stretches_; }
  /// As many batches alike would spread as these do: few, where what is summed up is rare.
  [[nodiscard]] double bursts() const { return bursts_; }
  /// Time in which the correlation falls by e, in stretches; 0 where neighbours show none beyond chance.
  [[nodiscard]] double correlation_time() const;
  /// Half-width of the mean's 95 % interval.
  [[nodiscard]] double half_width() const;

 private:
  std::size_t count_;
  std::size_t filled_ = 0;
  std::uint64_t stretches_;
  double bursts_ = 0;
  double correlation_ = 0;  // of neighbours
  double error_ = 0;        // standard error of the mean if they were independent
};

/// Joins the batches of so many series, which lie side by side, in pairs; the last of each is left out if it
/// has no partner.
void join_pairs(std::vector<Batch>& batches, std::size_t series = 1);

}  // namespace xb
