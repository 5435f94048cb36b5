// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/judging.h"
#include "testbenches/report/drawing.h"
#include "testbenches/report/measure_figures.h"
#include "testbenches/report/sweep.h"
#include "testbenches/study/identity.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostListed = 6;  // in a sentence
constexpr std::size_t kMostCharacters = 200;
constexpr std::size_t kMostPlaces = 4;  // of a curve
constexpr double kDeparts = 0.01;       // share of what is offered

/// `a; b`, not too many, and not too long.
std::string listed(const std::vector<std::string>& parts, const char* between = "; ") {
  std::string text;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const bool fits = n < kMostListed && text.size() + parts[n].size() < kMostCharacters;
    if (n > 0) text += between;
    if (n > 0 && !fits) return text + fmt::format("and {} more", parts.size() - n);
    text += parts[n];
  }
  return text;
}

/// `input ports 4`, without commas, which stand between curves.
std::string name_of(const SweepLine& line) {
  if (line.name.empty()) return words_of(*line.places.front().points.front(), {"switch"});
  std::string name = line.name;
  for (auto comma = name.find(", "); comma != std::string::npos; comma = name.find(", ", comma))
    name.erase(comma, 1);
  return name;
}

/// `input 0.6`, `ports 4: 0.6`.
std::string valued(const std::string& name, const std::string& value) {
  const bool is_number = !name.empty() && name.back() >= '0' && name.back() <= '9';
  return name + (name.empty() ? "" : is_number ? ": " : " ") + value;
}

/// ` at ports 8`; empty without an axis.
std::string place_text(const Sweep& sweep, const SweepPlace& place) {
  return sweep.x_key.empty() ? "" : " at " + words_of(*place.points.front(), {sweep.x_key});
}

/// The place with the greatest of a measure, or the least; null: none has it.
const SweepPlace* extreme(const SweepLine& line, const std::string& column, bool greatest) {
  const SweepPlace* best = nullptr;
  for (const SweepPlace& place : line.places) {
    const Json value = place.mean(column);
    if (value.is_null()) continue;
    if (best == nullptr || (greatest ? value > best->mean(column) : value < best->mean(column)))
      best = &place;
  }
  return best;
}

/// Of loads that carry the best throughput, but for noise, the highest.
const SweepPlace* best_place(const Sweep& sweep, const SweepLine& line) {
  const SweepPlace* best = extreme(line, "throughput", true);
  if (best == nullptr || sweep.x_key != "load") return best;
  const double least = (1 - kDeparts) * best->mean("throughput").get<double>();
  for (const SweepPlace& place : line.places) {
    const Json value = place.mean("throughput");
    if (!value.is_null() && value.get<double>() >= least) best = &place;
  }
  return best;
}

/// `voq carries at best 0.897 of 0.897 offered; input 0.567.`
std::string best_text(const Sweep& sweep) {
  std::vector<std::string> parts;
  std::string before;
  for (const SweepLine& line : sweep.lines) {
    const SweepPlace* best = best_place(sweep, line);
    if (best == nullptr || best->mean("offered_load").is_null()) continue;
    const std::string offered = fmt::format(" of {:.3g}", best->mean("offered_load").get<double>());
    const std::string name = name_of(line);
    const std::string value =
        fmt::format("{:.3g}{}{}{}", best->mean("throughput").get<double>(), offered == before ? "" : offered,
                    parts.empty() ? " offered" : "", sweep.x_key == "load" ? "" : place_text(sweep, *best));
    parts.push_back(parts.empty() ? fmt::format("{} carries at best {}", name, value) : valued(name, value));
    before = offered;
  }
  return parts.empty() ? "" : listed(parts) + ".";
}

/// By more than its interval, too.
bool departs(const SweepPlace& place) {
  const Json offered = place.mean("offered_load"), throughput = place.mean("throughput");
  if (offered.is_null() || throughput.is_null()) return false;
  const Json ci95 = place.ci95("throughput", "throughput_ci95");
  const double least = std::max(kDeparts * offered.get<double>(), ci95.is_null() ? 0 : ci95.get<double>());
  return offered.get<double>() - throughput.get<double>() > least;
}

/// `More than 1 % short of what is offered, 3 of 5 curves: input from load 0.6 on; output, voq at load 1.`
std::string departure_text(const Sweep& sweep) {
  if (sweep.x_key != "load") return "";
  std::map<std::pair<double, bool>, std::vector<std::string>> curves;  // by load, and whether it is one alone
  std::size_t count = 0;
  for (const SweepLine& line : sweep.lines) {
    const auto last = std::find_if(line.places.rbegin(), line.places.rend(), departs);
    if (last == line.places.rend()) continue;
    const bool to_end = last == line.places.rbegin();
    const auto first = to_end ? std::find_if_not(last, line.places.rend(), departs) - 1 : last;
    curves[{first->x, first == last}].push_back(name_of(line));
    ++count;
  }
  if (count == 0) return "All that is offered gets through, to 1 % or its interval.";
  std::vector<std::string> parts;
  for (const auto& [load, names] : curves)
    parts.push_back(fmt::format("{} {} load {}{}", listed(names, ", "), load.second ? "at" : "from",
                                short_number(load.first), load.second ? "" : " on"));
  const std::string of =
      sweep.lines.size() == 1 ? "" : fmt::format(", {} of {} curves", count, sweep.lines.size());
  return fmt::format("More than 1 % short of what is offered{}: {}.", of, listed(parts));
}

std::string loss_text(const Sweep& sweep) {
  std::vector<std::string> parts;
  bool known = true;
  for (const SweepLine& line : sweep.lines) {
    const SweepPlace* most = extreme(line, "loss", true);
    known =
        known && none_of(line.places, [](const SweepPlace& place) { return place.mean("loss").is_null(); });
    if (most == nullptr || most->mean("loss") == 0) continue;
    parts.push_back(fmt::format("{} up to {:.2g} %{}", name_of(line), 100 * most->mean("loss").get<double>(),
                                place_text(sweep, *most)));
  }
  if (!parts.empty()) return "Packets are lost: " + listed(parts) + ".";
  return known ? "No packet is lost." : "";
}

/// `Lag behind an output-queued switch, 99th percentile: voq up to 42 cycles at load 0.9; input: 10 ...`
std::string lag_text(const Sweep& sweep) {
  std::vector<std::string> parts;
  for (const SweepLine& line : sweep.lines) {
    const SweepPlace* most = extreme(line, "lag_p99_cycles", true);
    if (most == nullptr) continue;
    const std::string value =
        fmt::format("{:.4g} cycles{}", most->mean("lag_p99_cycles").get<double>(), place_text(sweep, *most));
    parts.push_back(valued(name_of(line), parts.empty() ? "up to " + value : value));
  }
  return parts.empty() ? "" : "Lag behind an output-queued switch, 99th percentile: " + listed(parts) + ".";
}

/// `Shortest completion: voq: 1.23 ms at pairwise.`
std::string completion_text(const Sweep& sweep) {
  std::vector<std::string> parts;
  for (const SweepLine& line : sweep.lines) {
    const SweepPlace* least = extreme(line, "completion_seconds", false);
    if (least == nullptr) continue;
    const std::string value = fmt::format(
        "{:.3g} ms{}", 1e3 * least->mean("completion_seconds").get<double>(), place_text(sweep, *least));
    parts.push_back(valued(line.name.empty() ? "" : name_of(line), value));
  }
  return parts.empty() ? "" : "Shortest completion: " + listed(parts) + ".";
}

/// `Load carried: voq 0.97 at ports 4, 0.96 at ports 8.`
std::string found_text(const StudyResults& results, const std::string& x) {
  const Sweep sweep = found_sweep(results, x);
  const std::string column = found_columns(results.searched_key)[0];
  std::vector<std::string> parts;
  for (const SweepLine& line : sweep.lines) {
    std::vector<std::string> values;
    for (const SweepPlace& place : line.places) {
      const Json value = place.mean(column);
      if (value.is_null()) continue;
      // The key's name stands at the first.
      const std::string at = values.empty() || sweep.x_key.empty() ? place_text(sweep, place)
                                                                   : " at " + value_text(sweep.x_of(place));
      values.push_back(fmt::format("{:.5g}{}", value.get<double>(), at));
    }
    if (values.empty()) continue;
    if (values.size() > kMostPlaces) values = {fmt::format("{} to {}", values.front(), values.back())};
    parts.push_back(valued(name_of(line), fmt::format("{}", fmt::join(values, ", "))));
  }
  return parts.empty() ? "" : fmt::format("{}: {}.", found_title(results.searched_key), listed(parts));
}

/// Searches whose value is none, or not sure.
std::string unsure_text(const StudyResults& results) {
  std::map<std::string, std::size_t> remarks;
  for (const ResultPoint& search : results.searches) {
    const std::string remark = search.row.at("remark");
    if (!remark.empty()) ++remarks[remark];
  }
  std::vector<std::string> parts;
  for (const auto& [remark, count] : remarks)
    parts.push_back(fmt::format("{} of {} ({})", count, results.searches.size(), remark));
  return parts.empty() ? "" : "Searches that are not sure: " + listed(parts, ", ") + ".";
}

bool some_use(const std::vector<ResultPoint>& points, const std::string& key) {
  return any_of(points,
                [&](const ResultPoint& point) { return !point.config || uses_key(*point.config, key); });
}

}  // namespace

std::string setting_text(const StudyResults& results) {
  const RunConfig usual;
  const bool schedules = !families_of(results.last_runs()).schedules.empty();
  std::vector<std::string> words;
  for (const ConfigKey& key : config_keys()) {
    const std::string& name = key.name;
    if (key.role >= KeyRole::Engine) continue;
    const ResultPoint* first = nullptr;
    bool alike = true;
    for (const ResultPoint& point : results.points) {
      const Json value = point.row.value(name, Json());
      if (value.is_null()) continue;
      if (first == nullptr) first = &point;
      alike = alike && value == first->row.at(name);
    }
    if (first == nullptr || !alike || value_text(first->row.at(name)).empty()) continue;
    const bool is_asked_for = name == "switch" || name == "ports" || name == "depth" ||
                              (!schedules && (name == "traffic" || name == "load" || name == "packet"));
    if ((is_asked_for || first->row.at(name) != key.get(usual)) && some_use(results.points, name))
      words.push_back(fmt::format("{} {}", name, value_text(first->row.at(name))));
  }
  return words.empty() ? "" : fmt::format("Alike in all points: {}.", fmt::join(words, ", "));
}

std::vector<std::string> findings(const StudyResults& results, const std::string& x) {
  std::vector<std::string> sentences;
  if (!results.searches.empty()) {
    sentences = {found_text(results, x), unsure_text(results)};
  } else {
    const auto [traffic, schedules] = families_of(results.last_runs());
    const std::string of_schedules = traffic.empty() ? x : "";
    if (!traffic.empty()) {
      const Sweep sweep = sweep_of(traffic, x);
      sentences = {best_text(sweep), departure_text(sweep), loss_text(sweep), lag_text(sweep)};
    }
    if (!schedules.empty()) sentences.push_back(completion_text(sweep_of(schedules, of_schedules)));
  }
  sentences.push_back(verdicts_text(results));
  sentences.erase(std::remove(sentences.begin(), sentences.end(), ""), sentences.end());
  return sentences;
}

namespace {

/// What a search found, at its longest run there; nothing: no value.
std::optional<Point> found_point(const StudyResults& results, const ResultPoint& search) {
  const auto columns = found_columns(results.searched_key);
  if (!search.has(columns[0]) || !search.config) return {};
  const double found = search.number_of(columns[0]);
  const double beyond = search.has(columns[1]) ? search.number_of(columns[1]) : found;
  std::optional<Point> point;
  FoundValue value{found, 0, *search.config};
  double last = found;
  for (const ResultPoint* tried : results.last_runs()) {
    if (tried->row["search"] != search.number || !tried->config) continue;
    const double at = tried->number_of(results.searched_key);
    // From the values that are carried to those that are not: loads rise, depths fall.
    const bool is_last = results.searched_key == "load" ? at >= last : at <= last;
    if (is_last) last = at, value.stands_for = *tried->config;
    if ((at - found) * (at - beyond) < 0) value.uncertain = std::max(value.uncertain, std::abs(at - found));
    if (at == found) point = Point{*tried->config, result_in(results.record(*tried)), search.number};
  }
  if (point) point->found = value;
  return point;
}

std::vector<Point> judged_points(const StudyResults& results) {
  std::vector<Point> points;
  for (const ResultPoint& search : results.searches) {
    if (auto point = found_point(results, search)) points.push_back(std::move(*point));
  }
  if (!results.searches.empty()) return points;
  for (const ResultPoint& point : results.points) {
    if (point.config) points.push_back({*point.config, result_in(results.record(point)), point.number});
  }
  return points;
}

/// `throughput in 2 of 10 points`.
std::string off_text(const Expectation& expectation, const VerdictCounts& counts) {
  return fmt::format("{} in {} of {}", expectation.measure, counts.off + counts.not_tight, counts.judged);
}

}  // namespace

std::string verdicts_text(const StudyResults& results) {
  if (!results.has_expectations) return "";
  if (results.missing + results.failed.size() > 0)
    return "What the study's file expects is judged once all points have a result.";
  std::map<std::string, std::size_t> outcomes;
  std::vector<std::string> off, counted;
  try {
    const std::vector<Point> points = judged_points(results);
    for (const Expectation& expectation :
         read_experiment(results.folder.path() / "study.toml", results.copy_of).expectations) {
      const Judgement judged = judge_all(expectation, points);
      const Outcome outcome = outcome_of(expectation, judged.counts);
      ++outcomes[outcome_text(outcome)];
      if (is_wrong(outcome)) off.push_back(off_text(expectation, judged.counts));
    }
  } catch (const std::runtime_error& error) {
    return fmt::format("What the study's file expects cannot be judged: {}.", error.what());
  }
  for (const auto& [outcome, count] : outcomes) counted.push_back(fmt::format("{} {}", count, outcome));
  return fmt::format("Expectations: {}{}{}.", fmt::join(counted, ", "), off.empty() ? "" : ": ",
                     fmt::join(off, ", "));
}

}  // namespace xb
