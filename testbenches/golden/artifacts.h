// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "testbenches/golden/golden_check.h"

namespace xb {

/// Runs that differ and leave files, at most.
constexpr std::size_t kMostArtifacts = 5;
/// Cycles of these files around the first that differs.
constexpr std::uint64_t kArtifactBefore = 50, kArtifactAfter = 50;

/// Removes what an earlier run has left there of this case and engine.
void remove_artifacts(const CaseOutcome& outcome, const std::filesystem::path& folder);

/// A line trace with these cycles only, and its comments.
std::string trimmed_trace(const std::string& trace, std::uint64_t first_cycle, std::uint64_t last_cycle);

/// Writes FOLDER/CASE-ENGINE/: `want.trace` and `got.trace` around the first cycle that differs, and that
/// window of a further run as `window.fst` with `window.gtkw`, and as `window.svg`. Returns the command that
/// shows it, or why there is none. Throws InputError if a trace cannot be written.
std::string write_artifacts(const CaseOutcome& outcome, const std::filesystem::path& folder);

}  // namespace xb
