// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "testbenches/study/study.h"
#include "testbenches/study/study_progress.h"

namespace xb {

/// What a run of a study has to do.
struct MissingPoints {
  std::deque<std::size_t> points;  ///< by number from 0; of those with one hash the first
  std::size_t damaged = 0;         ///< records that were, and went
};

/// The points without a whole record, and without a failure unless those are run again. Records that are
/// damaged are removed, and so are failures of points that have a result.
MissingPoints missing_points(const Study& study, bool retry_failed);

/// Counts of a run that begins with these.
StudyCounts counts_of(const Study& study, const std::deque<std::size_t>& missing);

}  // namespace xb
