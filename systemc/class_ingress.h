// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_class_ingress: of which class the packet is that each input takes. That of its first beat; one
/// above the highest counts as that.
class ClassIngress {
 public:
  explicit ClassIngress(unsigned classes) : classes_(classes) {}

  void reset() { in_packet_ = 0; }

  /// Class of the beat on offer.
  [[nodiscard]] unsigned class_of(const Inputs& in, unsigned input) const {
    return (in_packet_ & bit(input)) != 0 ? class_[input] : std::min(in.s_tid[input] & 7U, classes_ - 1);
  }
  /// It is taken; `last`: its packet's.
  void take(unsigned input, unsigned of_class, bool last) {
    in_packet_ = last ? in_packet_ & ~bit(input) : in_packet_ | bit(input);
    class_[input] = static_cast<std::uint8_t>(of_class);
  }

 private:
  unsigned classes_;
  PortMask in_packet_ = 0;
  std::array<std::uint8_t, kMaxPorts> class_{};
};

}  // namespace xb::twin
