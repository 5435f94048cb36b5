// SPDX-License-Identifier: Apache-2.0
#include "testbenches/reproduce/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "testbenches/experiment/key_columns.h"
#include "testbenches/study/identity.h"

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

std::string measure_text(const Expectation& expectation) {
  std::string text = (expectation.of_mean ? "mean of " : "") + expectation.measure_text();
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
      comparisons_.push_back({measure_text(expectation), expectation.bounds_text(", "), {}, expectation});
    if (!experiment.expectations.empty()) return;
    measurements_.push_back({kFoundMeasure, "", {}, {}});
    for (const MainMeasure& main : kMainMeasures) measurements_.push_back({main.path, "", {}, {}});
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
      return all_of(m.values, [](const Compared& v) { return v.verdict.measured == 0; });
    };
    for (std::size_t e = 0; e < judgings_.size(); ++e) comparisons_[e].missing = judgings_[e].missing();
    erase_if(measurements_, says_nothing);
    reproduced.comparisons = std::move(comparisons_);
    reproduced.measurements = std::move(measurements_);
  }

 private:
  void add_verdict(std::size_t e, const Verdict& verdict, KeyTexts keys) {
    const bool has_published = !experiment_.expectations[e].bounds_only();
    comparisons_[e].values.push_back({std::move(keys), verdict, has_published});
  }

  void measure(const Point& point) {
    const auto add = [&](std::size_t n, double value, const std::optional<double>& ci95) {
      Verdict measured;
      measured.measured = value;
      measured.ci95 = ci95;
      measurements_[n].values.push_back({keys_of(point), measured});
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

constexpr std::size_t kLeastValues = 3;
constexpr std::size_t kMostColours = 7;  // that colours tell apart
constexpr double kLogSpan = 30;          // of values that a linear axis would crowd at one end
constexpr double kMostNumber = 1e300;

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  if (!parse_number(text, -kMostNumber, kMostNumber, value)) return {};
  return value;
}

/// The key with the most different numbers, if each value has one.
std::optional<std::size_t> axis_key(const std::vector<Compared>& values) {
  std::optional<std::size_t> best;
  std::size_t most = 1;
  for (std::size_t k = 0; k < values.front().keys.size(); ++k) {
    std::set<double> numbers;
    const bool all = all_of(values, [&](const Compared& v) {
      const auto number = number_in(v.keys[k].second);
      if (number) numbers.insert(*number);
      return number.has_value();
    });
    if (!all || numbers.size() <= most) continue;
    most = numbers.size();
    best = k;
  }
  return best;
}

/// Ours and the published values of one line.
struct Line {
  std::vector<CurvePoint> ours, published;
};
using Lines = std::vector<std::pair<std::string, Line>>;

Line& line_of(Lines& lines, const std::string& name) {
  for (auto& [other, line] : lines) {
    if (other == name) return line;
  }
  return lines.emplace_back(name, Line{}).second;
}

/// The values of the keys other than the axis, of those that differ among the values.
std::string name_of(const Compared& value, std::size_t axis, const std::vector<Compared>& values) {
  std::string name;
  for (std::size_t k = 0; k < value.keys.size(); ++k) {
    const bool differs =
        any_of(values, [&](const Compared& v) { return v.keys[k] != values.front().keys[k]; });
    if (k == axis || !differs) continue;
    name += fmt::format("{}{} {}", name.empty() ? "" : ", ", value.keys[k].first, value.keys[k].second);
  }
  return name;
}

void add(Line& line, double x, const Compared& value) {
  line.ours.push_back({x, value.verdict.measured, value.verdict.ci95});
  if (value.has_published) line.published.push_back({x, value.verdict.expected, {}});
}

bool is_crowded(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *low > 0 && *high / *low >= kLogSpan;
}

/// Over a key's numbers; nothing if there are too many lines, or several values of one line at one place.
std::optional<Lines> lines_over(std::size_t axis, const std::vector<Compared>& values) {
  Lines lines;
  std::set<std::pair<std::string, double>> places;
  for (const Compared& value : values) {
    const std::string name = name_of(value, axis, values);
    const double x = *number_in(value.keys[axis].second);
    add(line_of(lines, name), x, value);
    if (!places.emplace(name, x).second || lines.size() > kMostColours) return {};
  }
  const auto by_x = [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; };
  for (auto& [name, line] : lines) {
    std::sort(line.ours.begin(), line.ours.end(), by_x);
    std::sort(line.published.begin(), line.published.end(), by_x);
  }
  return lines;
}

Lines lines_in_order(const std::vector<Compared>& values) {
  Lines lines{{"", {}}};
  for (std::size_t n = 0; n < values.size(); ++n)
    add(lines.front().second, static_cast<double>(n + 1), values[n]);
  return lines;
}

bool is_of_published(const Comparison& comparison) { return comparison.values.front().has_published; }

FigureTable table_of(const Comparison& comparison) {
  FigureTable table;
  for (const auto& [key, value] : comparison.values.front().keys) table.columns.push_back(key);
  const bool has_published = is_of_published(comparison);
  if (has_published) table.columns.emplace_back("published");
  for (const char* column : {"ours", "+-95%"}) table.columns.emplace_back(column);
  for (const Compared& value : comparison.values) {
    std::vector<nlohmann::ordered_json> row;
    for (const auto& [key, text] : value.keys) row.emplace_back(text);
    if (has_published) row.emplace_back(value.verdict.expected);
    row.emplace_back(value.verdict.measured);
    row.push_back(value.verdict.ci95 ? nlohmann::ordered_json(*value.verdict.ci95)
                                     : nlohmann::ordered_json());
    table.rows.push_back(std::move(row));
  }
  return table;
}

bool can_be_drawn(const Comparison& comparison) {
  return !comparison.expectation.of_mean && comparison.bounds.empty() &&
         comparison.values.size() >= kLeastValues;
}

}  // namespace

std::optional<double> Compared::ratio() const {
  if (!has_published || verdict.expected == 0) return {};
  return verdict.measured / verdict.expected;
}

std::size_t Comparison::off() const {
  return count_if(values, [](const Compared& v) { return v.verdict.kind != Verdict::Kind::Ok; });
}

std::size_t Reproduced::checks() const {
  std::size_t all = 0;
  for (const Comparison& comparison : comparisons)
    all += comparison.expectation.is_judged() ? comparison.values.size() : 0;
  return all;
}

Outcome Comparison::outcome() const {
  VerdictCounts counts;
  counts.missing = missing;
  for (const Compared& value : values) counts.add(value.verdict.kind);
  return outcome_of(expectation, counts);
}

bool Comparison::has_ratio() const {
  return expectation.origin == Origin::Printed || expectation.origin == Origin::Equation;
}

std::size_t Reproduced::wrong() const {
  return count_if(comparisons, [](const Comparison& c) { return is_wrong(c.outcome()); });
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

std::optional<Figure> comparison_figure(const Reproduced& reproduced, const Comparison& comparison) {
  if (!can_be_drawn(comparison)) return {};
  const std::vector<Compared>& values = comparison.values;
  const auto axis = axis_key(values);
  const auto over_key = axis ? lines_over(*axis, values) : std::nullopt;
  const bool has_published = is_of_published(comparison);
  if (!over_key && !has_published) return {};  // a position says nothing by itself
  const Lines lines = over_key ? *over_key : lines_in_order(values);
  CurveChart chart;
  chart.x.label = over_key ? values.front().keys[*axis].first : "position in the list of points";
  chart.y.label = comparison.measure;
  std::vector<double> xs, ys;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const auto& [name, line] = lines[n];
    const std::string of = name.empty() ? "" : ": " + name;
    const auto colour = static_cast<unsigned>(n);
    if (has_published)
      chart.curves.push_back({"published" + of, colour, CurveKind::Percentile, line.published});
    chart.curves.push_back({"ours" + of, colour, CurveKind::Measured, line.ours});
    for (const auto* points : {&line.published, &line.ours}) {
      for (const CurvePoint& point : *points) {
        xs.push_back(point.x);
        ys.push_back(point.y);
      }
    }
  }
  chart.x.log = over_key && is_crowded(xs);
  chart.y.log = is_crowded(ys);
  return Figure{reproduced.name, reproduced.title, reproduced.source, std::move(chart), table_of(comparison)};
}

const Comparison* pictured(const Reproduced& reproduced) {
  const Comparison* most = nullptr;
  for (const Comparison& comparison : reproduced.comparisons) {
    if (can_be_drawn(comparison) && (most == nullptr || comparison.values.size() > most->values.size()))
      most = &comparison;
  }
  for (const Comparison& measurement : reproduced.measurements) {
    if (most == nullptr && comparison_figure(reproduced, measurement)) most = &measurement;
  }
  return most;
}

}  // namespace xb
