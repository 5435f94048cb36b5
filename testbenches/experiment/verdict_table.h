// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/judging.h"
#include "testbenches/experiment/point.h"

namespace xb {

/// What an expectation says of the points, a row each.
std::string tabulate_verdicts(const Expectation& expectation, const std::vector<Point>& points);

/// A line about each point, or mean, that is not as expected, each beginning with a line break; empty: none.
std::string failed_verdict(const Expectation& expectation, const std::string& name, const Verdict& verdict);
std::string failed_outcome(const Expectation& expectation, Outcome outcome);
std::string failed_expectation(const Expectation& expectation, const std::vector<Point>& points);

}  // namespace xb
