// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/seeds_table.h"

#include <functional>
#include <optional>

#include "testbenches/experiment/key_columns.h"
#include "testbenches/study/spread.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

struct SeedMeasure {
  const char* name;
  const char* unit;
  std::function<std::optional<double>(const RunResult&)> of;
  bool result = false;  ///< what a run is for
};

const std::vector<SeedMeasure>& seed_measures() {
  static const std::vector<SeedMeasure> list{
      {"throughput", "", [](const RunResult& r) { return std::optional(r.throughput.mean); }, true},
      {"queueing", " [cycles]", [](const RunResult& r) { return std::optional(r.queueing.mean); }},
      {"p99 latency", " [cycles]",
       [](const RunResult& r) { return std::optional(static_cast<double>(r.latency.p99)); }},
      {"loss", "", [](const RunResult& r) { return std::optional(r.loss.mean); }},
      {"completion", " [us]",
       [](const RunResult& r) {
         return r.completion_seconds ? std::optional(*r.completion_seconds * 1e6) : std::nullopt;
       },
       true},
  };
  return list;
}

}  // namespace

std::string tabulate_seeds(const std::vector<Point>& points, const ColumnNames& named) {
  if (points.empty()) return "";
  using Column = TextTable::Column;
  const auto groups = groups_over_seeds(points.size(), configs_of(points));
  const auto config = [&](std::size_t group) { return points[groups[group].front()].config; };
  TextTable table;
  const KeyColumns keys(table, groups.size(), config, {"seed"}, named);
  table.column("seeds");
  for (const SeedMeasure& measure : seed_measures()) {
    const std::string name = measure.name;
    table.column(name + measure.unit,
                 measure.result || named.count(name) > 0 ? Column::Result : Column::Value);
    table.column(name + " sd", Column::Detail);
    table.column(name + " +-95%", Column::Value);
  }
  for (const auto& group : groups) {
    std::vector<std::string> row;
    keys.add_cells(row, points[group.front()].config);
    row.push_back(std::to_string(group.size()));
    for (const SeedMeasure& measure : seed_measures()) {
      std::vector<double> values;
      for (const std::size_t point : group) {
        if (const auto value = measure.of(points[point].result)) values.push_back(*value);
      }
      add_spread_cells(row, values);
    }
    table.row(std::move(row));
  }
  return table.text();
}

}  // namespace xb
