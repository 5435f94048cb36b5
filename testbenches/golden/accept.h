// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/golden/case_run.h"
#include "testbenches/golden/golden_case.h"

namespace xb {

/// The log of a folder's golden files.
constexpr const char* kAcceptedLog = "ACCEPTED.md";

/// Makes or replaces the golden file of a case, from a run on the first of its engines, and adds a line with
/// `reason` to the log beside it; both whole or not at all. Returns what has changed, for people. Throws
/// InputError for a reason without a word or with a line break and for a run of more than kMostGoldenCycles;
/// RunError, and changes nothing, if a run violates a check or an assertion, or engines differ.
std::string accept_case(const GoldenCase& one, const std::string& reason,
                        const CaseRunner& runner = run_case);

}  // namespace xb
