// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/report/study_results.h"

namespace xb {

/// How the expectations of study.toml came out, in a sentence, as `xbarlab run` judges them; empty: it has
/// none.
std::string verdicts_text(const StudyResults& results);

}  // namespace xb
