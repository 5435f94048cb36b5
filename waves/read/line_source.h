// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "waves/read/block_reader.h"
#include "waves/read/trace_source.h"

namespace xb {

constexpr const char* kLineTraceStart = "# xbarlab line trace 1";

/// A line trace: one line a cycle. Its cells are signals of scope `ports`: `cycle`, `in[i].beat`,
/// `out[j].beat`, `queue[k].beats`, `in[i].cause` (0 nothing, 1 blocked, 2 head-of-line blocked, 3 memory
/// full), `total.drops`.
std::unique_ptr<TraceSource> open_line_trace(std::unique_ptr<BlockReader> file);

}  // namespace xb
