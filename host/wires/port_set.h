// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

constexpr unsigned kMinPorts = 2;
constexpr unsigned kMaxPorts = 64;     // a port set fits one machine word
constexpr unsigned kMaxDataWords = 8;  // 64-bit words of a beat (512 bits)

/// A set of ports: bit i is port i.
using PortMask = std::uint64_t;

/// The set of one port.
constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }

/// Bits 0..ports-1. `ports` 1..64.
constexpr PortMask all_ports(unsigned ports) { return ~PortMask{0} >> (kMaxPorts - ports); }

/// The lowest port of a set that is not empty.
constexpr unsigned lowest_port(PortMask set) { return static_cast<unsigned>(__builtin_ctzll(set)); }

/// Ports in the set; most sets that are counted in every cycle are empty.
constexpr unsigned port_count(PortMask set) {
  return set == 0 ? 0 : static_cast<unsigned>(__builtin_popcountll(set));
}

/// Calls f(port) for every port in the set, lowest first.
template <class F>
inline void for_each_port(PortMask set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(__builtin_ctzll(set)));
}

}  // namespace xb
