// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/arbiter.h"

namespace xb::twin {

/// Twin of xb_packet_arbiter: an arbiter whose grant holds from its first offer to the packet's last beat.
class PacketArbiter {
 public:
  PacketArbiter(unsigned requesters, unsigned instance) : arbiter_(requesters, instance) {}

  void reset() {
    arbiter_.reset();
    locked_ = valid_ = false;
    selected_ = 0;
  }
  void load(std::uint32_t seed) { arbiter_.load(seed); }
  void set(const Settings& settings) { arbiter_.set(settings); }

  /// A beat of selected() is on offer in this cycle.
  [[nodiscard]] bool valid() const { return valid_; }
  [[nodiscard]] unsigned selected() const { return selected_; }
  /// A packet holds the output, and has been on offer before this cycle.
  [[nodiscard]] bool locked() const { return locked_; }

  /// Derives the offer of this cycle. `requests`: inputs that have a packet to start, `beats`: that have a
  /// beat. To be called again whenever these or the lock have changed.
  template <class Age>
  void offer(Arbitration kind, PortMask requests, PortMask beats, Age&& age) {
    if (locked_) {
      valid_ = (beats & bit(selected_)) != 0;
      return;
    }
    valid_ = requests != 0;
    if (valid_) selected_ = arbiter_.pick(kind, requests, age);
  }
  /// Clock edge; `ended`: the receiver took the beat on offer, and it was its packet's last.
  void clock(Arbitration kind, bool ended) {
    if (!locked_ && valid_) arbiter_.advance(kind, selected_);
    locked_ = !ended && (locked_ || valid_);
  }

 private:
  Arbiter arbiter_;
  bool locked_ = false, valid_ = false;
  unsigned selected_ = 0;
};

}  // namespace xb::twin
