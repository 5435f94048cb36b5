// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/cluster/chunk_file.h"
#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/process/file_lock.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/study/study_run.h"

namespace xb {

/// How a verb keeps its points in a folder, and runs them there (docs/studies.md).
struct StudyFlags {
  std::string out;                ///< folder, or empty
  JobsFlag jobs;                  ///< worker processes, or chunks at a time
  std::optional<std::string> on;  ///< where its points run
  std::optional<std::string> slurm_args, chunk;
  std::optional<std::string> shard;  ///< share of its points that is run
  bool dry_run = false, quiet = false, retry_failed = false;

  /// All but --out, --jobs, --dry-run and --quiet, which verbs have for more than that.
  /// `shard`: where that is allowed.
  void add_to(Verb& verb, const std::string& noun, const char* shard = "with --out only");
  /// Throws InputError for the first of these that is given.
  void refuse_without_out() const;
  /// Seconds after which a job begins no point, as `--chunk` says. Throws InputError.
  [[nodiscard]] double chunk_seconds() const;
};

/// Where `--on` says that the study in this folder runs; null: in processes here. Throws InputError for what
/// is not allowed, also of `--slurm-args` and `--chunk`.
std::unique_ptr<ChunkQueue> study_queue(const StudyFlags& flags, const std::filesystem::path& folder);

/// A study's folder while this process is its runner; what an earlier run has left is taken, unless a queue
/// may be at work on it.
class HeldFolder {
 public:
  explicit HeldFolder(const StudyFolder& folder, const ChunkQueue* queue = nullptr);

 private:
  std::optional<FileLock> lock_;
  InterruptsCounted counted_;  // and a file that may not grow is an error of its own
};

/// Runs what is missing of a study there. `words`: the command, but for what these flags say; each chunk runs
/// it on its share. `growth`: points that follow while others run, here.
StudyRunner study_runner(const StudyFlags& flags, ChunkQueue* queue, const std::vector<std::string>& words,
                         const StudyGrowth& growth = nullptr);

/// Makes the study's points those of a share that are known by now; of a chunk also others, whose results
/// decide which they are. Whether one is missing.
using LookAtShare = std::function<bool(Study& study, const Share& share, bool retry_failed)>;

/// Runs what is missing of the share that --shard names. It may run beside other shares, here and elsewhere:
/// nothing but points is written. A chunk runs what the runner that waits for it has in its index. Throws
/// RunError if a point failed.
void run_share(const StudyFlags& flags, const std::filesystem::path& folder, nlohmann::ordered_json versions,
               const LookAtShare& look);

/// The same of an experiment: its points, or its searches.
void run_share(const StudyFlags& flags, const Experiment& experiment);

}  // namespace xb
