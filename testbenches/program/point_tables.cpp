// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/point_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "host/base/units.h"
#include "testbenches/experiment/key_columns.h"
#include "testbenches/program/network_report.h"
#include "testbenches/program/text_report.h"
#include "testbenches/steps/step_search_report.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

template <class T, class Format>
std::string or_dash(const std::optional<T>& value, Format&& format) {
  return value ? format(*value) : "-";
}

std::string if_known(bool known, const std::string& value) { return known ? value : "-"; }

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

}  // namespace

std::string tabulate_points(const std::vector<Point>& points) {
  if (points.front().result.step_search) return tabulate_step_searches(points);
  using Column = TextTable::Column;
  const bool schedules = std::any_of(points.begin(), points.end(),
                                     [](const Point& p) { return p.result.completion_cycles.has_value(); });
  const bool stepped =
      std::any_of(points.begin(), points.end(), [](const Point& p) { return p.result.steps.has_value(); });
  const bool networks =
      std::any_of(points.begin(), points.end(), [](const Point& p) { return p.result.network.has_value(); });
  TextTable table;
  table.column("point");
  const KeyColumns keys(table, points.size(), configs_of(points));
  table.column("offered", Column::Detail);
  table.column("throughput", Column::Value);
  table.column("+-95%", Column::Value);
  table.column("queueing [cycles]", Column::Value);
  table.column("p99 latency", Column::Detail);
  table.column("HOL", Column::Value);
  table.column("pool", Column::Value);
  table.column("idle w/ work", Column::Detail);
  table.column("max occ. [beats]", Column::Detail);
  table.column("loss", Column::Value);
  if (networks) {
    table.column("bottleneck", Column::Detail);
    table.column("busy", Column::Value);
  }
  if (schedules) {
    table.column("completion", Column::Value);
    table.column("predicted", Column::Detail);
    table.column("over ideal", Column::Value);
    table.column("MB/s per node", Column::Value);
    if (stepped) table.column("of liquid", Column::Value);
  }
  for (std::size_t n = 0; n < points.size(); ++n) {
    const Point& p = points[n];
    const RunResult& r = p.result;
    std::vector<std::string> row{number_of(points, n)};
    keys.add_cells(row, p.config);
    row.insert(row.end(),
               {fmt::format("{:.4f}", r.offered_load), fmt::format("{:.4f}", r.throughput.mean),
                ci_cell(p, r.throughput), if_known(r.known.zero_load, fmt::format("{:.3f}", r.queueing.mean)),
                std::to_string(r.latency.p99), if_known(r.known.flags, percent(r.hol.mean)),
                if_known(r.known.pool, percent(r.pool.mean)),
                if_known(r.known.flags, percent(r.idle_with_work.mean)),
                if_known(r.known.queues, std::to_string(most_beats(r))),
                if_known(r.known.drops, fmt::format("{:.3g}", r.loss.mean))});
    if (networks) {
      const LinkResult busiest = r.network ? r.network->bottleneck : LinkResult{};
      const bool known = busiest.utilisation > 0;
      row.push_back(known ? link_name(busiest) : "-");
      row.push_back(known ? percent(busiest.utilisation) : "-");
    }
    if (r.completion_cycles) {
      row.insert(
          row.end(),
          {format_time({*r.completion_seconds}),
           or_dash(r.predicted_seconds, [](double t) { return format_time({t}); }),
           or_dash(r.completion_over_ideal, [](double ratio) { return fmt::format("{:.3f}", ratio); }),
           or_dash(r.bandwidth_per_node, [](double rate) { return fmt::format("{:.3f}", rate / 1e6); })});
      if (stepped) row.push_back(or_dash(r.steps, [](const StepsResult& s) { return percent(s.of_liquid); }));
    }
    table.row(std::move(row));
  }
  return table.text();
}

}  // namespace xb
