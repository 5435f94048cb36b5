// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb::twin {

/// Twin of xb_lfsr: random numbers of 32 bits, xorshift 13/17/5. The numbers shown at once by the RTL are drawn one
/// after the other here.
class Lfsr {
 public:
  /// `instance`: number of this generator among those of one seed.
  explicit Lfsr(std::uint32_t instance = 0) : mix_((instance + 1) * 0x9e3779b9U) {}

  void load(std::uint32_t seed) { state_ = seed == mix_ ? 1 : seed ^ mix_; }
  [[nodiscard]] std::uint32_t value() const { return state_; }
  /// Moves past `draws` numbers.
  void advance(unsigned draws = 1) { state_ = after(draws); }
  /// The number that follows `draws` others.
  [[nodiscard]] std::uint32_t after(unsigned draws) const {
    std::uint32_t x = state_;
    for (; draws > 0; --draws) {
      x ^= x << 13U;
      x ^= x >> 17U;
      x ^= x << 5U;
    }
    return x;
  }

 private:
  std::uint32_t mix_;
  std::uint32_t state_ = 1;
};

}  // namespace xb::twin
