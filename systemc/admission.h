// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_admission_limits: the settings of admission in words, and the rule of xb_admission that follows
/// from them. A queue's *excess* is what it takes from the pool.
class AdmissionLimits {
 public:
  /// `word_beats`: of a memory word. `per_output`: the depth is each queue's, not the pool's.
  AdmissionLimits(unsigned ports, std::uint32_t max_depth, std::uint32_t word_beats, bool per_output = false)
      : ports_(ports), max_depth_(max_depth), word_beats_(word_beats), per_output_(per_output) {}

  /// `reserve`: packets get all their words at once.
  void set(const Settings& settings, bool reserve) {
    pool_limit_ = std::min(settings.depth, max_depth_) / word_beats_;
    partition_ = per_output_ || settings.sharing == Sharing::Partition;
    dynamic_ = !per_output_ && settings.sharing == Sharing::Dynamic;
    queue_limit_ = partition_ && !per_output_ ? pool_limit_ / ports_ : pool_limit_;
    alpha_code_ = settings.alpha;
    const std::uint32_t packet = std::min(settings.packet_beats, kMaxPacketBeats);
    const std::uint32_t words = std::min((packet + word_beats_ - 1) / word_beats_, queue_limit_ + 1);
    need_ = reserve ? std::max(1U, words) : 1;
    shared_need_ = reserve ? std::min(need_ + 1, queue_limit_ + 1) : 1;
  }
  [[nodiscard]] std::uint32_t pool_limit() const { return pool_limit_; }
  [[nodiscard]] std::uint32_t queue_limit() const { return queue_limit_; }
  [[nodiscard]] bool dynamic() const { return dynamic_; }
  [[nodiscard]] std::uint8_t alpha_code() const { return alpha_code_; }
  /// Complete sharing: the pool is the only limit.
  [[nodiscard]] bool pool_only() const { return !partition_ && !dynamic_; }
  /// Words that a packet asks for at its first one.
  [[nodiscard]] std::uint32_t packet_words() const { return need_; }
  /// The same where its first beats share a word with other packets.
  [[nodiscard]] std::uint32_t shared_packet_words() const { return shared_need_; }
  /// The pool, of which `used` is taken, has `added` words.
  [[nodiscard]] bool pool_has(std::uint32_t added, std::uint32_t used) const {
    return used + added <= pool_limit_;
  }
  [[nodiscard]] bool partition() const { return partition_; }
  /// The queue's part has room for `added` words more.
  [[nodiscard]] bool part_has(std::uint32_t added, std::uint32_t excess) const {
    return excess + added <= queue_limit_;
  }
  /// The queue is below its threshold, if it has one.
  [[nodiscard]] bool below_threshold(std::uint32_t excess, std::uint32_t used) const {
    return !dynamic_ || std::uint64_t{excess} * 8 < std::uint64_t{pool_limit_ - used} << alpha_code_;
  }
  /// Both, if no other queue took anything, as some do of the pool, of which `used` is taken; parts are
  /// nobody else's.
  [[nodiscard]] bool alone(std::uint32_t added, std::uint32_t excess, std::uint32_t used) const {
    return !partition_ && used != excess && part_has(added, excess) && below_threshold(excess, excess);
  }

 private:
  static constexpr std::uint32_t kMaxPacketBeats = 65535;

  unsigned ports_;
  std::uint32_t max_depth_, word_beats_;
  bool per_output_, partition_ = false, dynamic_ = false;
  std::uint32_t pool_limit_ = 0, queue_limit_ = 0, need_ = 1, shared_need_ = 1;
  std::uint8_t alpha_code_ = 0;
};

/// Twin of xb_admission where each queue has one word of its own, the rest are of a pool: who gets a word of
/// the shared memory. A queue's count are the words that it holds or has reserved.
class Admission {
 public:
  /// `per_output`: the depth is each queue's, not the pool's.
  Admission(unsigned ports, std::uint32_t max_depth, bool per_output)
      : Admission(ports, max_depth, 2 * ports, per_output) {}
  /// `word_beats`: of a memory word.
  Admission(unsigned ports, std::uint32_t max_depth, std::uint32_t word_beats, bool per_output)
      : Admission(AdmissionLimits(ports, max_depth, word_beats, per_output), ports) {}
  Admission(const AdmissionLimits& limits, unsigned queues) : limits_(limits), count_(queues) {}

  void reset() {
    std::fill(count_.begin(), count_.end(), 0);
    pool_ = 0;
  }
  void set(const Settings& settings) { limits_.set(settings, settings.drop || settings.store_forward); }

  [[nodiscard]] const AdmissionLimits& limits() const { return limits_; }
  /// Words that a packet asks for at its first one, which it may share with packets before it.
  [[nodiscard]] std::uint32_t packet_words(bool shares = false) const {
    return shares ? limits_.shared_packet_words() : limits_.packet_words();
  }
  /// `need` words may be given to the queue.
  [[nodiscard]] bool admits(unsigned queue, std::uint32_t need) const {
    const std::uint32_t added = need - (count_[queue] == 0 ? 1 : 0);
    if (added == 0) return true;
    if (limits_.partition()) return limits_.part_has(added, excess(queue));
    return limits_.pool_has(added, pool_) && limits_.below_threshold(excess(queue), pool_);
  }
  /// They might be, if other queues did not take what they take.
  [[nodiscard]] bool admits_alone(unsigned queue, std::uint32_t need) const {
    return limits_.alone(need - (count_[queue] == 0 ? 1 : 0), excess(queue), pool_);
  }
  /// The other queue that holds most, of equals the lowest.
  [[nodiscard]] std::uint8_t most(unsigned queue) const {
    std::uint32_t words = 0;
    std::uint8_t found = 0;
    for (unsigned j = 0; j < count_.size(); ++j) {
      if (j == queue || count_[j] <= words) continue;
      words = count_[j];
      found = static_cast<std::uint8_t>(j);
    }
    return found;
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
  /// Words of the pool that the queue takes.
  [[nodiscard]] std::uint32_t excess(unsigned queue) const {
    return count_[queue] == 0 ? 0 : count_[queue] - 1;
  }

  AdmissionLimits limits_;
  std::vector<std::uint32_t> count_;
  std::uint32_t pool_ = 0;
};

}  // namespace xb::twin
