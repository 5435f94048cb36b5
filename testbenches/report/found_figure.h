// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "testbenches/report/figure.h"
#include "testbenches/report/study_results.h"
#include "testbenches/report/sweep.h"

namespace xb {

/// What the searches of a study found, by the keys in which they differ; the axis is `x` if that is one.
Sweep found_sweep(const StudyResults& results, const std::string& x);

/// The same as a figure, whose table has what they found and how; nothing: the study does not search.
std::optional<Figure> found_figure(const StudyResults& results, const std::string& x);

}  // namespace xb
