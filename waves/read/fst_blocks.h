// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "waves/read/fst_bytes.h"
#include "waves/read/trace_header.h"

namespace xb {

/// A block of values.
struct FstValueBlock {
  std::uint64_t offset = 0;  ///< of its type byte
  std::uint64_t size = 0;    ///< from that byte on
  std::uint64_t first_time = 0, last_time = 0;
};

/// What an FST's blocks say, checked against the file and each other as far as GTKWave's reader trusts them:
/// their order and number, their lengths, counts and tables, and that all fits what was announced. What the
/// compressed changes say is not looked at.
struct FstBlocks {
  std::int8_t time_exponent = 0;                   ///< a unit of time is 10^this seconds
  std::vector<std::uint32_t> lengths;              ///< of each handle's value in a frame [bytes]
  std::vector<ValueSlot> slots;                    ///< of each handle
  std::uint64_t hierarchy = 0, hierarchy_end = 0;  ///< that block's data, behind its length
  std::uint8_t hierarchy_type = 0;
  std::vector<FstValueBlock> values;
};

/// Throws InputError: file, offset, what is wrong.
FstBlocks check_fst(const std::string& path, std::string_view file);

/// Checks one block of values. `bytes`: behind its length, up to its end.
FstValueBlock check_fst_values(const FstBlocks& blocks, FstBytes bytes, const std::string& path,
                               std::string_view file, bool alias_chains);

/// Adds the names to a header that has the slots. Throws InputError.
void read_fst_hierarchy(const std::string& path, std::string_view file, const FstBlocks& blocks,
                        TraceHeader& header);

}  // namespace xb
