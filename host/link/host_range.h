// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/wires/port_set.h"

namespace xb {

constexpr unsigned kMaxHosts = 65536;  ///< of a network

/// The hosts of one switch among all: ranks first .. first+count-1, on its ports 0 .. count-1.
struct HostRange {
  unsigned first = 0, count = 0;
  unsigned all = 0;  ///< hosts of the whole network
  /// By rank: outputs of the switch by which packets for it may leave; null: that of its number.
  const PortMask* outputs = nullptr;

  /// All hosts on one switch.
  static HostRange of_one_switch(unsigned ports) { return {0, ports, ports}; }
  [[nodiscard]] bool has(unsigned rank) const { return rank - first < count; }
  [[nodiscard]] PortMask outputs_of(unsigned rank) const {
    return outputs == nullptr ? bit(rank) : outputs[rank];
  }
  [[nodiscard]] unsigned port(unsigned rank) const { return rank - first; }
};

}  // namespace xb
