// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/switch_input.h"

namespace xb::twin {

/// A switch twin with wires to set by hand; 64-bit beats.
class Driver {
 public:
  Driver(unsigned ports, std::uint32_t depth, bool store_forward = false)
      : sw({ports, 1, depth}), dest(ports), data(ports) {
    in.settings.depth = depth;
    in.settings.store_forward = store_forward;
    in.s_tdest = dest.data();
    in.s_tdata = data.data();
    sw.step(in);  // settings count from the next cycle on
  }

  /// Offers a beat on an input in the cycles to come.
  void offer(unsigned input, unsigned destination, std::uint64_t value, bool first = true, bool last = true) {
    dest[input] = static_cast<std::uint8_t>(destination);
    data[input] = value;
    in.s_tvalid |= bit(input);
    in.s_tuser = first ? in.s_tuser | bit(input) : in.s_tuser & ~bit(input);
    in.s_tlast = last ? in.s_tlast | bit(input) : in.s_tlast & ~bit(input);
  }
  /// Ends the cycle; what was offered is withdrawn.
  void step() {
    sw.step(in);
    in.s_tvalid = 0;
  }

  SwitchInput sw;
  Inputs in;
  std::vector<std::uint8_t> dest;
  std::vector<std::uint64_t> data;
};

}  // namespace xb::twin
