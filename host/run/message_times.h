// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "host/link/receiver.h"
#include "host/run/run_result.h"

namespace xb {

/// How long each message of a schedule takes, which is a flow: from its first beat's offer to its last beat
/// out.
class MessageTimes {
 public:
  void delivered(const DeliveredPacket& packet) {
    const std::uint32_t number = packet.note.message;
    if (number == PacketNote::kNoMessage) return;
    if (number >= messages_.size()) messages_.resize(std::size_t{number} + 1);
    Message& message = messages_[number];
    message.first_in = std::min(message.first_in, packet.first_in_cycle);
    message.last_out = std::max(message.last_out, packet.last_out_cycle);
  }

  [[nodiscard]] MessagesResult result() const {
    std::vector<std::uint64_t> cycles;
    for (const Message& message : messages_) {
      if (message.first_in <= message.last_out) cycles.push_back(message.last_out + 1 - message.first_in);
    }
    if (cycles.empty()) return {};
    std::sort(cycles.begin(), cycles.end());
    return {cycles[(cycles.size() * 99 + 99) / 100 - 1], cycles.back()};
  }

 private:
  struct Message {
    std::uint64_t first_in = ~std::uint64_t{0}, last_out = 0;
  };
  std::vector<Message> messages_;  // by number
};

}  // namespace xb
