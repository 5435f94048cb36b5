// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/judging.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "testbenches/experiment/spread.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

/// The configuration as text, with these values.
std::string text_with(RunConfig config, const std::vector<KeyValues>& values, const std::string& place) {
  for (const KeyValues& wanted : values) set_key(config, wanted.key, wanted.values.front(), place);
  return to_json(config).dump();
}

/// Half-width of an interval that holds the ratio of any values in both: on the safe side, since measures of
/// one workload go together.
double ratio_ci95(double above, double above_ci95, double below, double below_ci95) {
  if (above_ci95 == 0 && below_ci95 == 0) return 0;
  if (std::abs(below) <= below_ci95) return INFINITY;
  // Farthest off at one of the corners; lags may be below 0.
  double farthest = 0;
  for (const double a : {above - above_ci95, above + above_ci95}) {
    for (const double b : {below - below_ci95, below + below_ci95})
      farthest = std::max(farthest, std::abs(a / b - above / below));
  }
  return farthest;
}

}  // namespace

const char* outcome_text(Outcome outcome) {
  constexpr const char* kNames[] = {"nothing judged",
                                    "not judged",
                                    "ok",
                                    "reproduced",
                                    "as before",
                                    "refuted",
                                    "not judged, points are missing",
                                    "not testable here",
                                    "off",
                                    "off: said to be refuted, and comes out"};
  return kNames[static_cast<int>(outcome)];
}

std::optional<Verdict> Judging::take(const Point& point, std::size_t number) {
  const Expectation& e = *of_;
  if (e.over.empty()) {
    const auto verdict = judge(e, point);
    if (verdict) note(point);
    if (e.is_of_each_point()) return verdict;
    if (!verdict) return {};
    for_mean_.push_back({number, *verdict});
    for_mean_of_.insert(point_digest(point.config));
    seeds_.insert(point.config.seed);
    return {};
  }
  // A search is known by what it searches, not by where it ends.
  const RunConfig& config = point.found ? point.found->stands_for : point.config;
  const bool is_above = e.concerns(config);
  const std::string text = to_json(config).dump();
  const bool is_below = text == text_with(config, e.over, e.place);
  if (!is_above && !is_below) return {};
  const MeasuredValue value = measured_value(e, point);
  const Measured measured{
      number, config, value.value, value.ci95.value_or(0), !value.ci95 && config.is_random(), value.unseen};
  if (is_below) below_.emplace(text, measured);
  if (is_above) above_.push_back(measured);
  return {};
}

void Judging::note(const Point& point) {
  if (!of_->speaks_of.empty())
    judged_.insert(point_digest(point.found ? point.found->stands_for : point.config));
}

std::size_t Judging::missing() const {
  if (of_->speaks_of.empty()) return 0;
  std::set<std::size_t> judged = judged_;
  for (const Measured& above : above_) {
    if (below_.count(text_with(above.config, of_->over, of_->place)) > 0)
      judged.insert(point_digest(above.config));
  }
  const auto is_missing = [&](std::size_t digest) { return judged.count(digest) == 0; };
  return count_if(of_->speaks_of, is_missing);
}

std::vector<PointVerdict> Judging::ratios() const {
  const Expectation& e = *of_;
  std::vector<PointVerdict> all;
  for (const Measured& above : above_) {
    const auto at = below_.find(text_with(above.config, e.over, e.place));
    if (at == below_.end()) continue;
    const Measured& below = at->second;
    Verdict v;
    v.measured = above.value / below.value;
    v.expected = e.expected(above.config).value_or(0);
    v.tolerance = tolerance_of(e, v.expected);
    v.interval_unknown = above.interval_unknown || below.interval_unknown;
    const double ci95 = ratio_ci95(above.value, above.ci95, below.value, below.ci95);
    if (ci95 > 0) v.ci95 = ci95;
    if (above.unseen > 0 || below.unseen > 0)
      v.unseen =
          ratio_ci95(above.value, above.ci95 + above.unseen, below.value, below.ci95 + below.unseen) - ci95;
    v.kind = kind_of(e, v);
    all.push_back({above.number, v});
  }
  return all;
}

/// Runs of one point with other seeds are independent. Others may have draws in common, and what searches
/// find is off by their steps.
bool Judging::are_independent(std::size_t verdicts) const {
  std::set<std::size_t> points = for_mean_of_;
  std::set<std::uint64_t> seeds = seeds_;
  for (const Measured& above : above_) {
    if (below_.count(text_with(above.config, of_->over, of_->place)) == 0) continue;
    points.insert(point_digest(above.config));
    seeds.insert(above.config.seed);
  }
  const bool to_one = any_of(of_->over, [](const KeyValues& key) { return key.key == "seed"; });
  return points.size() == 1 && seeds.size() == verdicts && !to_one && of_->measure != kFoundMeasure;
}

std::optional<Verdict> Judging::mean_of(const std::vector<PointVerdict>& verdicts) const {
  if (verdicts.empty()) return {};
  const auto count = static_cast<double>(verdicts.size());
  Verdict mean;
  double sum = 0, squares = 0;
  std::vector<double> values;
  for (const auto& [point, verdict] : verdicts) {
    mean.measured += verdict.measured;
    mean.interval_unknown |= verdict.interval_unknown;
    mean.no_interval |= verdict.no_interval;
    mean.unseen += verdict.unseen / count;
    values.push_back(verdict.measured);
    sum += verdict.ci95.value_or(0);
    squares += verdict.ci95.value_or(0) * verdict.ci95.value_or(0);
  }
  mean.measured /= count;
  const bool independent = are_independent(verdicts.size());
  if (sum > 0 && !mean.interval_unknown) mean.ci95 = (independent ? std::sqrt(squares) : sum) / count;
  // Exact each, as of a schedule; what their seeds draw is chance.
  if (sum == 0 && independent && !mean.interval_unknown && !mean.no_interval) {
    const double ci95 = spread_of(values).ci95.value_or(0);
    if (ci95 > 0) mean.ci95 = ci95;
  }
  mean.expected = verdicts.front().verdict.expected;
  mean.tolerance = verdicts.front().verdict.tolerance;
  mean.kind = kind_of(*of_, mean);
  return mean;
}

std::vector<PointVerdict> Judging::rest() const {
  if (of_->is_of_each_point()) return {};
  std::vector<PointVerdict> all = of_->over.empty() ? for_mean_ : ratios();
  if (!of_->of_mean) return all;
  const auto mean = mean_of(all);
  if (!mean) return {};
  return {{std::nullopt, *mean}};
}

Judgement judge_all(const Expectation& expectation, const std::vector<Point>& points) {
  if (!expectation.not_testable.empty()) return {};
  Judgement all;
  Judging judging(expectation);
  for (std::size_t n = 0; n < points.size(); ++n) {
    if (const auto verdict = judging.take(points[n], n)) all.verdicts.push_back({n, *verdict});
  }
  for (const PointVerdict& verdict : judging.rest()) all.verdicts.push_back(verdict);
  const auto intervals =
      count_if(all.verdicts, [](const PointVerdict& one) { return one.verdict.ci95.has_value(); });
  for (PointVerdict& one : all.verdicts) {
    one.verdict.kind = kind_of(expectation, one.verdict, intervals);
    all.counts.add(one.verdict.kind);
  }
  all.counts.missing = judging.missing();
  return all;
}

Outcome outcome_of(const Expectation& expectation, const VerdictCounts& counts) {
  if (!expectation.not_testable.empty()) return Outcome::NotTestable;
  if (counts.judged == 0) return Outcome::Nothing;
  if (!expectation.bounds_only() && !expectation.is_judged()) return Outcome::NotJudged;
  // A point that is off refutes a claim whatever the others are, but the mean of some points is another one.
  if (counts.missing > 0 && (counts.off == 0 || expectation.of_mean)) return Outcome::Missing;
  if (counts.off > 0) return expectation.refuted.empty() ? Outcome::Off : Outcome::Refuted;
  if (counts.not_tight > 0) return Outcome::Off;
  if (!expectation.refuted.empty()) return Outcome::ComesOut;
  if (expectation.origin == Origin::None) return Outcome::AsExpected;
  return expectation.origin == Origin::Regression ? Outcome::AsBefore : Outcome::Reproduced;
}

Json verdicts_to_json(const std::vector<Expectation>& expectations, const Point& point) {
  Json list = Json::array();
  for (const auto& expectation : expectations) {
    if (!expectation.is_of_each_point() || !expectation.not_testable.empty()) continue;
    const auto v = judge(expectation, point.config, point.result);
    if (!v) continue;
    Json verdict{{"measure", expectation.measure},
                 {"value", v->measured},
                 {"ci95", v->ci95 ? Json(*v->ci95) : Json(nullptr)}};
    if (expectation.at_least) verdict["at-least"] = *expectation.at_least;
    if (expectation.at_most) verdict["at-most"] = *expectation.at_most;
    if (!expectation.bounds_only()) {
      verdict["expected"] = v->expected;
      verdict["tolerance"] = expectation.is_judged() ? Json(v->tolerance) : Json("none");
    }
    verdict["ok"] = v->kind == Verdict::Kind::Ok;
    list.push_back(std::move(verdict));
  }
  return list;
}

}  // namespace xb
