// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "testbenches/study/study_record.h"

namespace xb {
namespace {

/// Keys in which some points differ.
std::vector<const ConfigKey*> differing_keys(const std::vector<StudyPoint>& points) {
  std::vector<const ConfigKey*> keys;
  for (const auto& key : config_keys()) {
    const auto first = key.get(points.front().config);
    const bool differs =
        std::any_of(points.begin(), points.end(), [&](const auto& p) { return key.get(p.config) != first; });
    if (differs) keys.push_back(&key);
  }
  return keys;
}

std::string bounds_text(const Expectation& expectation) {
  std::string text;
  if (expectation.at_least) text = fmt::format("at least {:.5g}", *expectation.at_least);
  if (expectation.at_most)
    text += fmt::format("{}at most {:.5g}", text.empty() ? "" : ", ", *expectation.at_most);
  return text;
}

std::string measure_text(const Expectation& expectation) {
  constexpr std::array<const char*, 3> kUnits{"", " [slots]", " [cells]"};
  std::string text = (expectation.of_mean ? "mean of " : "") + expectation.measure +
                     kUnits.at(static_cast<std::size_t>(expectation.unit));
  for (std::size_t n = 0; n < expectation.where.size(); ++n)
    text += fmt::format("{}{} {}", n == 0 ? ": " : ", ", expectation.where[n].key,
                        fmt::join(expectation.where[n].values, " or "));
  return text;
}

class Comparer {
 public:
  Comparer(const Experiment& experiment, const Study& study)
      : experiment_(experiment), keys_(differing_keys(study.points)) {
    for (const auto& expectation : experiment.expectations)
      comparisons_.push_back({measure_text(expectation), bounds_text(expectation), expectation.of_mean, {}});
  }

  void judge_points(const std::vector<Point>& points, bool means) {
    for (std::size_t e = 0; e < experiment_.expectations.size(); ++e) {
      const Expectation& expectation = experiment_.expectations[e];
      if (expectation.of_mean != means || points.empty()) continue;
      for (const auto& [point, verdict] : judge_all(expectation, points)) {
        Compared compared;
        if (point) compared.keys = keys_of(points[*point].config);
        compared.ours = verdict.measured;
        compared.ci95 = verdict.ci95;
        if (!expectation.bounds_only()) compared.published = verdict.expected;
        compared.ok = verdict.kind == Verdict::Kind::Ok;
        comparisons_[e].values.push_back(std::move(compared));
      }
    }
  }

  std::vector<Comparison> take() { return std::move(comparisons_); }

 private:
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> keys_of(const RunConfig& config) const {
    std::vector<std::pair<std::string, std::string>> values;
    for (const ConfigKey* key : keys_) {
      const auto value = key->get(config);
      values.emplace_back(key->name, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return values;
  }

  const Experiment& experiment_;
  std::vector<const ConfigKey*> keys_;
  std::vector<Comparison> comparisons_;
};

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
  for (const Comparison& comparison : comparisons) all += comparison.values.size();
  return all;
}

std::size_t Reproduced::off() const {
  std::size_t all = 0;
  for (const Comparison& comparison : comparisons) all += comparison.off();
  return all;
}

Reproduced compare_study(const std::string& name, const Experiment& experiment, const Study& study) {
  Reproduced reproduced;
  reproduced.name = name;
  reproduced.title = experiment.title;
  reproduced.source = experiment.source;
  reproduced.points = study.points.size();
  Comparer comparer(experiment, study);
  // A mean needs all points at once; the others are judged one after the other.
  const bool of_mean = std::any_of(experiment.expectations.begin(), experiment.expectations.end(),
                                   [](const Expectation& e) { return e.of_mean; });
  std::vector<Point> all;
  for (std::size_t n = 0; n < study.points.size(); ++n) {
    const StudyPoint& point = study.points[n];
    const auto text = study.folder.record(point.hash);
    if (!text) {
      reproduced.failed += study.folder.has_failure(point.hash) ? 1 : 0;
      continue;
    }
    ++reproduced.done;
    const std::vector<Point> result{{point.config, result_in(nlohmann::ordered_json::parse(*text)), n + 1}};
    comparer.judge_points(result, false);
    if (of_mean) all.push_back(result.front());
  }
  if (reproduced.is_whole()) comparer.judge_points(all, true);
  reproduced.comparisons = comparer.take();
  return reproduced;
}

}  // namespace xb
