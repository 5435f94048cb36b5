// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/run/run_result.h"
#include "testbenches/experiment/expectation.h"

namespace xb {

struct Point {
  RunConfig config;
  RunResult result;
};

/// One point in full, a line per measure with its unit.
std::string describe_point(const Point& point);

/// Several points, a row each: the keys in which they differ, and the main measures.
std::string tabulate_points(const std::vector<Point>& points);

/// What an expectation says of the points, a row each.
std::string tabulate_verdicts(const Expectation& expectation, const std::vector<Point>& points);

/// Half-width of the interval of a share; `?` where it is unknown, `-` where there is none (schedules).
std::string ci_cell(const Point& point, const Estimate& estimate);

/// `12.34 %`.
std::string percent(double share);
/// `+1.23 %`; what rounds to nothing has no sign.
std::string signed_percent(double share);

}  // namespace xb
