// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

constexpr unsigned kMinPorts = 2;
constexpr unsigned kMaxPorts = 64;     // a port set fits one machine word
constexpr unsigned kMaxDataWords = 8;  // 64-bit words of a beat (512 bits)
constexpr unsigned kMaxClasses = 8;    // of traffic; the highest number is served first

/// A set of ports: bit i is port i.
using PortMask = std::uint64_t;

/// The set of one port.
constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }

/// A port is in a set from now on, or not: whichever no processor can guess, it takes no branch.
constexpr void put_port(PortMask& set, unsigned port, bool in) {
  set = (set & ~bit(port)) | PortMask{in} << port;
}

/// Bits 0..ports-1. `ports` 1..64.
constexpr PortMask all_ports(unsigned ports) { return ~PortMask{0} >> (kMaxPorts - ports); }

/// The lowest port of a set that is not empty.
constexpr unsigned lowest_port(PortMask set) { return static_cast<unsigned>(__builtin_ctzll(set)); }

/// The highest port of a set that is not empty.
constexpr unsigned highest_port(PortMask set) {
  return kMaxPorts - 1 - static_cast<unsigned>(__builtin_clzll(set));
}

/// The n-th port of a set that has more than n, the lowest being the 0-th.
constexpr unsigned nth_port(PortMask set, unsigned n) {
  for (; n > 0; --n) set &= set - 1;
  return lowest_port(set);
}

/// Ports in the set. Most sets that are counted in every cycle are empty; without a processor's instruction
/// for it, this takes fewer steps than a call.
constexpr unsigned port_count(PortMask set) {
  if (set == 0) return 0;
  set -= set >> 1U & 0x5555555555555555U;
  set = (set & 0x3333333333333333U) + (set >> 2U & 0x3333333333333333U);
  set = (set + (set >> 4U)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<unsigned>(set * 0x0101010101010101U >> 56U);
}

/// Calls f(port) for every port in the set, lowest first.
template <class F>
inline void for_each_port(PortMask set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(__builtin_ctzll(set)));
}

}  // namespace xb
