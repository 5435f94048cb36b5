// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/benchmark/bench_plan.h"

namespace xb {

/// How a figure is written. Shares (of 1) are written as percentages.
enum class BenchFormat { Text, Whole, Decimal, Percent };

struct BenchColumn {
  std::string key;   ///< in JSON
  std::string head;  ///< in tables
  BenchFormat format = BenchFormat::Text;
};

/// What one test found out.
struct BenchTable {
  std::string test;    ///< such as `rfc2544 throughput`
  std::string title;   ///< with the RFC's section
  std::string method;  ///< what was done, in a sentence or two
  std::vector<BenchColumn> columns = {};
  std::vector<nlohmann::ordered_json> rows = {};  ///< objects; a figure that is missing or null has no value
  std::vector<std::string> notes = {};
  /// For tables of several switches side by side: what it is, and the figure.
  std::vector<std::pair<std::string, std::string>> headlines = {};
};

/// A row for each frame size, which `fill` is to complete; of a size that the switch cannot take, a note.
void add_size_rows(BenchTable& table, const BenchPlan& plan,
                   const std::function<void(const FrameSize& size, nlohmann::ordered_json& row)>& fill);
/// Whether figures of this size are headlines: of the first one, and of 1518 bytes.
bool is_headline(const BenchPlan& plan, const FrameSize& size);
/// The table alone, with a note why its test was not run.
std::vector<BenchTable> not_tested(BenchTable table, const std::string& why);
/// The first frame size that the switch takes, or null.
const FrameSize* first_size(const BenchPlan& plan);

/// Columns `bytes` and `beats` that every table begins with, and the row's values of them.
std::vector<BenchColumn> size_columns(std::vector<BenchColumn> more);
nlohmann::ordered_json size_row(const FrameSize& size);

/// The table for a terminal, and as Markdown below a heading.
std::string table_text(const BenchTable& table);
std::string table_markdown(const BenchTable& table);
/// One object: the test, the switch's configuration, how it was tested, the rows.
nlohmann::ordered_json table_json(const BenchTable& table, const BenchPlan& plan);

/// What is tested and how: lines for all tables of a switch.
std::vector<std::string> plan_lines(const BenchPlan& plan);

/// Which bits each latency is between.
std::string latency_method();
/// Latency by three conventions: least, mean, greatest [cycles].
std::vector<BenchColumn> latency_columns();
void add_latency(nlohmann::ordered_json& row, const TrialResult& result);

/// A switch, and what the tests found out about it.
struct TestedSwitch {
  BenchPlan plan;
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
