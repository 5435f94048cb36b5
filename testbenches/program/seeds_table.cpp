// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/seeds_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/config/differing_keys.h"
#include "host/config/key_values.h"
#include "testbenches/study/spread.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

struct SeedMeasure {
  const char* name;
  const char* unit;
  std::function<std::optional<double>(const RunResult&)> of;
};

const std::vector<SeedMeasure>& measures() {
  static const std::vector<SeedMeasure> list{
      {"throughput", "", [](const RunResult& r) { return std::optional(r.throughput.mean); }},
      {"queueing", " [cycles]", [](const RunResult& r) { return std::optional(r.queueing.mean); }},
      {"p99 latency", " [cycles]",
       [](const RunResult& r) { return std::optional(static_cast<double>(r.latency.p99)); }},
      {"loss", "", [](const RunResult& r) { return std::optional(r.loss.mean); }},
      {"completion", " [us]",
       [](const RunResult& r) {
         return r.completion_seconds ? std::optional(*r.completion_seconds * 1e6) : std::nullopt;
       }},
  };
  return list;
}

/// Groups in the order of their first points.
std::vector<std::vector<const Point*>> groups_of(const std::vector<Point>& points) {
  std::vector<std::vector<const Point*>> groups;
  std::map<std::string, std::size_t> known;
  for (const Point& point : points) {
    RunConfig config = point.config;
    config.seed = 0;
    const auto [group, is_new] = known.emplace(to_json(config).dump(), groups.size());
    if (is_new) groups.emplace_back();
    groups[group->second].push_back(&point);
  }
  return groups;
}

std::string spread_cell(const std::optional<double>& value) {
  return value ? fmt::format("{:.5g}", *value) : "-";
}

}  // namespace

std::string tabulate_seeds(const std::vector<Point>& points) {
  if (points.empty()) return "";
  using Column = TextTable::Column;
  const auto groups = groups_of(points);
  const auto config = [&](std::size_t n) { return groups[n].front()->config; };
  const auto keys = differing_keys(groups.size(), config, {"seed"});
  TextTable table;
  for (const auto* key : keys) table.column(key->name);
  table.column("seeds");
  for (const SeedMeasure& measure : measures()) {
    const std::string name = measure.name;
    table.column(name + measure.unit, Column::Value);
    table.column(name + " sd", Column::Detail);
    table.column(name + " +-95%", Column::Value);
  }
  for (const auto& group : groups) {
    std::vector<std::string> row;
    for (const auto* key : keys) {
      row.push_back(value_text(key->get(group.front()->config)));
    }
    row.push_back(std::to_string(group.size()));
    for (const SeedMeasure& measure : measures()) {
      std::vector<double> values;
      for (const Point* point : group) {
        if (const auto value = measure.of(point->result)) values.push_back(*value);
      }
      const Spread spread = values.empty() ? Spread{} : spread_of(values);
      row.push_back(values.empty() ? "-" : spread_cell(spread.mean));
      row.push_back(spread_cell(spread.deviation));
      row.push_back(spread_cell(spread.ci95));
    }
    table.row(std::move(row));
  }
  return table.text();
}

}  // namespace xb
