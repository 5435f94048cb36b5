// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace xb {

/// Writes one FST with the scopes, signals and values of several, which have the same time unit (1 ns) and
/// blocks of kFstBlockTime: what is held in memory does not grow with their length. Throws RunError if one
/// cannot be read or written; the files are ours, and not checked further.
void merge_fst(const std::vector<std::filesystem::path>& sources, const std::filesystem::path& merged);

}  // namespace xb
