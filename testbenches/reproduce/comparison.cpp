// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "host/config/differing_keys.h"
#include "testbenches/study/study_record.h"

namespace xb {
namespace {

struct MainMeasure {
  const char* path;
  bool of_traffic;  ///< rather than of a schedule, or of what is not run
};
/// What is shown where nothing is expected. What is 0 or missing in all points is left out.
constexpr MainMeasure kMainMeasures[] = {{"throughput", true},
                                         {"queueing.mean", true},
                                         {"hol.hol_fraction", true},
                                         {"loss", true},
                                         {"completion_seconds", false},
                                         {"completion_over_ideal", false},
                                         {"of_liquid", false},
                                         {"lambda", false},
                                         {"steps", false}};

std::string bounds_text(const Expectation& expectation) {
  std::string text;
  if (expectation.at_least) text = fmt::format("at least {:.5g}", *expectation.at_least);
  if (expectation.at_most)
    text += fmt::format("{}at most {:.5g}", text.empty() ? "" : ", ", *expectation.at_most);
  return text;
}

std::string measure_text(const Expectation& expectation) {
  std::string text =
      (expectation.of_mean ? "mean of " : "") + expectation.measure + unit_text(expectation.unit);
  for (std::size_t n = 0; n < expectation.over.size(); ++n)
    text += fmt::format("{}{} {}", n == 0 ? " over that of " : ", ", expectation.over[n].key,
                        expectation.over[n].values.front());
  for (std::size_t n = 0; n < expectation.where.size(); ++n)
    text += fmt::format("{}{} {}", n == 0 ? ": " : ", ", expectation.where[n].key,
                        fmt::join(expectation.where[n].values, " or "));
  return text;
}

using KeyTexts = std::vector<std::pair<std::string, std::string>>;

/// Judges points one after the other, and the means of which something is expected.
class Comparer {
 public:
  Comparer(const Experiment& experiment, std::vector<const ConfigKey*> keys)
      : experiment_(experiment),
        keys_(std::move(keys)),
        judgings_(experiment.expectations.begin(), experiment.expectations.end()) {
    for (const auto& expectation : experiment.expectations)
      comparisons_.push_back({measure_text(expectation),
                              bounds_text(expectation),
                              expectation.of_mean,
                              expectation.is_judged(),
                              {},
                              expectation});
    if (!experiment.expectations.empty()) return;
    measurements_.push_back({kFoundMeasure, "", false, false, {}, {}});
    for (const MainMeasure& main : kMainMeasures)
      measurements_.push_back({main.path, "", false, false, {}, {}});
  }

  void take(const Point& point) {
    for (std::size_t e = 0; e < judgings_.size(); ++e) {
      if (!experiment_.expectations[e].not_testable.empty()) continue;
      if (!experiment_.expectations[e].over.empty()) keys_by_number_.emplace(point.number, keys_of(point));
      if (const auto verdict = judgings_[e].take(point, point.number))
        add_verdict(e, *verdict, keys_of(point));
    }
    if (!measurements_.empty()) measure(point);
  }

  /// Means and ratios, after the last point.
  void judge_rest() {
    for (std::size_t e = 0; e < judgings_.size(); ++e) {
      for (const auto& [point, verdict] : judgings_[e].rest())
        add_verdict(e, verdict, point ? keys_by_number_[*point] : KeyTexts{});
    }
  }

  void give_to(Reproduced& reproduced) {
    const auto says_nothing = [](const Comparison& m) {
      return std::all_of(m.values.begin(), m.values.end(), [](const Compared& v) { return v.ours == 0; });
    };
    for (std::size_t e = 0; e < judgings_.size(); ++e) comparisons_[e].missing = judgings_[e].missing();
    measurements_.erase(std::remove_if(measurements_.begin(), measurements_.end(), says_nothing),
                        measurements_.end());
    reproduced.comparisons = std::move(comparisons_);
    reproduced.measurements = std::move(measurements_);
  }

 private:
  void add_verdict(std::size_t e, const Verdict& verdict, KeyTexts keys) {
    Compared compared;
    compared.keys = std::move(keys);
    compared.ours = verdict.measured;
    compared.ci95 = verdict.ci95;
    if (!experiment_.expectations[e].bounds_only()) compared.published = verdict.expected;
    compared.ok = verdict.kind == Verdict::Kind::Ok;
    compared.is_tight = verdict.kind != Verdict::Kind::NotTight;
    comparisons_[e].values.push_back(std::move(compared));
  }

  void measure(const Point& point) {
    const auto add = [&](std::size_t n, double value, const std::optional<double>& ci95) {
      measurements_[n].values.push_back({keys_of(point), value, ci95, {}, true});
    };
    if (point.found) add(0, point.found->value, {});
    for (std::size_t n = 0; n < std::size(kMainMeasures); ++n) {
      if (kMainMeasures[n].of_traffic && point.result.completion_seconds) continue;
      const auto measured = measured_value(point.config, point.result, kMainMeasures[n].path);
      if (measured) add(n + 1, measured->value, measured->ci95);
    }
  }

  [[nodiscard]] KeyTexts keys_of(const Point& point) const {
    const RunConfig& config = point.found ? point.found->stands_for : point.config;
    KeyTexts values;
    for (const ConfigKey* key : keys_) {
      const auto value = key->get(config);
      values.emplace_back(key->name, value_text(value));
    }
    return values;
  }

  const Experiment& experiment_;
  std::vector<const ConfigKey*> keys_;
  std::vector<Comparison> comparisons_, measurements_;
  std::vector<Judging> judgings_;                   // by expectation
  std::map<std::size_t, KeyTexts> keys_by_number_;  // of points, for ratios
};

std::vector<const ConfigKey*> keys_of_study(const Study& study) {
  const auto config = [&](std::size_t n) { return study.points[n].config(); };
  return differing_keys(study.points.size(), config);
}

std::vector<const ConfigKey*> keys_of_searches(const StudySearches& searches) {
  const auto config = [&](std::size_t n) { return searches.plans()[n].stands_for(); };
  return differing_keys(searches.plans().size(), config, {searches.goal().key()});
}

/// Counts the points, and takes each result that is there.
template <class Take>
void count_points(const Study& study, Reproduced& reproduced, const Take& take) {
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const StudyPoint point = study.points[n];
    const auto text = study.folder.record(point.hash);
    reproduced.failed += !text && study.folder.has_failure(point.hash) ? 1 : 0;
    reproduced.done += text ? 1 : 0;
    if (text) take(n, *text);
  }
}

}  // namespace

std::optional<double> Compared::ratio() const {
  if (!published || *published == 0) return {};
  return ours / *published;
}

std::size_t Comparison::off() const {
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(), [](const Compared& v) { return !v.ok; }));
}

std::size_t Reproduced::checks() const {
  std::size_t all = 0;
  for (const Comparison& comparison : comparisons) all += comparison.is_judged ? comparison.values.size() : 0;
  return all;
}

Outcome Comparison::outcome() const {
  VerdictCounts counts;
  counts.missing = missing;
  for (const Compared& value : values)
    counts.add(value.ok ? Verdict::Kind::Ok : value.is_tight ? Verdict::Kind::Off : Verdict::Kind::NotTight);
  return outcome_of(expectation, counts);
}

bool Comparison::has_ratio() const {
  return expectation.origin == Origin::Printed || expectation.origin == Origin::Equation;
}

std::size_t Reproduced::wrong() const {
  return static_cast<std::size_t>(std::count_if(comparisons.begin(), comparisons.end(),
                                                [](const Comparison& c) { return is_wrong(c.outcome()); }));
}

Reproduced compare_study(const std::string& name, const Experiment& experiment, Study& study,
                         const StudySearches* searches) {
  Reproduced reproduced;
  reproduced.name = name;
  reproduced.title = experiment.title;
  reproduced.source = experiment.source;
  reproduced.points = study.points.size();
  Comparer comparer(experiment, searches == nullptr ? keys_of_study(study) : keys_of_searches(*searches));
  const auto take = [&](std::size_t n, const std::string& record) {
    if (searches == nullptr)
      comparer.take({study.points[n].config(), result_in(nlohmann::ordered_json::parse(record)), n + 1});
  };
  count_points(study, reproduced, take);
  if (searches != nullptr) {
    for (const Finding& finding : searches->findings())
      reproduced.unfound += finding.has_no_bracket() ? 1 : 0;
    for (const Point& found : found_points(*searches, study)) comparer.take(found);
  }
  if (reproduced.is_whole()) comparer.judge_rest();
  comparer.give_to(reproduced);
  return reproduced;
}

}  // namespace xb
