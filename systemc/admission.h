// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_admission: who gets a word of the shared memory. Each queue has one word of its own, the rest
/// are of a pool. A queue's count are the words that it holds or has reserved.
class Admission {
 public:
  /// `per_output`: the depth is each queue's, not the pool's.
  Admission(unsigned ports, std::uint32_t max_depth, bool per_output)
      : word_beats_(2 * ports), max_depth_(max_depth), per_output_(per_output), count_(ports) {}

  void reset() {
    std::fill(count_.begin(), count_.end(), 0);
    pool_ = 0;
  }
  void set(const Settings& settings) {
    pool_limit_ = std::min(settings.depth, max_depth_) / word_beats_;
    partition_ = per_output_ || settings.sharing == Sharing::Partition;
    dynamic_ = !per_output_ && settings.sharing == Sharing::Dynamic;
    queue_limit_ = per_output_ ? pool_limit_ : pool_limit_ / static_cast<std::uint32_t>(count_.size());
    alpha_code_ = settings.alpha_code;
    const std::uint32_t packet = std::min(settings.packet_beats, kMaxPacketBeats);
    const std::uint32_t most = (partition_ ? queue_limit_ : pool_limit_) + 1;
    need_ = settings.drop || settings.store_forward
                ? std::max(1U, std::min((packet + word_beats_ - 1) / word_beats_, most))
                : 1;
  }

  /// Words that a packet asks for at its first one.
  [[nodiscard]] std::uint32_t packet_words() const { return need_; }
  /// `need` words may be given to the queue.
  [[nodiscard]] bool admits(unsigned queue, std::uint32_t need) const {
    const std::uint32_t added = need - (count_[queue] == 0 ? 1 : 0);
    if (added == 0) return true;
    if (partition_) return excess(queue) + added <= queue_limit_;
    if (pool_ + added > pool_limit_) return false;
    return !dynamic_ || excess(queue) * 8 < (pool_limit_ - pool_) << alpha_code_;
  }
  /// The queue gets `words` more (two's complement).
  void commit(unsigned queue, std::uint32_t words) {
    pool_ -= excess(queue);
    count_[queue] += words;
    pool_ += excess(queue);
  }
  [[nodiscard]] std::uint32_t pool_words() const { return pool_; }
  [[nodiscard]] std::uint32_t count(unsigned queue) const { return count_[queue]; }

 private:
  static constexpr std::uint32_t kMaxPacketBeats = 65535;

  /// Words of the pool that the queue takes.
  [[nodiscard]] std::uint32_t excess(unsigned queue) const {
    return count_[queue] == 0 ? 0 : count_[queue] - 1;
  }

  std::uint32_t word_beats_, max_depth_;
  bool per_output_, partition_ = false, dynamic_ = false;
  std::uint32_t pool_limit_ = 0, queue_limit_ = 0, need_ = 1;
  std::uint8_t alpha_code_ = 0;
  std::vector<std::uint32_t> count_;
  std::uint32_t pool_ = 0;
};

}  // namespace xb::twin
