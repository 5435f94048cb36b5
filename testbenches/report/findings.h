// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/report/study_results.h"

namespace xb {

/// The keys that do not tell the points apart, in a sentence: those that are not their default, and those
/// that any reader asks for.
std::string setting_text(const StudyResults& results);

/// What the records say, in few sentences (docs/report.md#findings). `x` is the axis, or empty.
std::vector<std::string> findings(const StudyResults& results, const std::string& x);

/// How the expectations of study.toml came out, in a sentence, as `xbarlab run` judges them; empty: it has
/// none.
std::string verdicts_text(const StudyResults& results);

}  // namespace xb
