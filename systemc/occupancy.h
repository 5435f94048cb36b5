// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb::twin {

/// What the occupancy ports of a switch show: beats and packets per queue. Keeps a list of the queues that
/// have been touched since take_touched(), so that a reader need not look at all of them in every cycle.
class Occupancy {
 public:
  explicit Occupancy(unsigned queues) : counts_(queues), touched_(queues) {}

  void reset() {
    for (unsigned q = 0; q < counts_.size(); ++q) set(q, 0, 0);
  }
  [[nodiscard]] std::uint32_t beats(unsigned queue) const { return counts_[queue].beats; }
  [[nodiscard]] std::uint32_t packets(unsigned queue) const { return counts_[queue].packets; }

  void set(unsigned queue, std::uint32_t beats, std::uint32_t packets) {
    counts_[queue].beats = beats;
    counts_[queue].packets = packets;
    touch(queue);
  }
  /// Something else of the queue has changed, such as its drop counter.
  void touch(unsigned queue) {
    if (counts_[queue].listed) return;
    counts_[queue].listed = true;
    touched_[touched_count_++] = queue;
  }
  /// Two's complement: changes may be negative.
  void add(unsigned queue, std::uint32_t beats, std::uint32_t packets) {
    set(queue, counts_[queue].beats + beats, counts_[queue].packets + packets);
  }

  /// Calls f(queue) for every queue touched since the last call.
  template <class F>
  void take_touched(F&& f) {
    for (unsigned n = 0; n < touched_count_; ++n) {
      counts_[touched_[n]].listed = false;
      f(touched_[n]);
    }
    touched_count_ = 0;
  }

 private:
  struct Counts {
    std::uint32_t beats = 0, packets = 0;
    bool listed = false;
  };

  std::vector<Counts> counts_;
  std::vector<unsigned> touched_;
  unsigned touched_count_ = 0;
};

}  // namespace xb::twin
