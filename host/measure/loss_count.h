// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/link/switch_wires.h"

namespace xb {

/// Packets that the switch says it has discarded since some cycle, by cause and queue. Its counters have 32
/// bits and go round, so that their differences count: it must be looked at before one has gone all the way.
class LossCount {
 public:
  LossCount(unsigned ports, unsigned queues)
      : full_seen_(queues), misrouted_seen_(ports), full_per_queue_(queues) {}

  void open(const SwitchOutputs& before) {
    full_seen_.assign(before.drop_full, before.drop_full + full_seen_.size());
    misrouted_seen_.assign(before.drop_misrouted, before.drop_misrouted + misrouted_seen_.size());
    full_per_queue_.assign(full_per_queue_.size(), 0);
    full_ = misrouted_ = taken_ = 0;
  }
  void look(const SwitchOutputs& now) {
    for (std::size_t q = 0; q < full_seen_.size(); ++q) {
      const std::uint32_t more = now.drop_full[q] - full_seen_[q];
      full_seen_[q] = now.drop_full[q];
      full_per_queue_[q] += more;
      full_ += more;
    }
    for (std::size_t i = 0; i < misrouted_seen_.size(); ++i) {
      const std::uint32_t more = now.drop_misrouted[i] - misrouted_seen_[i];
      misrouted_seen_[i] = now.drop_misrouted[i];
      misrouted_ += more;
    }
  }
  /// Packets discarded for want of room since the last call, or since open().
  std::uint64_t take_full(const SwitchOutputs& now) {
    look(now);
    const std::uint64_t taken = taken_;
    taken_ = full_;
    return full_ - taken;
  }

  // Up to the last look().
  [[nodiscard]] const std::vector<std::uint64_t>& full_per_queue() const { return full_per_queue_; }
  [[nodiscard]] std::uint64_t full() const { return full_; }
  [[nodiscard]] std::uint64_t misrouted() const { return misrouted_; }

 private:
  std::vector<std::uint32_t> full_seen_, misrouted_seen_;  // the switch's counters
  std::vector<std::uint64_t> full_per_queue_;
  std::uint64_t full_ = 0, misrouted_ = 0;
  std::uint64_t taken_ = 0;  // of full_
};

}  // namespace xb
