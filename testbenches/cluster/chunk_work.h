// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "testbenches/study/point_run.h"

namespace xb {

/// Runs the points of a chunk's file that have neither result nor failure, one after the other, into their
/// study's folder, as a local run of the study would. Ends early without the file. Throws RunError if work
/// must stop, and says why in the chunk's stop file: the folder cannot be written, or a point has another
/// hash here than where the study runs.
void work_on_chunk(const std::filesystem::path& file, const PointRunner& run);

}  // namespace xb
