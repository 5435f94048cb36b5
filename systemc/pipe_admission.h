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
    release_ = {};
    total_ = filled_ = cap_ = 0;
    threshold_ = 0;
  }

  struct Question {
    std::uint8_t dest = 0;
    std::uint32_t need = 1, bound = 0;
  };
  /// The question of the last cycle is granted, whatever its pool and limits are now.
  [[nodiscard]] bool admits(const AdmissionLimits& limits) const {
    const bool after = same_ && written_;
    const bool own = asked_.empty && !after;
    if (own && asked_.one) return true;
    if (limits.partition()) return after ? asked_.fits_after : asked_.fits;
    return asked_.below && total_ <= asked_.slack + (own ? 1 : 0);
  }
  /// Queues that hold no more than their own word.
  [[nodiscard]] PortMask hungry() const { return hungry_; }

  /// The clock edge: the next question; the last one's word is written, and so its queue has `words` more; a
  /// word of a queue is read, or of none (negative).
  void clock(const AdmissionLimits& limits, const Question& next, bool write, std::int32_t words, int read) {
    const std::int32_t count = count_[next.dest];
    const std::int32_t left = std::max(cap_ - total_, 0);
    const bool below = !limits.dynamic() || std::int64_t{count} * 8 < threshold_;
    same_ = next.dest == dest_;
    written_ = write;
    asked_ = {count == 0,
              next.need == 1,
              count <= static_cast<std::int32_t>(next.bound),
              count <= static_cast<std::int32_t>(next.bound) - words,
              below,
              cap_ - static_cast<std::int32_t>(next.need)};
    threshold_ = (std::int64_t{left} << limits.alpha_code()) + 8;
    cap_ = static_cast<std::int32_t>(limits.pool_limit()) + filled_;
    total_ += (write ? words : 0) - (release_[2] ? 1 : 0);
    release_ = {read >= 0, release_[0], release_[1]};
    filled_ = 0;
    hungry_ = 0;
    for (unsigned j = 0; j < count_.size(); ++j) {
      filled_ += count_[j] != 0 ? 1 : 0;
      hungry_ |= PortMask{count_[j] <= 1} << j;
    }
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

  std::vector<std::int32_t> count_;
  PortMask hungry_ = 0;
  Answer asked_{};
  bool same_ = false, written_ = false;
  std::array<bool, 3> release_{};
  std::int32_t total_ = 0, filled_ = 0, cap_ = 0;
  std::int64_t threshold_ = 0;
  std::uint8_t dest_ = 0;
};

}  // namespace xb::twin
