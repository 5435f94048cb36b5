// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_rr_arbiter: picks the first requester at or after a pointer.
class RrArbiter {
 public:
  explicit RrArbiter(unsigned requesters) : requesters_(requesters) {}

  void reset() { pointer_ = 0; }
  /// The requester to grant; `requests` is not empty.
  [[nodiscard]] unsigned pick(PortMask requests) const {
    const PortMask at_or_after = requests & (~PortMask{0} << pointer_);
    return static_cast<unsigned>(__builtin_ctzll(at_or_after != 0 ? at_or_after : requests));
  }
  /// The same as a set, of one; of no requests none. Without a branch, where no processor can guess.
  [[nodiscard]] PortMask first(PortMask requests) const {
    const PortMask at_or_after = requests & (~PortMask{0} << pointer_);
    const PortMask candidates = at_or_after | (requests & (0 - PortMask{at_or_after == 0}));
    return candidates & (~candidates + 1);
  }
  /// The grant is taken: the pointer moves to one past it.
  void advance(unsigned granted) { pointer_ = granted + 1 == requesters_ ? 0 : granted + 1; }
  /// It is not yet: the pointer moves to it.
  void stay(unsigned granted) { pointer_ = granted; }

 private:
  unsigned requesters_;
  unsigned pointer_ = 0;
};

}  // namespace xb::twin
