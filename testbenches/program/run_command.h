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
  std::vector<NamedFile> outputs;  ///< all of these files
};

/// The same with `out` or `dry_run`.
void study_command(const RunCommand& command);
/// Without: an experiment that searches.
void search_command(const RunCommand& command, const Experiment& experiment);

}  // namespace xb
