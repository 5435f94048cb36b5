// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/containers/ring.h"
#include "host/link/packet_note.h"
#include "host/schedule/schedule.h"

namespace xb {

/// One processor of a host: the task that it does, and what the program has for it. Tasks are not preempted.
struct Processor {
  enum class Task : std::uint8_t {
    None,
    Daemon,   ///< somebody else has the processor
    Kernel,   ///< O_r: a packet is taken from the card
    Resend,   ///< O_s: a slot in the send ring for a packet that is retransmitted
    User,     ///< U_r: the process takes a packet
    Send,     ///< O_s: the process sends a packet
    Compute,  ///< a calculation of the program
  };
  /// A send or calculation that may start, and when it became so, relative to others.
  struct Ready {
    OpId op;
    std::uint32_t order;
  };
  /// Packets that a receive has for its process.
  struct Claim {
    OpId receive;
    std::uint32_t packets;
  };

  Task task = Task::None;
  std::uint64_t done_at = 0;  ///< of the task; without one: when the last ended
  OpId op = 0;                ///< User, Send, Compute: the operation
  unsigned source = 0;        ///< Kernel: where the packet came from; Resend: where it goes
  PacketNote packet;          ///< Kernel

  Ring<Claim> claims;
  Ring<Ready> sends, calculations;

  [[nodiscard]] bool runs_program() const {
    return task == Task::User || task == Task::Send || task == Task::Compute;
  }
};

}  // namespace xb
