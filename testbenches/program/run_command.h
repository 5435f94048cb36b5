// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/program/study_flags.h"

namespace xb {

/// `xbarlab run`; with `out` a study.
struct RunCommand : StudyFlags {
  ExperimentFlags points;
  std::string json;         ///< file or "-"
  std::string series_file;  ///< for the samples of key `series`, or empty: into the record
  std::string capture;      ///< file for what comes out, or empty
  TraceFlags trace;
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
