// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/link/receiver.h"
#include "host/wires/port_set.h"

namespace xb {

/// What is at a switch's ports in a network, as far as it must know which beats move.
class LinkEnds {
 public:
  virtual ~LinkEnds() = default;
  LinkEnds() = default;
  LinkEnds(const LinkEnds&) = delete;
  LinkEnds& operator=(const LinkEnds&) = delete;

  /// The first beat of a packet has left the switch over a link, at output packet.destination.
  virtual void begun(const DeliveredPacket& packet) = 0;
  /// A packet bound for `output` is taken as lost in the switch.
  virtual void lost(unsigned output, const PacketNote& note) = 0;
  /// Beats move into and out of the switch in cycle `now` at these of its links, and no others; called when
  /// they are not those of the cycle before.
  virtual void moved(PortMask accepted, PortMask delivered, std::uint64_t now) = 0;
};

}  // namespace xb
