// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/cluster/chunk_queue.h"

namespace xb {

/// squeue's format that these functions read.
constexpr const char* kSlurmFormat = "%F|%K|%T|%j|%r";

/// A task of a job array as squeue lists it.
struct SlurmTask {
  std::string job;  ///< number of the array; may have been another's before
  ChunkId chunk;    ///< the job's name, and the task's number
  bool held = false;
  std::optional<ChunkState> state;  ///< nothing: it has ended
};

/// The tasks whose jobs' names begin so. Lines that are none are left out.
std::vector<SlurmTask> read_slurm_listing(const std::string& text, const std::string& prefix);

/// Whether what sbatch says means that nobody knows whether the jobs are there: the controller did not
/// answer.
bool slurm_did_not_answer(const std::string& message);

}  // namespace xb
