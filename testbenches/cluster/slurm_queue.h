// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/cluster/chunk_queue.h"

namespace xb {

/// A task of a job array as squeue lists it.
struct SlurmTask {
  std::string job;  ///< number of the array; may have been another's before
  ChunkId chunk;    ///< the job's name, and the task's number
  bool held = false;
  std::optional<ChunkState> state;  ///< nothing: it has ended
};

/// The tasks in what squeue lists (JOB|TASK|STATE|NAME|REASON) whose jobs' names begin so. Lines that are
/// none are left out.
std::vector<SlurmTask> read_slurm_listing(const std::string& text, const std::string& prefix);

/// Whether what sbatch says means that nobody knows whether the jobs are there: the controller did not
/// answer.
bool slurm_did_not_answer(const std::string& message);

/// Slurm, for the study in this folder: a batch is a job array of that name. Jobs are known by their names,
/// which no other run has, and never by their numbers, which a controller that was killed gives twice. `most`
/// chunks at a time; words that are added to sbatch's. Throws InputError if Slurm is not installed.
std::unique_ptr<ChunkQueue> slurm_queue(const std::filesystem::path& study, std::size_t most,
                                        const std::vector<std::string>& arguments);

/// The words of --slurm-args, as a shell splits them, without running anything. Throws InputError.
std::vector<std::string> slurm_arguments(const std::string& text);

}  // namespace xb
