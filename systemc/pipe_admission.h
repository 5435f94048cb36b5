// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "systemc/admission.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pipe_admission: who gets a word of the shared memory, looked up in one cycle and decided in the
/// next. With traffic classes there is a queue for each output and class, numbered class by class.
class PipeAdmission {
 public:
  explicit PipeAdmission(unsigned ports, unsigned classes = 1)
      : ports_(ports), count_(std::size_t{ports} * classes) {
    reset();
  }

  void reset() {
    std::fill(count_.begin(), count_.end(), 0);
    hungry_ = {};
    few_.fill(all_ports(ports_));
    asked_ = {};
    same_ = written_ = false;
    release_ = false;
    used_ = 0;
    threshold_ = 0;
    room_ = 0;
    short_ = false;
  }

  struct Question {
    std::uint16_t queue = 0;
    std::uint32_t need = 1, bound = 0;
  };
  /// The queue that the question of the last cycle is about holds nothing: its own word is free.
  [[nodiscard]] bool empty() const { return asked_.empty && !after(); }
  /// The question of the last cycle is granted, whatever its pool and limits are now.
  [[nodiscard]] bool admits(const AdmissionLimits& limits) const {
    if (empty() && asked_.one) return true;
    if (limits.partition()) return after() ? asked_.fits_after : asked_.fits;
    return asked_.below && used_ <= asked_.slack + (empty() ? 1 : 0);
  }
  /// Outputs of which the class's queue holds no more than its own word.
  [[nodiscard]] PortMask hungry(unsigned of_class = 0) const { return hungry_[of_class]; }
  /// The memory would refuse the most that a word may need.
  [[nodiscard]] bool crowded(const AdmissionLimits& limits, unsigned queue) const {
    const bool own = count_[queue] == 0 && limits.shared_packet_words() == 1;
    return count_[queue] >= room_ || (short_ && !own);
  }

  /// The clock edge: the next question; the last one's word is written, and so its queue has `words` more; a
  /// word of a queue is read, or of none (negative).
  void clock(const AdmissionLimits& limits, const Question& next, bool write, std::int32_t words, int read) {
    const std::int32_t count = count_[next.queue];
    const auto pool = static_cast<std::int32_t>(limits.pool_limit());
    const bool below = !limits.dynamic() || std::int64_t{count} * 8 < threshold_;
    const bool releases = read == static_cast<int>(next.queue);
    look_ahead(limits);
    threshold_ = (std::int64_t{std::max(pool - used_, 0)} << limits.alpha_code()) + 8;
    used_ += (write ? words - (empty() ? 1 : 0) : 0) - (release_ ? 1 : 0);
    // A queue that is written and read in one cycle holds both words: the one that goes is the pool's.
    release_ = read >= 0 && (count_[static_cast<unsigned>(read)] > 1 || (write && read == int{queue_}));
    same_ = next.queue == queue_;
    written_ = write;
    asked_ = {count - (releases ? 1 : 0) == 0,
              next.need == 1,
              count <= static_cast<std::int32_t>(next.bound),
              count <= static_cast<std::int32_t>(next.bound) - words,
              below,
              pool - static_cast<std::int32_t>(next.need)};
    hungry_ = few_;
    if (write) add(queue_, words);
    if (read >= 0) add(static_cast<unsigned>(read), -1);
    queue_ = next.queue;
  }

 private:
  /// What the first step has found.
  struct Answer {
    bool empty, one, fits, fits_after, below;
    std::int32_t slack;
  };

  /// The question's queue is that of the one before, which was granted.
  [[nodiscard]] bool after() const { return same_ && written_; }

  void add(unsigned queue, std::int32_t words) {
    count_[queue] += words;
    const PortMask output = bit(queue % ports_);
    PortMask& few = few_[queue / ports_];
    few = count_[queue] <= 1 ? few | output : few & ~output;
  }
  /// What `crowded` goes by: the rest of the pool, and what a queue may hold.
  void look_ahead(const AdmissionLimits& limits) {
    const auto most = static_cast<std::int32_t>(limits.shared_packet_words());
    const auto pool = static_cast<std::int32_t>(limits.pool_limit());
    short_ = !limits.partition() && used_ > pool - most;
    room_ = limits.partition() ? static_cast<std::int32_t>(limits.queue_limit()) + 2 - most
            : limits.dynamic() ? (threshold_ + 7) >> 3
                               : std::numeric_limits<std::int64_t>::max();
  }

  unsigned ports_;
  std::vector<std::int32_t> count_;
  std::array<PortMask, kMaxClasses> hungry_{}, few_{};  // as shown; as they are now
  Answer asked_{};
  bool same_ = false, written_ = false;
  bool release_ = false;   // a word comes back to the pool
  std::int32_t used_ = 0;  // words of the pool
  std::int64_t threshold_ = 0;
  std::int64_t room_ = 0;  // below this a queue may have a word
  bool short_ = false;     // the pool has less than a word may need
  std::uint16_t queue_ = 0;
};

}  // namespace xb::twin
