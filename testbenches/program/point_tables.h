// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/key_columns.h"
#include "testbenches/experiment/point.h"

namespace xb {

/// Several points, a row each: the keys in which they differ, and the main measures.
/// `named`: those that stay on a narrow terminal, with the results.
std::string tabulate_points(const std::vector<Point>& points, const ColumnNames& named = {});

}  // namespace xb
