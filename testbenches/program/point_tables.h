// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/expectation.h"
#include "testbenches/experiment/point.h"

namespace xb {

/// Several points, a row each: the keys in which they differ, and the main measures.
std::string tabulate_points(const std::vector<Point>& points);

/// What an expectation says of the points, a row each.
std::string tabulate_verdicts(const Expectation& expectation, const std::vector<Point>& points);

/// A line about each point, or mean, that is not as expected, each beginning with a line break; empty: none.
std::string failed_mean(const Expectation& expectation, const MeanVerdict& mean);
std::string failed_expectation(const Expectation& expectation, const std::vector<Point>& points);

}  // namespace xb
