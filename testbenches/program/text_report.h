// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testbenches/experiment/point.h"

namespace xb {

/// One point in full, a line per measure with its unit.
std::string describe_point(const Point& point);

/// Half-width of the interval of a share; `?` where it is unknown, `-` where there is none (schedules).
std::string ci_cell(const Point& point, const Estimate& estimate);

/// `12.34 %`.
std::string percent(double share);
/// `+1.23 %`; what rounds to nothing has no sign.
std::string signed_percent(double share);

}  // namespace xb
