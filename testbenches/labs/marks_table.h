// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "testbenches/labs/board.h"
#include "testbenches/labs/check.h"

namespace xb {

/// The table of marks: rows by submission. A row begins with name and digest, then come score, of, the points
/// of each criterion, its standing on each board, and what was not reached.
using MarkRows = std::map<std::string, std::string>;

std::string marks_head(const LabUnit& unit);
/// How the row of a submission begins. A name with control characters is written with their numbers.
std::string marks_begin(const std::string& name, const std::string& digest);
std::string marks_row(const LabUnit& unit, const std::string& begin, const LabResult& result);
/// The name as tables and messages have it.
std::string shown_name(const std::string& name);

/// The boards, by the rows of a table. `begins`: how each begins.
std::vector<LabBoard> boards_of(const LabUnit& unit, const MarkRows& rows, const MarkRows& begins);
/// For each criterion how many have reached it, and why most others have not, as lines.
std::string tally_text(const LabUnit& unit, const MarkRows& rows, const MarkRows& begins);

}  // namespace xb
