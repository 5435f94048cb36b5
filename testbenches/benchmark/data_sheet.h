// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/benchmark/bench_table.h"

namespace xb {

/// A switch, and what the tests found out about it.
struct TestedSwitch {
  BenchPlan setup;
  std::vector<BenchTable> tables;
};

/// All tables of a switch as a page of Markdown; `command` makes it again.
std::string data_sheet(const TestedSwitch& tested, const std::string& command);

/// The headlines of all switches side by side, as a page of Markdown with links to their data sheets.
std::string sheets_side_by_side(const std::vector<TestedSwitch>& switches, const std::string& command);

/// Tables for a terminal.
std::string tables_text(const TestedSwitch& tested);

/// A line of JSON for each table.
std::string tables_json(const TestedSwitch& tested);

}  // namespace xb
