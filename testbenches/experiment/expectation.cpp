// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "host/base/nearest_word.h"
#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/point/run_config.h"
#include "host/run/measure_table.h"
#include "host/run/measure_use.h"
#include "host/run/run_result.h"
#include "host/theory/theory.h"
#include "testbenches/experiment/point.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

/// The node at a path such as occupancy.per_queue.3.mean, or null.
const Json* find(const Json& root, const std::string& path) {
  Json::json_pointer pointer;
  std::istringstream names(path + ".");  // so that each name ends with one
  for (std::string name; std::getline(names, name, '.');) pointer.push_back(name);
  try {
    return &root.at(pointer);
  } catch (const Json::exception&) {
    return nullptr;
  }
}

/// What a slot or a cell can be the unit of.
bool is_time_or_beats(const Measure& measure) {
  const std::string_view unit = measure.unit;
  return unit == "cycles" || unit == "beats";
}

/// All packets are of one length, so that there are slots and cells.
bool has_one_length(const RunConfig& config) {
  const RunConfig::LengthRange all = config.lengths_of_all();
  return all.least == all.most && !config.replays();
}

double per_unit(Unit unit, const RunConfig& config) {
  if (unit == Unit::AsMeasured) return 1;
  return unit == Unit::Cell ? config.longest_beats() : config.longest_beats() * config.speedup;
}

/// Both ends of the interval must keep the bounds.
Verdict::Kind judge_bounds(const Expectation& e, double measured, double ci95) {
  const auto keeps = [&](double low, double high) {
    return (!e.at_least || low >= *e.at_least) && (!e.at_most || high <= *e.at_most);
  };
  if (!std::isfinite(measured) || !keeps(measured, measured)) return Verdict::Kind::Off;
  return keeps(measured - ci95, measured + ci95) ? Verdict::Kind::Ok : Verdict::Kind::NotTight;
}

/// How much wider than an interval of 95 % is one of as many that all hold in 95 of 100 cases (Bonferroni).
double widening(std::size_t intervals) {
  const double outside = .05 / static_cast<double>(std::max<std::size_t>(intervals, 1));
  double low = 1, high = 40;  // standard deviations
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) > outside ? low : high) = middle;
  }
  return std::max(1.0, low / 1.959964);
}

/// Not by chance: the whole interval is where the value must not be, which is known only if that is.
bool is_surely_off(const Expectation& e, const Verdict& v, std::size_t intervals) {
  const double ci95 = v.ci95.value_or(0) * widening(intervals);
  const double low = v.measured - ci95 - (e.over.empty() ? 0 : v.unseen);
  const double high = v.measured + ci95 + v.unseen;
  if (v.interval_unknown || v.no_interval) return false;
  if (!std::isfinite(v.measured)) return ci95 == 0 && v.unseen == 0;  // a ratio to what may be 0 may be any
  if (e.bounds_only()) return (e.at_least && high < *e.at_least) || (e.at_most && low > *e.at_most);
  return low > v.expected + v.tolerance || high < v.expected - v.tolerance;
}

/// What is rare comes in few groups, and few are often too few: the interval is then too low. What happens in
/// no more than one of as many spans of 64 cycles may have happened in none of these (rule of three).
double unseen_in(const RunConfig& config, const RunResult& result, const MeasuredValue& measured) {
  constexpr double kSpanCycles = 64;
  const bool rare = measured.ci95 && 2 * *measured.ci95 >= std::abs(measured.value);
  return rare && config.is_random() ? 3 * kSpanCycles / static_cast<double>(result.measured_cycles) : 0;
}

/// What lies between the value and the first that is none counts as an interval.
Verdict judge_found(const Expectation& expectation, const FoundValue& found, double expected) {
  Verdict v;
  v.measured = found.value;
  v.expected = expected;
  v.tolerance = tolerance_of(expectation, expected);
  if (found.uncertain > 0) v.ci95 = found.uncertain;
  v.kind = kind_of(expectation, v);
  return v;
}

bool expects(const Expectation& expectation, const RunConfig& config) {
  return expectation.expected(config) || (expectation.bounds_only() && expectation.concerns(config));
}

MeasuredValue value_in_unit(const Expectation& expectation, const RunConfig& config,
                            const RunResult& result) {
  auto measured = measured_value(config, result, expectation.measure);
  if (!measured) {
    throw RunError("{}: {}: '{}' has no value in this run", expectation.place, expectation.name_of("measure"),
                   expectation.measure);
  }
  const double unit = per_unit(expectation.unit, config);
  measured->value /= unit;
  if (measured->ci95) *measured->ci95 /= unit;
  measured->unseen /= unit;
  return *measured;
}

Verdict judge_result(const Expectation& expectation, const RunConfig& config, const RunResult& result,
                     double expected) {
  const MeasuredValue measured = value_in_unit(expectation, config, result);
  Verdict v;
  v.measured = measured.value;
  v.expected = expected;
  v.tolerance = tolerance_of(expectation, expected);
  v.ci95 = measured.ci95;
  v.interval_unknown = measured.has_interval && !v.ci95 && config.is_random();
  v.no_interval = !measured.has_interval && config.is_random();
  v.unseen = measured.unseen;
  v.kind = kind_of(expectation, v);
  return v;
}

/// The measures of a result of that configuration, for messages.
std::string allowed_measures(const RunConfig& config, const std::string& given, bool searching) {
  std::string numbers = numbers_of_measure(config, given);
  if (!numbers.empty()) return numbers;
  std::vector<std::string> names = measures_of(config);
  if (searching) names.emplace_back(kFoundMeasure);
  return allowed_names(names, {}, given);
}

/// The configuration without what decides only how, not what, is measured, and where its files are: records
/// have their names.
Json essence(const RunConfig& config) {
  Json json = without_folders(to_json(config), files_of(config));
  for (const ConfigKey& key : config_keys())
    if (key.role >= KeyRole::Run) json.erase(key.name);
  return json;
}

/// Of records of one essence: in which keys they differ, be it cycles, seed or engine.
std::size_t differing_members(const Json& a, const Json& b) {
  return count_if(a.items(), [&](const auto& member) {
    return !b.contains(member.key()) || b.at(member.key()) != member.value();
  });
}

}  // namespace

Verdict::Kind kind_of(const Expectation& e, const Verdict& v, std::size_t intervals) {
  const double ci95 = v.ci95.value_or(0);
  Verdict::Kind kind = Verdict::Kind::Ok;
  if (e.bounds_only())
    kind = judge_bounds(e, v.measured, ci95);
  else if (!(std::abs(v.measured - v.expected) <= v.tolerance))  // what is no number, too
    kind = Verdict::Kind::Off;
  else if (ci95 > v.tolerance)
    kind = Verdict::Kind::NotTight;
  const bool refutes = kind == Verdict::Kind::Off && !e.refuted.empty();
  return refutes && !is_surely_off(e, v, intervals) ? Verdict::Kind::NotTight : kind;
}

std::size_t point_digest(const RunConfig& config) { return std::hash<std::string>()(essence(config).dump()); }

double tolerance_of(const Expectation& e, double expected) {
  return e.tolerance * (e.relative ? std::abs(expected) : 1);
}

const char* origin_name(Origin origin) {
  constexpr const char* kNames[] = {"", "printed", "equation", "literature", "independent", "regression"};
  return kNames[static_cast<int>(origin)];
}

std::optional<MeasuredValue> measured_value(const RunConfig& config, const RunResult& result,
                                            const std::string& measure) {
  const Json json = result_to_json(config, result);
  const Json* node = find(json, measure);
  if (node == nullptr || !node->is_number() || is_of_no_packets(json, measure)) return {};
  const Json* ci = find(json, interval_of(measure));
  MeasuredValue measured{node->get<double>(), {}, ci != nullptr};
  if (ci != nullptr && ci->is_number()) measured.ci95 = ci->get<double>();
  measured.unseen = unseen_in(config, result, measured);
  return measured;
}

MeasuredValue measured_value(const Expectation& expectation, const Point& point) {
  if (point.found && expectation.measure == kFoundMeasure)
    return {point.found->value, point.found->uncertain, true};
  return value_in_unit(expectation, point.config, point.result);
}

bool Expectation::concerns(const RunConfig& point) const {
  return all_of(where, [&](const KeyValues& w) {
    return any_of(w.values, [&](const std::string& value) {
      RunConfig wanted = point;
      set_key(wanted, w.key, value, place);
      return same_record(wanted, point);
    });
  });
}

std::string Expectation::measure_text() const {
  std::string text = measure + unit_text(unit);
  for (std::size_t n = 0; n < over.size(); ++n)
    text += fmt::format("{}{} {}", n == 0 ? " over that of " : ", ", over[n].key, over[n].values.front());
  return text;
}

std::string Expectation::bounds_text(const char* between) const {
  std::string text;
  if (at_least) text = fmt::format("at least {:.5g}", *at_least);
  if (at_most) text += fmt::format("{}at most {:.5g}", text.empty() ? "" : between, *at_most);
  return text;
}

const char* unit_text(Unit unit) {
  constexpr const char* kNames[] = {"", " [slots]", " [cells]"};
  return kNames[static_cast<int>(unit)];
}

std::optional<double> Expectation::expected(const RunConfig& point) const {
  if (bounds_only() || !concerns(point)) return {};
  if (theory != nullptr) return theory->value(point);
  if (values.size() == 1) return values.front();
  const Json wanted = essence(point), all = to_json(point);
  std::optional<double> nearest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  bool either = false;  // two are as near, and have other values
  for (std::size_t n = 0; n < value_for.size(); ++n) {
    if (essence(value_for[n]) != wanted) continue;
    const std::size_t here = differing_members(to_json(value_for[n]), all);
    either = here == least ? either || values[n] != *nearest : here > least && either;
    if (here < least) nearest = values[n];
    least = std::min(least, here);
  }
  return either ? std::nullopt : nearest;
}

std::optional<Verdict> judge(const Expectation& expectation, const RunConfig& config,
                             const RunResult& result) {
  if (!expects(expectation, config)) return {};
  return judge_result(expectation, config, result, expectation.expected(config).value_or(0));
}

std::optional<Verdict> judge(const Expectation& expectation, const Point& point) {
  if (!point.found) return judge(expectation, point.config, point.result);
  const RunConfig& stands_for = point.found->stands_for;
  if (!expects(expectation, stands_for)) return {};
  const double expected = expectation.expected(stands_for).value_or(0);
  if (expectation.measure == kFoundMeasure) return judge_found(expectation, *point.found, expected);
  return judge_result(expectation, point.config, point.result, expected);
}

Settling::Settling(Expectation& expectation, bool searching) : of_(&expectation), searching_(searching) {}

bool Settling::is_found() const { return searching_ && of_->measure == kFoundMeasure; }

void Settling::refuse(const char* key, const std::string& what) const {
  throw InputError("{}: {}: {}", of_->place_of(key), of_->name_of(key), what);
}

void Settling::take(const RunConfig& point) {
  if (!of_->not_testable.empty()) return;
  if (!of_->over.empty()) {
    known_.insert(to_json(point).dump());
    if (of_->concerns(point)) {
      RunConfig below = point;
      for (const KeyValues& wanted : of_->over) set_key(below, wanted.key, wanted.values.front(), of_->place);
      if (same_record(below, point))
        wrong_over_ =
            fmt::format("not allowed for {}; allowed: values that it does not have", flags_of(point));
      below_.push_back(below);
    }
  }
  if (!of_->concerns(point)) return;
  ++concerned_;
  if (!of_->refuted.empty()) of_->speaks_of.insert(point_digest(point));
  if (of_->values.size() > 1 && of_->value_for.size() < of_->values.size()) of_->value_for.push_back(point);
  if (wrong_) return;
  try {
    check_point(point);
  } catch (const InputError& error) {
    wrong_ = error;
  }
}

void Settling::check_point(const RunConfig& point) const {
  const Expectation& e = *of_;
  const Measure* measure = is_found() ? nullptr : measure_of(point, e.measure);
  if (!is_found() && measure == nullptr) {
    refuse("measure", fmt::format("'{}' is not allowed; allowed: {}", e.measure,
                                  allowed_measures(point, e.measure, searching_)));
  }
  if (e.theory != nullptr && !e.theory->value(point)) {
    refuse("theory", fmt::format("'{}' is not allowed for {}; allowed: what it covers: {}; all else at its "
                                 "default",
                                 e.theory->name, flags_of(point), e.theory->domain));
  }
  if (e.theory != nullptr && measure != nullptr && e.theory->in_slots != is_time_or_beats(*measure))
    refuse("measure",
           fmt::format("'{}' is not allowed with theory {}; allowed: {}", e.measure, e.theory->name,
                       e.theory->in_slots ? "a measure in cycles or beats" : "a share"));
  if (e.theory != nullptr && e.theory->in_slots && e.unit == Unit::AsMeasured &&
      per_unit(Unit::Slot, point) != 1)
    refuse("per", fmt::format("'cycle' is not allowed with theory {}; allowed: slot, or packets of one beat",
                              e.theory->name));
  if (e.unit != Unit::AsMeasured && !has_one_length(point))
    refuse("per", "not allowed with mixed packet lengths; allowed: cycle");
  if (e.unit != Unit::AsMeasured && measure != nullptr && !is_time_or_beats(*measure))
    refuse("per", fmt::format("not allowed with measure {}; allowed: cycle, or a measure in cycles or beats",
                              e.measure));
}

void Settling::check() const {
  const Expectation& e = *of_;
  if (!e.not_testable.empty()) return;
  if (concerned_ == 0) refuse("where", "not allowed like this; allowed: values that points of the file have");
  if (wrong_) throw InputError(*wrong_);
  if (!wrong_over_.empty()) refuse("over", wrong_over_);
  for (const RunConfig& below : below_) {
    if (known_.count(to_json(below).dump()) == 0)
      refuse("over",
             fmt::format("the file has no such point: {}; allowed: values that lead to one of its points, "
                         "all others being the same",
                         flags_of(below)));
  }
  if (is_found() && e.unit != Unit::AsMeasured)
    refuse("per", "not allowed with measure found; allowed: cycle");
  if (searching_ && !is_found() && e.theory != nullptr)
    refuse("theory",
           "not allowed here; allowed: with measure found, as the points of a search are not "
           "known");
  const std::size_t count = e.values.size();
  std::map<std::string, double> listed;
  for (std::size_t n = 0; n < e.value_for.size(); ++n) {
    const auto [first, is_new] = listed.emplace(to_json(e.value_for[n]).dump(), e.values[n]);
    if (!is_new && first->second != e.values[n])
      refuse("values",
             fmt::format("{} and {} are not allowed for one point, {}; allowed: one value, or points "
                         "that differ",
                         first->second, e.values[n], flags_of(e.value_for[n])));
  }
  if (e.of_mean && (e.theory != nullptr || count > 1))
    refuse("of", "'mean' is not allowed here; allowed: with one value, at-least or at-most");
  if (count > 0 && count != 1 && count != concerned_) {
    refuse("values", fmt::format("{} values are not allowed; allowed: one, or one for each of the {} points",
                                 count, concerned_));
  }
}

}  // namespace xb
