// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_random_pick: one of the requesters, of which there is one at least, by the low 16 bits of
/// `random`.
inline unsigned random_pick(PortMask requests, std::uint32_t random) {
  const auto count = static_cast<unsigned>(__builtin_popcountll(requests));
  for (unsigned rank = (random & 0xffffU) * count >> 16U; rank > 0; --rank) requests &= requests - 1;
  return static_cast<unsigned>(__builtin_ctzll(requests));
}

}  // namespace xb::twin
