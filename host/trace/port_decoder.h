// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/link/switch_wires.h"
#include "host/trace/packet_places.h"
#include "host/trace/port_cycle.h"
#include "host/trace/switch_shape.h"

namespace xb {

/// Makes PortCycles of the wires of a switch, from the first cycle after reset on, none left out: the header
/// in a packet's first beat names the packet of all its beats.
class PortDecoder {
 public:
  explicit PortDecoder(const SwitchShape& shape);

  /// Before a cycle: packets have left these outputs so much later, by output, than an ideal switch.
  void told_lag(PortMask outputs, const std::int64_t* cycles) {
    if (now_.lag.empty()) return;
    for_each_port(outputs, [&](unsigned j) { now_.lag[j] = cycles[j] < 0 ? 0 : std::uint64_t(cycles[j]); });
  }
  /// Likewise: a higher class has held packets of these inputs.
  void told_higher_class(PortMask inputs) { now_.higher_class = inputs; }
  /// The next cycle: what the switch shows in it, and the flags of the cycle before, its own or what its
  /// ports tell.
  void show(const SwitchOutputs& out, const SwitchOutputs& flags);
  /// Inputs that take a beat in it, where that follows from what the hosts send: of a switch with classes.
  void set_ready(PortMask s_tready) { now_.s_tready = s_tready; }
  /// What the hosts' side of it is, which ends it. The result holds until the next show().
  const PortCycle& clock(const SwitchInputs& in);
  /// The run ended before that was decided.
  const PortCycle& cut();
  /// Which packets are where as the next cycle begins.
  [[nodiscard]] const PacketPlaces& places() const { return places_; }

 private:
  const PortCycle& finish();
  void count_queues();
  [[nodiscard]] PacketId header_of(const std::uint64_t* data, const std::uint8_t* tid, unsigned port) const;

  SwitchShape shape_;
  unsigned stride_;  // words of a beat
  PacketPlaces places_;
  PortCycle now_;
  std::uint64_t next_cycle_ = 0;
};

}  // namespace xb
