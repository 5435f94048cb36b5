// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "testbenches/experiment/spread.h"
#include "testbenches/study/search_tables.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;
using Points = std::vector<const ResultPoint*>;

std::string word_of(const Json& value) { return value.is_null() ? "-" : value_text(value); }

/// Values of a key, in the order of the points; without those of points that do not use it.
std::vector<Json> values_of(const Points& points, const std::string& key) {
  std::vector<Json> values;
  for (const ResultPoint* point : points) {
    const auto value = point->row.find(key);
    if (value == point->row.end() || value->is_null()) continue;
    if (!contains(values, *value)) values.push_back(*value);
  }
  return values;
}

/// The values of these keys.
std::string values_text(const ResultPoint& point, const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) text += " " + point.row.value(key, Json()).dump();
  return text;
}

/// `64B`.
bool is_bytes(const Json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return text.size() > 1 && text.find_first_not_of("0123456789") == text.size() - 1 && text.back() == 'B';
}

/// In one unit.
bool are_numbers(const std::vector<Json>& values) {
  return all_of(values, [](const Json& value) { return value.is_number(); }) || all_of(values, is_bytes);
}

double number_of(const Json& value) {
  return is_bytes(value) ? std::stod(value.get<std::string>()) : value.get<double>();
}

std::string axis_key(const Points& points, const std::vector<std::string>& swept, const std::string& wanted) {
  if (!wanted.empty()) {
    if (contains(swept, wanted)) return wanted;
    throw not_allowed("--x", wanted, "a key that the study sweeps: {}",
                      swept.empty() ? "none" : fmt::format("{}", fmt::join(swept, " ")));
  }
  if (contains(swept, "load")) return "load";
  std::string longest;
  std::size_t most = 1;
  for (const std::string& key : swept) {
    const auto values = values_of(points, key);
    if (values.size() > most && are_numbers(values)) most = values.size(), longest = key;
  }
  if (!longest.empty() && values_of(points, "schedule").size() < most) return longest;
  for (const char* key : {"schedule", "switch"}) {
    if (contains(swept, key)) return key;
  }
  return swept.empty() ? "" : swept.front();
}

std::string label_of(const std::string& key, const std::vector<Json>& values) {
  if (key == "load") return "offered load";
  if (!values.empty() && all_of(values, is_bytes)) return fmt::format("{} [bytes]", key);
  if (key == "packet") return "packet [beats]";
  const ConfigKey* known = find_key(key);
  for (const char* unit : {"beats", "packets", "cycles"}) {
    if (known->allowed.find(fmt::format(" {}", unit)) != std::string::npos)
      return fmt::format("{} [{}]", key, unit);
  }
  return key;
}

/// Nothing where a point has no such number.
std::optional<Spread> spread_at(const SweepPlace& place, const std::string& column) {
  std::vector<double> values;
  for (const ResultPoint* point : place.points) {
    if (!point->has(column)) return {};
    values.push_back(point->number_of(column));
  }
  return spread_of(values);
}

/// Where the place with this x is, or goes.
SweepPlace& place_at(SweepLine& line, double x) {
  const auto place = std::lower_bound(line.places.begin(), line.places.end(), x,
                                      [](const SweepPlace& p, double value) { return p.x < value; });
  if (place != line.places.end() && place->x == x) return *place;
  return *line.places.insert(place, {x, {}});
}

}  // namespace

std::vector<std::string> swept_keys(const Points& points) {
  std::vector<std::string> keys, others;
  for (const ConfigKey& key : config_keys()) {
    if (key.role >= KeyRole::Sample || values_of(points, key.name).size() < 2) continue;
    keys.push_back(key.name);
    if (key.role < KeyRole::Run) others.push_back(key.name);
  }
  const auto kinds = [&](const std::vector<std::string>& names) {
    std::set<std::string> found;
    for (const ResultPoint* point : points)
      found.insert(point->row["seed"].dump() + values_text(*point, names));
    return found.size();
  };
  return kinds(others) == kinds(keys) ? others : keys;
}

PointFamilies families_of(const Points& points) {
  PointFamilies families;
  for (const ResultPoint* point : points) {
    if (point->has("completion_seconds")) families.schedules.push_back(point);
    if (!point->has("completion_seconds") && point->has("throughput")) families.traffic.push_back(point);
  }
  return families;
}

Json SweepPlace::mean(const std::string& column) const {
  const auto found = spread_at(*this, column);
  if (!found) return nullptr;
  return points.size() == 1 ? points.front()->row.at(column) : Json(found->mean);
}

Json SweepPlace::all(const std::string& column) const {
  std::set<std::string> texts;
  for (const ResultPoint* point : points) {
    const Json cell = point->row.value(column, Json());
    if (cell.is_string() && !value_text(cell).empty()) texts.insert(value_text(cell));
  }
  return texts.empty() ? mean(column) : Json(fmt::format("{}", fmt::join(texts, "; ")));
}

Json SweepPlace::ci95(const std::string& column, const std::string& ci_column) const {
  if (points.size() == 1) return ci_column.empty() ? Json(nullptr) : points.front()->row.at(ci_column);
  const auto found = spread_at(*this, column);
  return found && found->ci95 ? Json(*found->ci95) : Json(nullptr);
}

Json Sweep::x_of(const SweepPlace& place) const {
  return x_key.empty() ? Json(nullptr) : place.points.front()->row.at(x_key);
}

std::string words_of(const ResultPoint& point, const std::vector<std::string>& keys) {
  std::string words;
  for (const std::string& key : keys) {
    const auto value = point.row.find(key);
    if (value == point.row.end() || value->is_null() || value_text(*value).empty()) continue;
    const bool speaks = key == "switch" || key == "traffic" || key == "schedule" || key == "topology" ||
                        key == "scheduler" || key == "forwarding" || key == "flow";
    words += (words.empty() ? "" : ", ") + (speaks ? "" : key + " ") + word_of(*value);
  }
  return words;
}

std::string used_words_of(const ResultPoint& point, std::vector<std::string> keys) {
  const auto is_unused = [&](const std::string& key) {
    return point.config && !uses_key(*point.config, key);
  };
  erase_if(keys, is_unused);
  return words_of(point, keys);
}

Sweep sweep_of(const Points& points, const std::string& x) {
  Sweep sweep;
  sweep.keys = swept_keys(points);
  sweep.x_key = axis_key(points, sweep.keys, x);
  sweep.keys.erase(std::remove(sweep.keys.begin(), sweep.keys.end(), sweep.x_key), sweep.keys.end());
  const auto values = values_of(points, sweep.x_key);
  const bool categories = sweep.x_key.empty() || !are_numbers(values);
  sweep.x.label = sweep.x_key.empty() ? "" : label_of(sweep.x_key, values);
  for (const Json& value : values) {
    if (categories) sweep.x.categories.push_back(word_of(value));
  }
  if (sweep.x_key.empty()) sweep.x.categories = {"all points"};

  std::map<std::string, std::size_t> known;
  for (const ResultPoint* point : points) {
    double at = 0;
    if (!sweep.x_key.empty()) {
      const auto value = point->row.find(sweep.x_key);
      if (value == point->row.end() || value->is_null()) {
        ++sweep.left_out;
        continue;
      }
      const auto number = std::find(values.begin(), values.end(), *value) - values.begin();
      at = categories ? static_cast<double>(number) : number_of(*value);
    }
    const auto [line, is_new] = known.emplace(values_text(*point, sweep.keys), sweep.lines.size());
    if (is_new) sweep.lines.push_back({used_words_of(*point, sweep.keys), {}});
    SweepPlace& place = place_at(sweep.lines[line->second], at);
    // One that differs in what is recorded only is the same point.
    const auto is_same = [&](const ResultPoint* other) { return other->row["seed"] == point->row["seed"]; };
    if (any_of(place.points, is_same)) continue;
    place.points.push_back(point);
    sweep.seeds = sweep.seeds || place.points.size() > 1;
  }
  return sweep;
}

}  // namespace xb
