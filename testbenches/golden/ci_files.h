// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/golden/check_report.h"

namespace xb {

/// JUnit XML, as Jenkins, GitLab and the actions for GitHub read it: a testcase for each case and engine, a
/// failure with first cycle, report, seed and command, or an error. `reports`: of all that are not the same,
/// in their order.
std::string junit_xml(const GoldenReport& report, const std::vector<std::string>& reports);

/// A job's summary as Markdown: cases and engines as a table, then the reports of those that are not the
/// same, with the window around the first difference.
std::string job_summary(const GoldenReport& report, const std::vector<std::string>& reports);

/// GitHub's workflow command that marks the golden file's line, or the one that an error names: `::error
/// file=...,line=N::...`.
std::string annotation(const CaseOutcome& outcome);

}  // namespace xb
