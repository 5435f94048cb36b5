// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "waves/read/trace_header.h"

namespace xb {

struct FstValueBlock {
  std::uint64_t offset = 0;  ///< of its type byte
  std::uint64_t size = 0;    ///< from that byte on
  std::uint64_t first_time = 0, last_time = 0;
};

/// What is read of an FST here: where its blocks are, that none is cut off, the widths, and the names' place.
/// Values are read by GTKWave's library, in a process that may crash
/// (docs/decisions/0022-one-defence-for-fst.md).
struct FstBlocks {
  std::int8_t time_exponent = 0;                   ///< a unit of time is 10^this seconds
  std::vector<ValueSlot> slots;                    ///< of each handle
  std::uint64_t hierarchy = 0, hierarchy_end = 0;  ///< that block's data, behind its length
  std::uint8_t hierarchy_type = 0;
  std::vector<FstValueBlock> values;
};

/// Throws InputError: file, offset, what is wrong.
FstBlocks read_fst_blocks(const std::string& path, std::string_view file);

/// Adds the names to a header that has the slots. Throws InputError.
void read_fst_hierarchy(const std::string& path, std::string_view file, const FstBlocks& blocks,
                        TraceHeader& header);

}  // namespace xb
