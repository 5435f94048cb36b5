// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "host/wires/port_set.h"

namespace xb {

/// Packets that wait, by the outputs of a switch that each may take.
class OutputCounts {
 public:
  void add(PortMask outputs, std::uint64_t packets = 1) {
    for_each_port(outputs, [&](unsigned port) { packets_[port] += packets; });
    if (packets > 0) wanted_ |= outputs;
  }
  void remove(PortMask outputs) {
    for_each_port(outputs, [&](unsigned port) {
      if (--packets_[port] == 0) wanted_ &= ~bit(port);
    });
  }
  /// The outputs with some.
  [[nodiscard]] PortMask wanted() const { return wanted_; }

 private:
  std::array<std::uint64_t, kMaxPorts> packets_{};
  PortMask wanted_ = 0;
};

}  // namespace xb
