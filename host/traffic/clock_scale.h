// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace xb {

/// Nanoseconds to cycles of the switch's clock and back, each to the nearest, in whole numbers: the same on
/// every machine. A cycle that is a nanosecond or longer comes back as itself.
class ClockScale {
 public:
  /// `mhz`: 0.001..100000.
  explicit ClockScale(double mhz) : millihertz_(static_cast<std::uint64_t>(std::llround(mhz * 1e9))) {}

  [[nodiscard]] std::uint64_t cycles(std::uint64_t nanoseconds) const {
    return static_cast<std::uint64_t>((Wide{nanoseconds} * millihertz_ + kScale / 2) / kScale);
  }
  [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t cycles) const {
    return static_cast<std::uint64_t>((Wide{cycles} * kScale + millihertz_ / 2) / millihertz_);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kScale = 1000000000000;  // nanoseconds x millihertz of a cycle

  std::uint64_t millihertz_;
};

}  // namespace xb
