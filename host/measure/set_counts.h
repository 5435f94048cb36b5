// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "host/link/switch_wires.h"

namespace xb {

/// In how many of many sets each port is. Bit p of plane k is bit k of port p's count, so that a set is added
/// to all ports at once; what the planes have no room for goes to 64-bit counters, one a port. A set that
/// comes again and again is added when another one comes.
class SetCounts {
 public:
  /// `times` such sets.
  void add(PortMask set, std::uint64_t times, std::uint64_t* counters) {
    if (set == set_) {
      times_ += times;
      return;
    }
    count(counters);
    set_ = set;
    times_ = times;
  }
  /// What the counters lack.
  void add_to(std::uint64_t* counters) const {
    for_each_port(set_, [&](unsigned port) { counters[port] += times_; });
    for (unsigned k = 0; k < kPlanes; ++k)
      for_each_port(planes_[k], [&](unsigned port) { counters[port] += std::uint64_t{1} << k; });
  }

 private:
  void count(std::uint64_t* counters) {
    if (times_ != 1) return for_each_port(set_, [&](unsigned port) { counters[port] += times_; });
    PortMask set = set_;
    for (PortMask& plane : planes_) {
      const PortMask carry = plane & set;
      plane ^= set;
      set = carry;
    }
    for_each_port(set, [&](unsigned port) { counters[port] += std::uint64_t{1} << kPlanes; });
  }

  static constexpr unsigned kPlanes = 6;
  std::array<PortMask, kPlanes> planes_{};
  PortMask set_ = 0;  // the last one, not counted yet
  std::uint64_t times_ = 0;
};

}  // namespace xb
