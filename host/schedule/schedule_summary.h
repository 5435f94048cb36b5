// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

/// A send or a receive as one end of a message. Ends of one flow (destination, source, tag) match in order.
struct MessageEnd {
  // In this order flow() is a word in memory.
  std::uint32_t tag;                  ///< kAnyTag where a receive leaves it open
  std::uint16_t source, destination;  ///< source: nothing where it is left open
  OpId op;
  bool any_source;  ///< a receive that leaves its source open

  /// (destination, source, tag), in this order, as a number.
  [[nodiscard]] std::uint64_t flow() const {
    return std::uint64_t{destination} << 48U | std::uint64_t{source} << 32U | tag;
  }
  [[nodiscard]] bool is_open() const { return any_source || tag == kAnyTag; }
  /// The rank whose operation it is.
  [[nodiscard]] unsigned rank(OpKind kind) const { return kind == OpKind::Send ? source : destination; }
};

/// All sends, or all receives, of a schedule without cycles: sorted by flow, and within a flow
/// in the order in which the rank's operations can start.
std::vector<MessageEnd> message_ends(const Schedule& schedule, OpKind kind);

/// A message: a send and the receive that gets it.
struct MessagePair {
  unsigned source, destination;
  OpId send, receive;
};

/// The n-th send of each (source, destination, tag) with the n-th receive, in the order in which the ranks'
/// operations can start. What has no partner is left out.
std::vector<MessagePair> message_pairs(const Schedule& schedule);

/// A schedule in numbers.
struct ScheduleTotals {
  std::uint64_t sends = 0, receives = 0, computations = 0, dependencies = 0;
  std::uint64_t open_receives = 0;  ///< that leave the source or the tag open
  std::uint64_t bytes = 0;          ///< of all messages
  std::uint64_t longest_bytes = 0;  ///< of one message
};
ScheduleTotals totals_of(const Schedule& schedule);

/// The longest chain of messages of a checked schedule, each of which is sent only after the one before has
/// arrived. A lower bound where receives leave the source or the tag open. Nothing if the ranks wait for each
/// other and the schedule cannot come to its end.
std::optional<std::uint32_t> longest_message_chain(const Schedule& schedule);

}  // namespace xb
