// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/base/lower_case.h"
#include "host/base/ranges.h"
#include "testbenches/experiment/point.h"
#include "testbenches/program/measure_text.h"
#include "testbenches/program/text_report.h"
#include "testbenches/steps/step_search_point.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

/// Of the fullest switch.
std::uint64_t most_beats(const RunResult& r) {
  if (!r.network) return r.occupancy_beats.max;
  std::uint64_t most = 0;
  for (const SwitchResult& s : r.network->switches) most = std::max(most, s.result.occupancy_beats.max);
  return most;
}

/// Points at which steps were searched for.
std::string tabulate_step_searches(const std::vector<Point>& points) {
  TextTable table;
  table.column("point");
  const KeyColumns keys(table, points.size(), configs_of(points));
  add_step_search_columns(table);
  for (std::size_t n = 0; n < points.size(); ++n) {
    std::vector<std::string> row{number_of(points, n)};
    keys.add_cells(row, points[n].config);
    add_step_search_cells(row, points[n]);
    table.row(std::move(row));
  }
  return table.text();
}

/// Those with a column, from the left.
std::vector<const Measure*> columns_of(const std::vector<MeasureTexts>& points) {
  std::vector<const Measure*> columns;
  for (const Measure& measure : measures()) {
    const PointColumn& column = measure.in_tables;
    const auto has_it = [&](const MeasureTexts& point) { return point.has(column.where); };
    if (column.place > 0 && (*column.where == 0 || any_of(points, has_it))) columns.push_back(&measure);
  }
  std::stable_sort(columns.begin(), columns.end(),
                   [](auto* a, auto* b) { return a->in_tables.place < b->in_tables.place; });
  return columns;
}

/// A busy link has a name; one that is never busy is none.
bool is_bottleneck(const Measure& measure) { return measure.path == std::string("bottleneck.utilisation"); }
LinkResult bottleneck_of(const RunResult& r) { return r.network ? r.network->bottleneck : LinkResult{}; }

/// By its path, or by the first word of what tables or reports call it: "HOL", "head-of-line".
bool is_named(const Measure& measure, const ColumnNames& named) {
  const auto first_word = [](const std::string& text) { return lower_case(text.substr(0, text.find(' '))); };
  return named.count(measure.path) > 0 || named.count(first_word(measure.in_tables.heading)) > 0 ||
         named.count(first_word(measure.label)) > 0;
}

/// As it is in the record, but for what a network as a whole has not.
std::string cell_of(const Measure& measure, const MeasureTexts& texts, const RunResult& r) {
  if (is_bottleneck(measure) && bottleneck_of(r).utilisation <= 0) return "-";
  if (r.network && r.known.queues && measure.path == std::string("occupancy.max"))
    return std::to_string(most_beats(r));
  return texts.cell(measure);
}

}  // namespace

std::string tabulate_points(const std::vector<Point>& points, const ColumnNames& named) {
  if (points.front().result.step_search) return tabulate_step_searches(points);
  using Column = TextTable::Column;
  const std::vector<MeasureTexts> texts(points.begin(), points.end());
  const std::vector<const Measure*> columns = columns_of(texts);
  TextTable table;
  table.column("point");
  const KeyColumns keys(table, points.size(), configs_of(points), {}, named);
  for (const Measure* const measure : columns) {
    const bool result = measure->in_tables.result || is_named(*measure, named);
    if (is_bottleneck(*measure)) table.column("bottleneck", Column::Detail);
    table.column(measure->in_tables.heading, result                      ? Column::Result
                                             : measure->in_tables.detail ? Column::Detail
                                                                         : Column::Value);
    if (measure->in_tables.interval) table.column("+-95%", Column::Value);
  }
  for (std::size_t n = 0; n < points.size(); ++n) {
    std::vector<std::string> row{number_of(points, n)};
    keys.add_cells(row, points[n].config);
    for (const Measure* const measure : columns) {
      const LinkResult busiest = bottleneck_of(points[n].result);
      if (is_bottleneck(*measure)) row.push_back(busiest.utilisation > 0 ? link_name(busiest) : "-");
      row.push_back(cell_of(*measure, texts[n], points[n].result));
      if (measure->in_tables.interval) row.push_back(texts[n].interval_cell(*measure));
    }
    table.row(std::move(row));
  }
  return table.text();
}

}  // namespace xb
