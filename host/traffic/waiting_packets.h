// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "host/traffic/destinations.h"
#include "host/wires/port_set.h"

namespace xb {

/// Where the packets go that wait at a host: a second draw of the same destinations, as they arrive, so that
/// a backlog needs no memory here either.
class WaitingPackets {
 public:
  /// `arriving`: before the first draw.
  WaitingPackets(Destinations arriving, std::size_t outputs)
      : arriving_(std::move(arriving)), packets_(outputs) {}

  void add(std::uint64_t count) {
    for (; count > 0; --count) add(arriving_.next(), 1);
  }
  void add(unsigned output, std::uint64_t count) {
    packets_[output] += count;
    wanted_ |= bit(output);
  }
  void remove(unsigned output) {
    if (--packets_[output] == 0) wanted_ &= ~bit(output);
  }
  /// The outputs with some.
  [[nodiscard]] PortMask wanted() const { return wanted_; }

 private:
  Destinations arriving_;
  std::vector<std::uint64_t> packets_;  // by output
  PortMask wanted_ = 0;
};

}  // namespace xb
