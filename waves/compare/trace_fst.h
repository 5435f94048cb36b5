// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "waves/compare/diff_options.h"
#include "waves/compare/diff_result.h"

namespace xb {

/// Writes a trace as FST: its values just before each rising edge of its clock, 10 ns a cycle. `clock` as in
/// DiffOptions. Throws InputError for what cannot be read, RunError for what cannot be written.
void write_trace_fst(const std::string& trace, const std::string& clock, const std::filesystem::path& fst);

/// Writes both traces of a comparison likewise, below `want` and `got`, and what differs below `differs`: how
/// many signals, and each of `result`, which is of these options. Returns a save file for GTKWave, with the
/// marker at the first difference, that opens `name`, as the FST will be called.
std::string write_diff_fst(const DiffOptions& options, const DiffResult& result,
                           const std::filesystem::path& fst, const std::filesystem::path& name);

}  // namespace xb
