// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

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

}  // namespace xb
