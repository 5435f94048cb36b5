// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/point.h"

namespace xb {

/// Several points, a row each: the keys in which they differ, and the main measures.
std::string tabulate_points(const std::vector<Point>& points);

}  // namespace xb
