// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/golden/check_report.h"

namespace xb {

/// JUnit XML, as Jenkins, GitLab and the actions for GitHub read it: a testcase for each case and engine, a
/// failure with first cycle, report, seed and command. `reports`: of those that differ, in their order.
std::string junit_xml(const GoldenReport& report, const std::vector<std::string>& reports);

/// A job's summary as Markdown: cases and engines as a table, then the reports of those that differ, with the
/// window around the first difference.
std::string job_summary(const GoldenReport& report, const std::vector<std::string>& reports);

/// GitHub's workflow command that marks the golden file's line: `::error file=...,line=N::...`.
std::string annotation(const CaseOutcome& outcome);

}  // namespace xb
