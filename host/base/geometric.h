// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "host/base/random.h"

namespace xb {

/// Geometric numbers 0, 1, 2, ...: how many trials fail before the first success; by inversion, in double
/// precision.
class RareGeometric {
 public:
  /// `success`: probability of a trial, above 0, at most 1.
  explicit RareGeometric(double success) : log_failure_(std::log1p(-success)) {}

  [[nodiscard]] std::uint64_t draw(RandomStream& stream) const {
    return static_cast<std::uint64_t>(std::min(std::log(stream.above_0()) / log_failure_, 1e18));
  }

 private:
  double log_failure_;
};

/// The same law, quick where most numbers are small: P(X <= k) is compared as a 63-bit number, like
/// RandomStream::chance(). What exceeds the table is, as the law has no memory, the table's length and a
/// further number.
class Geometric {
 public:
  explicit Geometric(double success) : beyond_(success) {
    double failure = 1;  // of all trials so far
    for (auto& bound : bounds_) {
      failure *= 1 - success;
      bound = RandomStream::threshold(1 - failure);
    }
    unsigned k = 0;
    for (std::size_t cell = 0; cell < guide_.size(); ++cell) {
      while (k < kTable && bounds_[k] <= std::uint64_t{cell} << kCellBits) ++k;
      guide_[cell] = static_cast<std::uint8_t>(k);
    }
  }

  [[nodiscard, gnu::always_inline]] std::uint64_t draw(RandomStream& stream) const {
    const std::uint64_t u = stream.next() >> 1U;
    unsigned k = guide_[u >> kCellBits];
    while (k < kTable && u >= bounds_[k]) ++k;
    return k < kTable ? k : draw_beyond(stream);
  }

 private:
  [[gnu::noinline]] std::uint64_t draw_beyond(RandomStream& stream) const {
    return kTable + beyond_.draw(stream);
  }
  static constexpr unsigned kTable = 64;
  static constexpr unsigned kCellBits = 55;  // 63 bits in 256 cells

  RareGeometric beyond_;
  std::array<std::uint64_t, kTable> bounds_{};  // P(X <= k), 63-bit fractions
  std::array<std::uint8_t, 256> guide_{};       // the least k that a number of this cell can give
};

}  // namespace xb
