// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb::twin {

/// What the occupancy ports of a switch show: beats and packets per queue. Keeps a list of the queues that
/// have been touched since take_touched(), so that a reader need not look at all of them in every cycle.
class Occupancy {
 public:
  explicit Occupancy(unsigned queues) : counts_(queues), touched_(std::size_t{queues} + 1) {}

  void reset() {
    for (unsigned q = 0; q < counts_.size(); ++q) set(q, 0, 0);
  }
  [[nodiscard]] std::uint32_t beats(unsigned queue) const {
    return static_cast<std::uint32_t>(counts_[queue]);
  }
  [[nodiscard]] std::uint32_t packets(unsigned queue) const {
    return static_cast<std::uint32_t>((counts_[queue] & ~kListed) >> 32U);
  }

  void set(unsigned queue, std::uint32_t beats, std::uint32_t packets) {
    put(queue, std::uint64_t{packets} << 32U | beats);
  }
  /// Something else of the queue has changed, such as its drop counter.
  void touch(unsigned queue) { add(queue, 0, 0); }
  /// Two's complement: changes may be negative.
  void add(unsigned queue, std::uint32_t beats, std::uint32_t packets) {
    const auto change = static_cast<std::uint64_t>(static_cast<std::int32_t>(beats));
    put(queue, counts_[queue] + change + (std::uint64_t{packets} << 32U));
  }

  /// Calls f(queue) for every queue touched since the last call.
  template <class F>
  void take_touched(F&& f) {
    for (unsigned n = 0; n < touched_count_; ++n) {
      counts_[touched_[n]] &= ~kListed;
      f(touched_[n]);
    }
    touched_count_ = 0;
  }

 private:
  void put(unsigned queue, std::uint64_t count) {
    touched_[touched_count_] = queue;  // which counts or not, as no processor can guess
    touched_count_ += (counts_[queue] & kListed) == 0 ? 1 : 0;
    counts_[queue] = count | kListed;
  }

  static constexpr std::uint64_t kListed = std::uint64_t{1} << 63U;

  std::vector<std::uint64_t> counts_;  // beats, from bit 32 on packets, and whether the queue is listed
  std::vector<unsigned> touched_;
  unsigned touched_count_ = 0;
};

}  // namespace xb::twin
