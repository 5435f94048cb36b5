// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "waves/read/block_reader.h"
#include "waves/read/trace_header.h"
#include "waves/read/vcd_ids.h"

namespace xb {

/// Reads a VCD up to `$enddefinitions $end`. Throws InputError with file and offset.
void read_vcd_header(BlockReader& file, TraceHeader& header, VcdIds& ids);

}  // namespace xb
