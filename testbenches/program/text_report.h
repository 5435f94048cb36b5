// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/experiment/point.h"

namespace xb {

/// One point in full, a line per measure with its unit.
std::string describe_point(const Point& point);

}  // namespace xb
