// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb::twin {

/// Twin of xb_lfsr: random numbers of 32 bits, xorshift 13/17/5.
class Lfsr {
 public:
  /// `instance`: number of this generator among those of one seed.
  explicit Lfsr(std::uint32_t instance = 0) : mix_((instance + 1) * 0x9e3779b9U) {}

  void load(std::uint32_t seed) { state_ = seed == mix_ ? 1 : seed ^ mix_; }
  [[nodiscard]] std::uint32_t value() const { return state_; }
  /// The number has been used.
  void advance() {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 17U;
    state_ ^= state_ << 5U;
  }

 private:
  std::uint32_t mix_;
  std::uint32_t state_ = 1;
};

}  // namespace xb::twin
