// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

namespace slots {

/// Random draws. The engine is the standard's, to the bit; its distributions are not the same everywhere, so
/// they are written out here.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  /// True with this probability, 0..1.
  bool chance(double probability) { return static_cast<double>(engine_() >> 11) * 0x1p-53 < probability; }

  /// One of 0..count-1, all equally likely to within 2^-32 x count.
  unsigned below(unsigned count) { return static_cast<unsigned>((engine_() >> 32) * count >> 32); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace slots
