// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "systemc/wires.h"

namespace xb::twin {

/// Outputs that are starved: ready, and idle in spite of work. What is able to start at an input would be
/// shown two cycles later.
class StarvedOutputs {
 public:
  void reset() { *this = {}; }

  /// Of this cycle: outputs for which some input has a packet able to start; that are ready and show nothing.
  void observe(PortMask work, PortMask idle) {
    starved_ = work_late_ & idle;
    work_late_ = std::exchange(work_, work);
  }
  /// In the last cycle.
  [[nodiscard]] PortMask starved() const { return starved_; }
  /// They stay the same while these do.
  [[nodiscard]] bool steady(PortMask work, PortMask idle) const {
    return work == work_ && work == work_late_ && starved_ == (work & idle);
  }

 private:
  PortMask work_ = 0, work_late_ = 0;  // one and two cycles ago
  PortMask starved_ = 0;
};

}  // namespace xb::twin
