// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/link/packet_note.h"

namespace xb {

/// Where the packets of a switch's hosts go, in a network of switches.
class Forwarding {
 public:
  virtual ~Forwarding() = default;
  Forwarding() = default;
  Forwarding(const Forwarding&) = delete;
  Forwarding& operator=(const Forwarding&) = delete;

  /// The host at `port` starts a packet to the rank `destination`: returns the output that it takes. `length`
  /// is in the run's unit (LengthUnit). `note`, the host's, becomes what travels beside the packet through
  /// this switch.
  virtual unsigned enter(unsigned port, unsigned destination, unsigned length, std::uint64_t now,
                         PacketNote& note) = 0;
};

}  // namespace xb
