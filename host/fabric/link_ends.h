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
  /// Beats moved into and out of the switch in each of `cycles` cycles from `now` on, at the ports of links.
  /// Returns a cycle: while the same beats go on to move, it need not hear of the cycles before that one.
  virtual std::uint64_t moved(PortMask accepted, PortMask delivered, std::uint64_t now,
                              std::uint64_t cycles) = 0;
};

}  // namespace xb
