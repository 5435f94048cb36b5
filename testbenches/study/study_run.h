// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "host/run/run_result.h"
#include "testbenches/study/study.h"

namespace xb {

struct Setup;

/// What gives a point its result.
using PointRunner = std::function<RunResult(const Setup& setup)>;
/// run_point().
RunResult run_simulation(const Setup& setup);

/// Runs a point, and writes its result, or what went wrong, into the study's folder, where it waits to be
/// published. Standard output and standard error of this process go to the point's log from then on: for a
/// worker process. Throws FolderError if the folder cannot be written; what was begun is gone then.
PointOutcome write_study_point(Study& study, const StudyPoint& point, const nlohmann::ordered_json& origin,
                               const PointRunner& run = run_simulation);

/// Puts into the folder that the point failed without a word, with the log that it has left.
void commit_lost_point(const Study& study, const StudyPoint& point, const std::string& message,
                       const nlohmann::ordered_json& origin);

/// Where results come from, for their provenance: git commit, host.
nlohmann::ordered_json origin_here();

/// At first, and when a point has a result or failure, by its hash: adds points to the study that it did not
/// have. Returns what those will cost that it does not know yet.
using StudyGrowth = std::function<double(Study& study, const std::string& hash)>;

struct StudyOptions {
  unsigned jobs = 0;  ///< worker processes; 0: one a core
  bool retry_failed = false;
  bool quiet = false;
  PointRunner run = run_simulation;
  /// Where results come from, or null: as origin_here() says.
  nlohmann::ordered_json origin = nullptr;
  /// Asked before each point: whether to go on. Null: always.
  std::function<bool()> goes_on = nullptr;
  StudyGrowth grow = nullptr;  ///< null: there are no other points
};

/// How a run of a study ended.
struct StudyOutcome {
  std::size_t left = 0;      ///< points without a result or failure
  bool interrupted = false;  ///< once
  std::size_t damaged = 0;   ///< records that were, and went
  std::string stopped;       ///< why it could not go on; empty: it could
};

/// Runs the points that have neither result nor failure, in worker processes, and leaves finished ones alone.
/// A point whose worker died is run once more, and has failed if that dies, too. An interrupt lets the
/// running points end; a second one ends the process, and of a study without a folder the first. The caller
/// holds the lock of the folder, or works for who does.
StudyOutcome run_study(Study& study, const StudyOptions& options);

/// Runs the study's missing points, `retry_failed` or not.
using StudyRunner = std::function<StudyOutcome(Study& study, bool retry_failed)>;

/// Reads the results that are there: the study's points become those that are known by now. Whether one is
/// missing.
using LookAtStudy = std::function<bool(bool retry_failed)>;

/// Runs points that follow from results of others, round by round, until none is missing or a round does not
/// end; looks before and after each.
StudyOutcome run_rounds(Study& study, bool retry_failed, const StudyRunner& run, const LookAtStudy& look);

/// At the end of a run: what has been renamed stays if power fails. That it cannot be synced is why the run
/// stopped, unless there is a reason.
void sync_results(const StudyFolder& folder, StudyOutcome& outcome);

/// Cores that this process may use.
unsigned usable_cores();

}  // namespace xb
