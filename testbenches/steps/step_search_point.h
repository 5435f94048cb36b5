// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/run/run_result.h"
#include "testbenches/terminal/text_table.h"

namespace xb {

struct Setup;
struct Point;

/// What key `step-search` asks for, instead of a run: the result has `step_search` only. Steps that were
/// found are checked; RunError where they are no schedule.
RunResult step_search_point(const Setup& setup);

/// A point of a study: what is asked for of it.
RunResult run_or_search(const Setup& setup);

/// One point at which steps were searched for, in full.
std::string describe_step_search(const Point& point);

/// Columns of a table of such points, and a row's cells of one.
void add_step_search_columns(TextTable& table);
void add_step_search_cells(std::vector<std::string>& row, const Point& point);

}  // namespace xb
