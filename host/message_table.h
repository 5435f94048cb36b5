// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/packet_sizes.h"
#include "host/schedule.h"

namespace xb {

/// All messages of a schedule. A message is named by its send: the number of that operation among those of
/// all ranks. What (source, tag) a receive must match is a small number of its own, its key, so that matching
/// is indexing.
class MessageTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Message {
    std::uint32_t key = kNone;      ///< at the receiving rank; kNone: a receive from any rank or of any tag
    std::uint32_t packets = 0;      ///< of a send or receive
    std::uint32_t receive = kNone;  ///< the receiving rank's operation that takes the message, once known
    std::uint32_t arrived = 0;      ///< packets that the receiving process has or will have
  };

  /// Throws InputError for a rank or network card that does not exist, or a packet that is too long.
  MessageTable(const Schedule& schedule, const PacketSizes& sizes);

  [[nodiscard]] std::uint32_t id(unsigned rank, OpId op) const { return first_[rank] + op; }
  [[nodiscard]] OpId op(unsigned rank, std::uint32_t id) const { return id - first_[rank]; }
  Message& operator[](std::uint32_t id) { return messages_[id]; }
  const Message& operator[](std::uint32_t id) const { return messages_[id]; }
  /// Keys in use at a rank: 0..keys-1.
  [[nodiscard]] std::uint32_t keys(unsigned rank) const { return keys_[rank]; }

  /// Packets and bytes of all messages; the longest packet [beats].
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] unsigned longest_beats() const { return longest_beats_; }
  /// Throws RunError unless every message has come whole.
  void check_all_arrived(const Schedule& schedule) const;

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> keys_;
  std::vector<Message> messages_;  // per operation of all ranks
  std::uint64_t packets_ = 0, bytes_ = 0;
  unsigned longest_beats_ = 0;
};

/// The longest packet of a schedule [beats].
unsigned longest_packet(const Schedule& schedule, const PacketSizes& sizes);

}  // namespace xb
