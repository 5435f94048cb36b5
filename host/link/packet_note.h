// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// What the protocol headers inside a frame tell the receiving host. It travels beside the beats: the header
/// on the wire is what checks the switch.
struct PacketNote {
  static constexpr std::uint32_t kNoMessage = 0xffffffff;

  std::uint32_t message = kNoMessage;    ///< among all of the schedule; kNoMessage: an acknowledgement alone
  std::uint32_t index = 0;               ///< of the packet in its message, from 0
  std::uint32_t sequence = 0;            ///< go-back-N: of the packet in its flow, from 0
  std::uint32_t acknowledged = 0;        ///< go-back-N: packets of the opposite flow that have come in order
  std::uint32_t acknowledged_marks = 0;  ///< go-back-N: those of them that were marked
  bool marked = false;                   ///< by the switch: its queue was long (EcnMarker)
  std::uint8_t of_class = 0;             ///< of a packet that a host starts in a network
};

}  // namespace xb
