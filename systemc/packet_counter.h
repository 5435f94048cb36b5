// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb::twin {

/// Twin of xb_packet_counter: packets held and packets complete in a queue.
class PacketCounter {
 public:
  void reset() { held_ = complete_ = 0; }
  void push(bool first, bool last) {
    held_ += first ? 1U : 0U;
    complete_ += last ? 1U : 0U;
  }
  void pop_last() {
    --held_;
    --complete_;
  }
  [[nodiscard]] std::uint32_t held() const { return held_; }
  [[nodiscard]] bool has_complete() const { return complete_ != 0; }

 private:
  std::uint32_t held_ = 0, complete_ = 0;
};

}  // namespace xb::twin
