// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "waves/read/trace_header.h"

namespace xb {

/// Index of the clock among a trace's signals: the one called `name` (a path, or its last parts), or where
/// that is empty the one with a usual name (clk, clk_i, aclk, clock ...), of one bit, in the outermost scope;
/// of several the first. Throws InputError, which names `file` and what could be meant.
std::size_t find_clock(const TraceHeader& header, const std::string& name, const std::string& file);

/// Index of the signal that counts cycles, called `cycle` and at least 16 bits wide, likewise; or nothing.
std::optional<std::size_t> find_cycle(const TraceHeader& header);

}  // namespace xb
