// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb::twin {

/// What the occupancy ports of a switch show: beats and packets per queue. Keeps a list of the queues that
/// have been touched since take_touched(), so that a reader need not look at all of them in every cycle.
class Occupancy {
 public:
  explicit Occupancy(unsigned queues) : beats_(queues), packets_(queues), listed_(queues) {
    touched_.reserve(queues);
  }

  void reset() {
    for (unsigned q = 0; q < beats_.size(); ++q) set(q, 0, 0);
  }
  [[nodiscard]] std::uint32_t beats(unsigned queue) const { return beats_[queue]; }
  [[nodiscard]] std::uint32_t packets(unsigned queue) const { return packets_[queue]; }

  void set(unsigned queue, std::uint32_t beats, std::uint32_t packets) {
    beats_[queue] = beats;
    packets_[queue] = packets;
    touch(queue);
  }
  /// Two's complement: changes may be negative.
  void add(unsigned queue, std::uint32_t beats, std::uint32_t packets) {
    set(queue, beats_[queue] + beats, packets_[queue] + packets);
  }

  /// Calls f(queue) for every queue touched since the last call.
  template <class F>
  void take_touched(F&& f) {
    for (const unsigned queue : touched_) {
      listed_[queue] = 0;
      f(queue);
    }
    touched_.clear();
  }

 private:
  void touch(unsigned queue) {
    if (listed_[queue] != 0) return;
    listed_[queue] = 1;
    touched_.push_back(queue);
  }

  std::vector<std::uint32_t> beats_, packets_;
  std::vector<std::uint8_t> listed_;
  std::vector<unsigned> touched_;
};

}  // namespace xb::twin
