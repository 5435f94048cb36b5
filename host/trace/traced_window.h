// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/trace/packet_places.h"
#include "host/trace/port_cycle.h"
#include "host/trace/switch_shape.h"

namespace xb {

/// Some consecutive cycles of a switch.
struct TracedWindow {
  SwitchShape shape;
  PacketPlaces before;  ///< as the first cycle begins; look() and move() go on from there
  std::vector<PortCycle> cycles;

  explicit TracedWindow(const SwitchShape& of) : shape(of), before(of) {}
};

}  // namespace xb
