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
    return static_cast<unsigned>(__builtin_ctzll(candidates(requests)));
  }
  /// The same as a set, of one; of no requests none.
  [[nodiscard]] PortMask first(PortMask requests) const {
    const PortMask from = candidates(requests);
    return from & (~from + 1);
  }
  /// The grant is taken: the pointer moves to one past it.
  void advance(unsigned granted) { pointer_ = granted + 1 == requesters_ ? 0 : granted + 1; }
  /// It is not yet: the pointer moves to it.
  void stay(unsigned granted) { pointer_ = granted; }

 private:
  /// Those at or after the pointer, or all: without a branch, as no processor can guess it.
  [[nodiscard]] PortMask candidates(PortMask requests) const {
    const PortMask at_or_after = requests & (~PortMask{0} << pointer_);
    return at_or_after | (requests & (0 - PortMask{at_or_after == 0}));
  }

  unsigned requesters_;
  unsigned pointer_ = 0;
};

}  // namespace xb::twin
