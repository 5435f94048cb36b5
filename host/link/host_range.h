// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

constexpr unsigned kMaxHosts = 4096;  ///< of a network

/// The hosts of one switch among all: ranks first .. first+count-1, on its ports 0 .. count-1.
struct HostRange {
  unsigned first = 0, count = 0;
  unsigned all = 0;  ///< hosts of the whole network

  /// All hosts on one switch.
  static HostRange of_one_switch(unsigned ports) { return {0, ports, ports}; }
  [[nodiscard]] bool has(unsigned rank) const { return rank - first < count; }
  [[nodiscard]] unsigned port(unsigned rank) const { return rank - first; }
};

}  // namespace xb
