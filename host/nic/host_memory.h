// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/nic/host_delay.h"
#include "host/schedule/schedule.h"

namespace xb {

/// Main memory of a host. If a program's blocks do not fit, paging takes the processor.
struct HostMemory {
  std::uint64_t for_blocks = ~std::uint64_t{0};  ///< bytes: what the system leaves; by default no limit
  Pauses paging;

  [[nodiscard]] bool holds(std::uint64_t block_bytes) const { return block_bytes <= for_blocks; }
};

/// Bytes of all messages that a rank sends and receives. A block that is sent several times counts as often:
/// a program does not say which of its messages are one piece of memory.
std::uint64_t block_bytes(const RankProgram& program);

}  // namespace xb
