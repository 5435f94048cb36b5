// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/rr_arbiter.h"

namespace xb::twin {

/// Twin of xb_packet_arbiter: a round robin whose grant holds from its first offer to the packet's last beat.
class PacketArbiter {
 public:
  explicit PacketArbiter(unsigned requesters) : rr_(requesters) {}

  void reset() {
    rr_.reset();
    locked_ = false;
    selected_ = 0;
  }

  struct Offer {
    bool valid;  ///< a beat of `selected` is on offer
    unsigned selected;
  };
  /// What the output shows in this cycle; `requests`: inputs that have a packet to start, `beats`: that have
  /// a beat.
  [[nodiscard]] Offer offer(PortMask requests, PortMask beats) const {
    if (locked_) return {(beats & bit(selected_)) != 0, selected_};
    return requests != 0 ? Offer{true, rr_.pick(requests)} : Offer{false, 0};
  }
  /// Clock edge after `offer`, of which `taken` says whether the receiver took it and `last` whether it ended
  /// a packet.
  void clock(const Offer& offer, bool taken, bool last) {
    if (!locked_ && offer.valid) rr_.advance(offer.selected);
    locked_ = taken && last ? false : locked_ || offer.valid;
    selected_ = offer.selected;
  }
  [[nodiscard]] bool locked() const { return locked_; }

 private:
  RrArbiter rr_;
  bool locked_ = false;
  unsigned selected_ = 0;
};

}  // namespace xb::twin
