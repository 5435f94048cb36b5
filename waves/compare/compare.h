// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "waves/compare/diff_options.h"
#include "waves/compare/diff_result.h"

namespace xb {

class DiffSink;

/// Compares two traces, both from their beginning to their end; `sink` hears of each cycle. Throws InputError
/// for a file that cannot be read, and for options that do not fit.
DiffResult compare_traces(const DiffOptions& options, DiffSink* sink = nullptr);

}  // namespace xb
