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

/// A set of ports, 0..63; bit i is port i.
using PortSet = std::uint64_t;

inline PortSet only(unsigned port) { return PortSet{1} << port; }
inline PortSet first_ports(unsigned count) { return ~PortSet{0} >> (64 - count); }
inline bool has(PortSet set, unsigned port) { return (set >> port & 1) != 0; }
inline unsigned size(PortSet set) { return static_cast<unsigned>(__builtin_popcountll(set)); }

/// The lowest port of a set that is not empty.
inline unsigned lowest(PortSet set) { return static_cast<unsigned>(__builtin_ctzll(set)); }

/// The first port of a set that is not empty, from `pointer` on and around.
inline unsigned first_from(PortSet set, unsigned pointer) {
  const PortSet from_pointer = set & ~PortSet{0} << pointer;
  return lowest(from_pointer != 0 ? from_pointer : set);
}

/// Any port of a set that is not empty, all equally likely.
inline unsigned any_of(PortSet set, Draw& draw) {
  for (unsigned skipped = draw.below(size(set)); skipped > 0; --skipped) set &= set - 1;
  return lowest(set);
}

}  // namespace slots
