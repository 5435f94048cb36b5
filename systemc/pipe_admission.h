// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "systemc/admission.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pipe_admission: who gets a word of the shared memory, looked up in one cycle and decided in the
/// next.
class PipeAdmission {
 public:
  explicit PipeAdmission(unsigned queues) : count_(queues) { reset(); }

  void reset() {
    std::fill(count_.begin(), count_.end(), 0);
    hungry_ = 0;
    asked_ = {};
    same_ = written_ = false;
    release_ = false;
    used_ = 0;
    threshold_ = 0;
  }

  struct Question {
    std::uint8_t dest = 0;
    std::uint32_t need = 1, bound = 0;
  };
  /// The question of the last cycle is granted, whatever its pool and limits are now.
  [[nodiscard]] bool admits(const AdmissionLimits& limits) const {
    if (own() && asked_.one) return true;
    if (limits.partition()) return after() ? asked_.fits_after : asked_.fits;
    return asked_.below && used_ <= asked_.slack + (own() ? 1 : 0);
  }
  /// Queues that hold no more than their own word.
  [[nodiscard]] PortMask hungry() const { return hungry_; }

  /// The clock edge: the next question; the last one's word is written, and so its queue has `words` more; a
  /// word of a queue is read, or of none (negative).
  void clock(const AdmissionLimits& limits, const Question& next, bool write, std::int32_t words, int read) {
    const std::int32_t count = count_[next.dest];
    const auto pool = static_cast<std::int32_t>(limits.pool_limit());
    const bool below = !limits.dynamic() || std::int64_t{count} * 8 < threshold_;
    const bool releases = read == static_cast<int>(next.dest);
    threshold_ = (std::int64_t{std::max(pool - used_, 0)} << limits.alpha_code()) + 8;
    used_ += (write ? words - (own() ? 1 : 0) : 0) - (release_ ? 1 : 0);
    // A queue that is written and read in one cycle holds both words: the one that goes is the pool's.
    release_ = read >= 0 && (count_[static_cast<unsigned>(read)] > 1 || (write && read == int{dest_}));
    same_ = next.dest == dest_;
    written_ = write;
    asked_ = {count - (releases ? 1 : 0) == 0,
              next.need == 1,
              count <= static_cast<std::int32_t>(next.bound),
              count <= static_cast<std::int32_t>(next.bound) - words,
              below,
              pool - static_cast<std::int32_t>(next.need)};
    hungry_ = 0;
    for (unsigned j = 0; j < count_.size(); ++j) hungry_ |= PortMask{count_[j] <= 1} << j;
    if (write) count_[dest_] += words;
    if (read >= 0) --count_[static_cast<unsigned>(read)];
    dest_ = next.dest;
  }

 private:
  /// What the first step has found.
  struct Answer {
    bool empty, one, fits, fits_after, below;
    std::int32_t slack;
  };

  /// The question's queue is that of the one before, which was granted.
  [[nodiscard]] bool after() const { return same_ && written_; }
  /// The queue's own word is free.
  [[nodiscard]] bool own() const { return asked_.empty && !after(); }

  std::vector<std::int32_t> count_;
  PortMask hungry_ = 0;
  Answer asked_{};
  bool same_ = false, written_ = false;
  bool release_ = false;   // a word comes back to the pool
  std::int32_t used_ = 0;  // words of the pool
  std::int64_t threshold_ = 0;
  std::uint8_t dest_ = 0;
};

}  // namespace xb::twin
