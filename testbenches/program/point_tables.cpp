// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/point_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/base/units.h"
#include "host/config/differing_keys.h"
#include "host/config/key_values.h"
#include "testbenches/program/network_report.h"
#include "testbenches/program/step_search_report.h"
#include "testbenches/program/text_report.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

template <class T, class Format>
std::string or_dash(const std::optional<T>& value, Format&& format) {
  return value ? format(*value) : "-";
}

std::string if_known(bool known, const std::string& value) { return known ? value : "-"; }

std::vector<const ConfigKey*> keys_of_points(const std::vector<Point>& points) {
  const auto config = [&](std::size_t n) { return points[n].config; };
  return differing_keys(points.size(), config);
}

/// What was expected of a value: bounds, or value, deviation and tolerance.
std::vector<std::string> wanted_cells(const Expectation& expectation, const Verdict& v) {
  const auto bound = [](double value) { return fmt::format("{:.5g}", value); };
  if (expectation.bounds_only())
    return {or_dash(expectation.at_least, bound), or_dash(expectation.at_most, bound)};
  const double deviation = v.measured - v.expected;
  const bool relative = expectation.relative && v.expected != 0;
  const bool as_share = (relative || !expectation.is_judged()) && v.expected != 0;
  return {fmt::format("{:.5g}", v.expected),
          as_share ? signed_percent(deviation / v.expected) : fmt::format("{:+.2g}", deviation),
          !expectation.is_judged() ? "none"
          : relative               ? fmt::format("{:g} %", expectation.tolerance * 100)
                                   : fmt::format("{:g}", v.tolerance)};
}

/// What a point must be, in words.
std::string wanted_text(const Expectation& expectation, const Verdict& v) {
  if (!expectation.bounds_only()) return fmt::format("{:.5g} within {:.3g}", v.expected, v.tolerance);
  std::string text;
  if (expectation.at_least) text = fmt::format("at least {:.5g}", *expectation.at_least);
  if (expectation.at_most)
    text += fmt::format("{}at most {:.5g}", text.empty() ? "" : " and ", *expectation.at_most);
  return text;
}

std::string number_of(const std::vector<Point>& points, std::size_t n) {
  return std::to_string(points[n].number > 0 ? points[n].number : n + 1);
}

/// `point 3`, or the search that has found it.
std::string name_of(const std::vector<Point>& points, std::size_t n) {
  return (points[n].found ? "search " : "point ") + number_of(points, n);
}

/// What is judged, with the point that a ratio is to.
std::string measure_name(const Expectation& expectation) {
  std::string name = expectation.measure + unit_text(expectation.unit);
  for (std::size_t n = 0; n < expectation.over.size(); ++n)
    name += fmt::format("{}{} {}", n == 0 ? " over that of " : ", ", expectation.over[n].key,
                        expectation.over[n].values.front());
  return name;
}

/// Above a table of verdicts: what the source says.
std::string claim_text(const Expectation& expectation) {
  if (expectation.claim.empty()) return "";
  return fmt::format("claim ({}): {}\n", origin_name(expectation.origin), expectation.claim);
}

/// Of the fullest switch.
std::uint64_t most_beats(const RunResult& r) {
  if (!r.network) return r.occupancy_beats.max;
  std::uint64_t most = 0;
  for (const SwitchResult& s : r.network->switches) most = std::max(most, s.result.occupancy_beats.max);
  return most;
}

/// Points at which steps were searched for.
std::string tabulate_step_searches(const std::vector<Point>& points) {
  const auto keys = keys_of_points(points);
  TextTable table;
  table.column("point");
  for (const auto* key : keys) table.column(key->name);
  add_step_search_columns(table);
  for (std::size_t n = 0; n < points.size(); ++n) {
    std::vector<std::string> row{number_of(points, n)};
    for (const auto* key : keys) row.push_back(value_text(key->get(points[n].config)));
    add_step_search_cells(row, points[n]);
    table.row(std::move(row));
  }
  return table.text();
}

}  // namespace

std::string tabulate_points(const std::vector<Point>& points) {
  if (points.front().result.step_search) return tabulate_step_searches(points);
  using Column = TextTable::Column;
  const auto keys = keys_of_points(points);
  const bool schedules = std::any_of(points.begin(), points.end(),
                                     [](const Point& p) { return p.result.completion_cycles.has_value(); });
  const bool stepped =
      std::any_of(points.begin(), points.end(), [](const Point& p) { return p.result.steps.has_value(); });
  const bool networks =
      std::any_of(points.begin(), points.end(), [](const Point& p) { return p.result.network.has_value(); });
  TextTable table;
  table.column("point");
  for (const auto* key : keys) table.column(key->name);
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
    for (const auto* key : keys) row.push_back(value_text(key->get(p.config)));
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

std::string failed_verdict(const Expectation& expectation, const std::string& name, const Verdict& v) {
  if (v.kind == Verdict::Kind::Ok || !expectation.refuted.empty()) return "";
  return fmt::format("\n  {}: {} is {:.5g}, expected {}{}", name, measure_name(expectation), v.measured,
                     wanted_text(expectation, v),
                     v.kind == Verdict::Kind::Off
                         ? ""
                         : fmt::format(", but known to {:.2g} only: take more cycles", *v.ci95));
}

std::string failed_outcome(const Expectation& expectation, Outcome outcome) {
  if (expectation.refuted.empty() || !is_wrong(outcome)) return "";
  return fmt::format("\n  {}: {}: said to be refuted, but {}", expectation.place, measure_name(expectation),
                     outcome == Outcome::ComesOut ? "comes out at all points"
                                                  : "known too loosely to say so: take more cycles");
}

std::string failed_expectation(const Expectation& expectation, const std::vector<Point>& points) {
  const Judgement judged = judge_all(expectation, points);
  std::string failed = failed_outcome(expectation, outcome_of(expectation, judged.counts));
  for (const auto& [point, verdict] : judged.verdicts)
    failed += failed_verdict(expectation, point ? name_of(points, *point) : "mean", verdict);
  return failed;
}

std::string tabulate_verdicts(const Expectation& expectation, const std::vector<Point>& points) {
  using Column = TextTable::Column;
  if (!expectation.not_testable.empty())
    return claim_text(expectation) +
           fmt::format("{}: {}\n", outcome_text(Outcome::NotTestable), expectation.not_testable);
  if (points.empty()) return "";
  const auto keys = keys_of_points(points);
  TextTable table;
  table.column(!points.empty() && points.front().found ? "search" : "point");
  for (const auto* key : keys) table.column(key->name);
  table.column(measure_name(expectation));
  table.column("+-95%", Column::Value);
  if (expectation.bounds_only()) {
    for (const char* bound : {"at least", "at most"}) table.column(bound, Column::Value);
  } else {
    table.column("expected", Column::Value);
    table.column("deviation", Column::Value);
    table.column("tolerance", Column::Detail);
  }
  table.column("ok");
  const Judgement judged = judge_all(expectation, points);
  const Outcome outcome = outcome_of(expectation, judged.counts);
  const bool refutes = !expectation.refuted.empty();
  for (const auto& [point, v] : judged.verdicts) {
    std::vector<std::string> row{point ? number_of(points, *point) : "mean"};
    for (const auto* key : keys) row.push_back(point ? value_text(key->get(points[*point].config)) : "-");
    row.insert(row.end(), {fmt::format("{:.5g}", v.measured), v.ci95 ? fmt::format("{:.2g}", *v.ci95)
                                                              : v.interval_unknown ? "?"
                                                                                   : "-"});
    for (auto& cell : wanted_cells(expectation, v)) row.push_back(std::move(cell));
    row.emplace_back(!point && outcome == Outcome::Missing     ? "not judged"
                     : v.kind == Verdict::Kind::Off && refutes ? "refuted"
                     : v.kind == Verdict::Kind::NotTight
                         ? (refutes ? "not tight enough" : "FAIL: not tight enough")
                     : v.kind == Verdict::Kind::Off ? "FAIL"
                     : !expectation.is_judged()     ? "not judged"
                     : v.interval_unknown           ? "ok (interval unknown)"
                                                    : "ok");
    table.row(std::move(row));
  }
  if (table.empty()) return "";
  std::string text = claim_text(expectation) + table.text();
  if (expectation.origin == Origin::None) return text;
  text += outcome_text(outcome);
  if (outcome == Outcome::Missing)
    text +=
        fmt::format(" ({} of {}); refuted with them", judged.counts.missing, expectation.speaks_of.size());
  if (refutes) text += ": " + expectation.refuted;
  text += "\n";
  return text;
}

}  // namespace xb
