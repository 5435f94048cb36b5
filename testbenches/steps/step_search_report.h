// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/point.h"
#include "testbenches/terminal/text_table.h"

namespace xb {

/// One point at which steps were searched for, in full.
std::string describe_step_search(const Point& point);

/// Columns of a table of such points, and a row's cells of one.
void add_step_search_columns(TextTable& table);
void add_step_search_cells(std::vector<std::string>& row, const Point& point);

}  // namespace xb
