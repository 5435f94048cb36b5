// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "systemc/memory_switch_classes.h"

namespace xb::twin {

/// A shared memory of packets of a word each, all of them for output 0, with classes 0..7. A slot is the time
/// in which a link carries a word, 2N cycles.
class ChokingBench {
 public:
  static constexpr unsigned kPorts = 8, kClasses = 8, kHigh = kClasses - 1, kWordBeats = 2 * kPorts;

  /// alpha 8 of the highest class, 1 of the others.
  ChokingBench(Sharing rule, std::uint32_t drop_bandwidth, std::uint32_t words)
      : sw({kPorts, 0, words * kWordBeats, 16, 0, false, 1, kClasses, 0, rule}, false) {
    in_.settings.sharing = Sharing::Dynamic;
    in_.settings.class_alphas = 0x63333333;
    in_.settings.drop_bandwidth = drop_bandwidth;
    in_.settings.depth = words * kWordBeats;
    in_.settings.drop = true;
    in_.settings.packet_beats = kWordBeats;
    in_.s_tdest = dest_.data();
    in_.s_tdata = data_.data();
    in_.s_tid = tid_.data();
    sw.step(in_);
    sw.step(in_);
  }

  /// A packet of `of_class` comes to each of the first `inputs`; the receiver is ready or not.
  void slot(unsigned of_class, unsigned inputs, bool ready) {
    tid_.fill(static_cast<std::uint8_t>(of_class));
    for (unsigned beat = 0; beat < kWordBeats; ++beat) {
      in_.s_tvalid = bit(inputs) - 1;
      in_.s_tuser = beat == 0 ? in_.s_tvalid : 0;
      in_.s_tlast = beat + 1 == kWordBeats ? in_.s_tvalid : 0;
      in_.m_tready = ready ? 1 : 0;
      refused |= (in_.s_tvalid & ~sw.class_ready(of_class)) != 0;
      sw.step(in_);
    }
  }
  /// Of a class, beyond its queue's own word.
  [[nodiscard]] std::uint32_t words(unsigned of_class) const {
    const std::uint32_t count = sw.queue_words(0, of_class);
    return count == 0 ? 0 : count - 1;
  }

 private:
  Inputs in_;
  std::array<std::uint8_t, kPorts> dest_{}, tid_{};
  std::array<std::uint64_t, kPorts> data_{};

 public:
  MemorySwitchClasses sw;
  bool refused = false;  // a beat was held off
};

}  // namespace xb::twin
