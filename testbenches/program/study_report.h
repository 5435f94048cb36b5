// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/experiment/experiment_file.h"
#include "testbenches/study/search_rounds.h"
#include "testbenches/study/study.h"

namespace xb {

/// What a study has found so far, from its records.
struct StudyReport {
  std::string tables;    ///< of the points, if they are few, and of the expectations
  std::string failures;  ///< failed points by message; empty: none
  std::string off;       ///< lines of points that are not as expected; empty: none
  std::size_t done = 0, failed = 0, left = 0;
  std::size_t wide = 0;  ///< points that ended before their intervals were within `ci`
};

/// Reads the records, one after the other. Expectations are judged of each point that has a result.
StudyReport report_study(const Study& study, const Experiment& experiment);

/// A message with every number in it, decimal or hexadecimal, as `*`: of failures that are one and the same.
/// Of several lines the first, and the second where the first ends with a colon.
std::string normalised(const std::string& message);

/// Counts and failures only.
StudyReport count_points(const Study& study);

/// The same of a study that searches: tables of what was found.
StudyReport report_searches(const StudySearches& searches, Study& study, const Experiment& experiment);

/// Says which records were damaged. Throws RunError if the run had to stop, and ends the process if it was
/// interrupted: `command` resumes it.
void check_ended(const Study& study, const StudyOutcome& outcome, const StudyReport& report,
                 const std::string& command);

/// Throws RunError if a point has failed, or is not as expected, under the heading `off`.
void check_points(const Study& study, const StudyReport& report, const char* off = "");

/// `--dry-run` of it: how far each search is, and how many points it may still take.
std::string list_searches(const StudySearches& searches, const Study& study);

/// Prints for `--dry-run` the points, which of them are done, and how long the others will take, as far as
/// finished ones say.
void list_points(const Study& study, unsigned jobs);

}  // namespace xb
