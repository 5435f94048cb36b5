// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "host/switch_wires.h"

namespace xb {

/// Packets that the switch says it has discarded in a window, by cause and queue.
class LossCount {
 public:
  LossCount(unsigned ports, unsigned queues) : ports_(ports), full_(queues) {}

  void open(const SwitchOutputs& before) {
    full_.assign(before.drop_full, before.drop_full + full_.size());
    misrouted_ = misrouted_since_reset(before);
    last_full_ = full_since_reset(before);
  }
  /// Packets discarded for want of room since the last call, or since open().
  std::uint64_t take_full(const SwitchOutputs& now) {
    const std::uint64_t last = last_full_;
    last_full_ = full_since_reset(now);
    return last_full_ - last;
  }
  void close(const SwitchOutputs& after) {
    for (std::size_t q = 0; q < full_.size(); ++q) full_[q] = after.drop_full[q] - full_[q];
    misrouted_ = misrouted_since_reset(after) - misrouted_;
  }

  // After close().
  [[nodiscard]] const std::vector<std::uint32_t>& full_per_queue() const { return full_; }
  [[nodiscard]] std::uint64_t full() const {
    return std::accumulate(full_.begin(), full_.end(), std::uint64_t{0});
  }
  [[nodiscard]] std::uint64_t misrouted() const { return misrouted_; }

 private:
  [[nodiscard]] std::uint64_t full_since_reset(const SwitchOutputs& out) const {
    return std::accumulate(out.drop_full, out.drop_full + full_.size(), std::uint64_t{0});
  }
  [[nodiscard]] std::uint64_t misrouted_since_reset(const SwitchOutputs& out) const {
    return std::accumulate(out.drop_misrouted, out.drop_misrouted + ports_, std::uint64_t{0});
  }

  unsigned ports_;
  std::vector<std::uint32_t> full_;  // counters when the window opened, then in the window
  std::uint64_t misrouted_ = 0;
  std::uint64_t last_full_ = 0;
};

}  // namespace xb
