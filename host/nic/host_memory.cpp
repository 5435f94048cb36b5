// SPDX-License-Identifier: Apache-2.0
#include "host/nic/host_memory.h"

namespace xb {

std::uint64_t block_bytes(const RankProgram& program) {
  std::uint64_t bytes = 0;
  for (const Op& op : program.ops()) {
    if (op.kind != OpKind::Compute) bytes += op.size;
  }
  return bytes;
}

}  // namespace xb
