// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "testbenches/experiment/judging.h"
#include "testbenches/experiment/key_columns.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

/// A ratio of 0 to 0 is none.
std::string ratio_text(double value) { return std::isnan(value) ? "0/0" : fmt::format("{:.5g}", value); }

/// What was expected of a value: bounds, or value, deviation and tolerance.
std::vector<std::string> wanted_cells(const Expectation& expectation, const Verdict& v) {
  const auto bound = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.5g}", *value) : "-";
  };
  if (expectation.bounds_only()) return {bound(expectation.at_least), bound(expectation.at_most)};
  const double deviation = v.measured - v.expected;
  const bool relative = expectation.relative && v.expected != 0;
  const bool as_share = (relative || !expectation.is_judged()) && v.expected != 0;
  return {fmt::format("{:.5g}", v.expected),
          std::isnan(deviation) ? "-"
          : as_share            ? signed_percent(deviation / v.expected)
                                : fmt::format("{:+.2g}", deviation),
          !expectation.is_judged() ? "none"
          : relative               ? fmt::format("{:g} %", expectation.tolerance * 100)
                                   : fmt::format("{:g}", v.tolerance)};
}

/// What a point must be, in words.
std::string wanted_text(const Expectation& expectation, const Verdict& v) {
  if (expectation.bounds_only()) return expectation.bounds_text(" and ");
  return fmt::format("{:.5g} within {:.3g}", v.expected, v.tolerance);
}

/// `point 3`, or the search that has found it.
std::string name_of(const std::vector<Point>& points, std::size_t n) {
  return (points[n].found ? "search " : "point ") + number_of(points, n);
}

/// Above a table of verdicts: what the source says.
std::string claim_text(const Expectation& expectation) {
  if (expectation.claim.empty()) return "";
  if (expectation.origin == Origin::None) return fmt::format("claim: {}\n", expectation.claim);
  return fmt::format("claim ({}): {}\n", origin_name(expectation.origin), expectation.claim);
}

/// Behind those of keys.
void add_value_columns(TextTable& table, const Expectation& expectation) {
  using Column = TextTable::Column;
  table.column(expectation.measure_text(), Column::Kept);
  table.column("+-95%", Column::Value);
  if (expectation.bounds_only()) {
    for (const char* bound : {"at least", "at most"}) table.column(bound, Column::Value);
  } else {
    table.column("expected", Column::Value);
    table.column("deviation", Column::Value);
    table.column("tolerance", Column::Detail);
  }
  table.column("ok", Column::Verdict);
}

std::string interval_cell(const Verdict& v) {
  if (v.ci95) return fmt::format("{:.2g}", *v.ci95);
  return v.interval_unknown ? "?" : "-";
}

const char* verdict_cell(const Expectation& expectation, const Verdict& v) {
  const bool refutes = !expectation.refuted.empty();
  if (v.kind == Verdict::Kind::Off) return refutes ? "refuted" : "FAIL";
  if (v.kind == Verdict::Kind::NotTight) return refutes ? "not tight enough" : "FAIL: not tight enough";
  if (!expectation.is_judged()) return "not judged";
  return v.interval_unknown ? "ok (interval unknown)" : "ok";
}

/// Below it: what comes out of the claim, where there is one.
std::string claim_outcome(const Expectation& expectation, Outcome outcome, const VerdictCounts& counts) {
  if (expectation.origin == Origin::None) return "";
  std::string text = outcome_text(outcome);
  if (outcome == Outcome::Missing)
    text += fmt::format(" ({} of {}); refuted with them", counts.missing, expectation.speaks_of.size());
  if (!expectation.refuted.empty()) text += ": " + expectation.refuted;
  return text + "\n";
}

}  // namespace

std::string failed_verdict(const Expectation& expectation, const std::string& name, const Verdict& v) {
  if (v.kind == Verdict::Kind::Ok || !expectation.refuted.empty()) return "";
  return fmt::format("\n  {}: {} is {}, expected {}{}", name, expectation.measure_text(),
                     ratio_text(v.measured), wanted_text(expectation, v),
                     v.kind == Verdict::Kind::Off
                         ? ""
                         : fmt::format(", but known to {:.2g} only: take more cycles", *v.ci95));
}

std::string failed_outcome(const Expectation& expectation, Outcome outcome) {
  if (expectation.refuted.empty() || !is_wrong(outcome)) return "";
  return fmt::format("\n  {}: {}: said to be refuted, but {}", expectation.place, expectation.measure_text(),
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
  if (!expectation.not_testable.empty())
    return claim_text(expectation) +
           fmt::format("{}: {}\n", outcome_text(Outcome::NotTestable), expectation.not_testable);
  if (points.empty()) return "";
  TextTable table;
  table.column(points.front().found ? "search" : "point");
  ColumnNames named;
  for (const KeyValues& key : expectation.where) named.insert(key.key);
  const KeyColumns keys(table, points.size(), configs_of(points), {}, named);
  add_value_columns(table, expectation);
  const Judgement judged = judge_all(expectation, points);
  const Outcome outcome = outcome_of(expectation, judged.counts);
  for (const auto& [point, v] : judged.verdicts) {
    std::vector<std::string> row{point ? number_of(points, *point) : "mean"};
    if (point)
      keys.add_cells(row, points[*point].config);
    else
      keys.add_dashes(row);
    row.insert(row.end(), {ratio_text(v.measured), interval_cell(v)});
    for (auto& cell : wanted_cells(expectation, v)) row.push_back(std::move(cell));
    const bool missing = !point && outcome == Outcome::Missing;
    row.emplace_back(missing ? "not judged" : verdict_cell(expectation, v));
    table.row(std::move(row));
  }
  if (table.empty()) return "";
  return claim_text(expectation) + table.text() + claim_outcome(expectation, outcome, judged.counts);
}

}  // namespace xb
