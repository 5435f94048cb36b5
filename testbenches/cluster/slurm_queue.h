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

/// Slurm: a batch is a job array of that name. Jobs are known by their names, which no other run has, and
/// never by their numbers, which a controller that was killed gives twice.
class SlurmQueue : public ChunkQueue {
 public:
  /// For the study in this folder; `most` chunks at a time; words that are added to sbatch's. Throws
  /// InputError if Slurm is not installed.
  SlurmQueue(const std::filesystem::path& study, std::size_t most, std::vector<std::string> arguments);

  [[nodiscard]] std::string prefix() const override { return prefix_; }
  [[nodiscard]] bool outlives_runner() const override { return true; }
  [[nodiscard]] std::size_t most() const override { return most_; }
  [[nodiscard]] double period() const override;
  void submit(const std::filesystem::path& folder, const std::vector<unsigned>& numbers) override;
  std::optional<States> states() override;
  void cancel(const Which& which) override;

 private:
  std::optional<std::vector<SlurmTask>> tasks();
  static void cancel_tasks(const std::vector<SlurmTask>& tasks);

  std::string prefix_;
  std::size_t most_;
  std::vector<std::string> arguments_;
  double start_;
};

/// The words of --slurm-args, as a shell splits them, without running anything. Throws InputError.
std::vector<std::string> slurm_arguments(const std::string& text);

}  // namespace xb
