// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace xb {

/// Weights of a histogram by value: the greatest value of a bin, and the weight of its values, rising.
using HistogramBins = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// Exact histogram of non-negative integers, weighted. Small values are counted in an array, rare large ones
/// in a map, so that percentiles are exact. Adding is cheap; whatever is asked goes through all values.
class Histogram {
 public:
  [[gnu::always_inline]] void add(std::uint64_t value, std::uint64_t weight = 1) {
    if (!has_room_for(value)) return add_slow(value, weight);
    counts_[value] += weight;
  }
  /// Adding it takes no more than an addition.
  [[nodiscard]] bool has_room_for(std::uint64_t value) const { return value < size_; }
  /// All that another one has, too.
  void add(const Histogram& other);
  /// Adds values below one to a histogram, as what they are less, and all others to another, as what they are
  /// more.
  void split(std::uint64_t at, Histogram& less, Histogram& more) const;
  [[nodiscard]] std::uint64_t total() const;
  [[nodiscard]] double mean() const;
  /// Smallest value that at least the share q of the weight does not exceed; 0 if empty. q in 0..1.
  [[nodiscard]] std::uint64_t quantile(double q) const;
  /// The same by weight: smallest value that at least `wanted` does not exceed, 1 .. total().
  [[nodiscard]] std::uint64_t reached_by(std::uint64_t wanted) const;
  [[nodiscard]] std::uint64_t max() const { return quantile(1.0); }
  /// Values below 64 each by itself, of larger ones 32 bins from a power of two to the next; those with
  /// weight.
  [[nodiscard]] HistogramBins bins() const;

 private:
  static constexpr std::uint64_t kArrayLimit = 1U << 20U;
  [[gnu::cold]] void add_slow(std::uint64_t value, std::uint64_t weight);
  /// Calls visit(value, weight) for all values, rising, until it returns false.
  template <class Visit>
  void for_each(Visit&& visit) const;

  using Large = std::map<std::uint64_t, std::uint64_t>;

  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(8);  // grows
  std::uint64_t size_ = 8;        // of it, which is asked for with each value
  std::unique_ptr<Large> large_;  // weights of values beyond the array; null: none
};

}  // namespace xb
