// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/key_columns.h"
#include "testbenches/experiment/point.h"

namespace xb {

/// Points that differ in their seeds only, a row each group: mean, standard deviation over the seeds, and
/// half-width of the mean's 95 % interval of the main measures. `named`: those that stay on a narrow
/// terminal, with the results.
std::string tabulate_seeds(const std::vector<Point>& points, const ColumnNames& named = {});

}  // namespace xb
