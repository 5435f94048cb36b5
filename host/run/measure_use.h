// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/run/measure_table.h"

namespace xb {

struct RunConfig;

/// Whether a configuration is of these runs.
bool is_of(const Runs& runs, const RunConfig& config);

/// The numbers that a record of such a run can have, known or not, as [expect] names them: measures of the
/// table, their intervals, those of a class (`classes.CLASS.loss`) and of lists
/// (`occupancy.per_queue.QUEUE.mean`). CLASS, QUEUE, INPUT and OUTPUT stand for numbers from 0 on.
std::vector<std::string> measures_of(const RunConfig& config);

/// The row of one of them, with numbers that the run has (`classes.1.loss` of two classes); nullptr: it is
/// none.
const Measure* measure_of(const RunConfig& config, const std::string& path);

/// Of a path that is none, but for a number: `occupancy.per_queue.QUEUE.mean with QUEUE 0..3`; empty: for
/// another reason.
std::string numbers_of_measure(const RunConfig& config, const std::string& path);

}  // namespace xb
