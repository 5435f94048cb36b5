// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "testbenches/cluster/chunk_file.h"
#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/program/run_command.h"

namespace xb {

/// Where `--on` says that a study runs; null: in processes here. Throws InputError for what is not allowed,
/// also of `--slurm-args` and `--chunk`.
std::unique_ptr<ChunkQueue> study_queue(const RunCommand& command, unsigned jobs);

/// Seconds after which a job begins no point, as `--chunk` says. Throws InputError.
double chunk_seconds(const RunCommand& command);

/// What each chunk of the study runs, but for its share. Throws InputError.
ChunkCommand chunk_command(const RunCommand& command);

}  // namespace xb
