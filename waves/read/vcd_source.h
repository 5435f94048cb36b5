// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "waves/read/block_reader.h"
#include "waves/read/trace_source.h"

namespace xb {

/// A value change dump (IEEE 1364), with strings as GTKWave and Verilator write them (`sTEXT id`).
std::unique_ptr<TraceSource> open_vcd(std::unique_ptr<BlockReader> file);

}  // namespace xb
