// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// What the lengths of a run's packets count, in their headers and wherever hosts name one: beats, or bytes.
class LengthUnit {
 public:
  /// Beats; their tkeep, if there is one, is all ones.
  constexpr LengthUnit() = default;
  /// Bytes, of which a beat has `beat_bytes`: a power of two, 1..64.
  static constexpr LengthUnit bytes(unsigned beat_bytes) {
    LengthUnit unit;
    while (1U << unit.shift_ < beat_bytes) ++unit.shift_;
    unit.rest_ = beat_bytes - 1;
    unit.in_bytes_ = true;
    return unit;
  }

  [[nodiscard]] constexpr bool in_bytes() const { return in_bytes_; }
  /// Beats of a packet of that length; also whole beat times of so many beat or byte times, rounded up.
  template <class Number>
  [[nodiscard]] constexpr Number beats_of(Number length) const {
    return (length + rest_) >> shift_;
  }
  /// Bytes that its last beat has room for and does not have; 0 where lengths are beats.
  [[nodiscard]] constexpr unsigned missing_bytes(unsigned length) const {
    return (beats_of(length) << shift_) - length;
  }
  /// tkeep of all beats of a packet but the last, and of that, where lengths are bytes.
  [[nodiscard]] constexpr std::uint64_t full_keep() const { return ~std::uint64_t{0} >> (63U - rest_); }
  [[nodiscard]] constexpr std::uint64_t last_keep(unsigned length) const {
    return full_keep() >> missing_bytes(length);
  }

 private:
  unsigned shift_ = 0;  // beats are a length over 2^shift_, rounded up
  unsigned rest_ = 0;   // bytes of a beat less 1
  bool in_bytes_ = false;
};

}  // namespace xb
