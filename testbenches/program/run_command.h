// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/program/verb_flags.h"

namespace xb {

/// `xbarlab run`.
struct RunCommand {
  ExperimentFlags points;
  std::string json;         ///< file or "-"
  std::string series_file;  ///< for the samples of key `series`, or empty: into the record
  std::string capture;      ///< file for what comes out, or empty
  TraceFlags trace;
  // As a study (docs/studies.md).
  std::string out;                ///< folder for the results, or empty
  JobsFlag jobs;                  ///< worker processes, or chunks at a time
  std::optional<std::string> on;  ///< where its points run
  std::optional<std::string> slurm_args, chunk;
  std::optional<std::string> shard;  ///< share of its points that is run
  bool dry_run = false, quiet = false, retry_failed = false;
};

/// A file that a run writes beside what it prints.
struct WrittenFile {
  const char* flag;
  const char* what;
  std::string path;
};
/// Those that were asked for.
std::vector<WrittenFile> written_files(const RunCommand& command);

/// The same with `out` or `dry_run`.
void study_command(const RunCommand& command);
/// Without: an experiment that searches.
void search_command(const RunCommand& command, const Experiment& experiment);

}  // namespace xb
