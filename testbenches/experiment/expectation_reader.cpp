// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/expectation_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/pattern.h"
#include "host/base/plain_path.h"
#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/theory/theory.h"
#include "testbenches/experiment/value_range.h"

namespace xb {
namespace {

constexpr double kMost = std::numeric_limits<double>::max();
constexpr const char* kFinite = "finite numbers";

TomlKind tolerance_to(Expectation& e) {
  const auto read = [&e](const TomlValue& value) {
    const std::string text = value.scalar();
    std::string_view number = text;
    e.relative = !number.empty() && number.back() == '%';
    if (e.relative) {
      number.remove_suffix(1);
      while (!number.empty() && number.back() == ' ') number.remove_suffix(1);
    }
    if (text == "none")
      e.tolerance = std::numeric_limits<double>::infinity();
    else if (!parse_number(number, 0, 1e12, e.tolerance) || std::signbit(e.tolerance))
      value.refuse();
    if (e.relative) e.tolerance /= 100;
  };
  return {"a number from 0 on, a percentage of the expected value such as \"2 %\", or none", read};
}

/// Numbers of a list, and of lists in it, one after the other. Nothing can be judged by others than finite
/// ones.
void read_numbers(const TomlValue& value, std::vector<double>& to) {
  if (!value.node.is_array()) return to.push_back(value.number(-kMost, kMost));
  value.each([&](const TomlValue& one) { read_numbers(one, to); });
}

TomlKind over_to(std::vector<KeyValues>& over) {
  const auto read = [&over](const TomlValue& value) {
    if (!read_key_values(value, over)) return;
    if (over.empty()) value.refuse();
    for (const KeyValues& one : over) {
      if (one.values.size() != 1) value.refuse_part(one.key, "a table of keys, each with one value");
    }
  };
  return {"a table of keys, each with one value", read};
}

std::vector<std::pair<std::string, Origin>> origins() {
  std::vector<std::pair<std::string, Origin>> all;
  for (const Origin origin :
       {Origin::Printed, Origin::Equation, Origin::Literature, Origin::Independent, Origin::Regression})
    all.emplace_back(origin_name(origin), origin);
  return all;
}

std::vector<std::pair<std::string, const Theory*>> theory_names() {
  std::vector<std::pair<std::string, const Theory*>> all;
  for (const Theory& theory : theories()) all.emplace_back(theory.name, &theory);
  return all;
}

/// Whose keys are right each, whether they go together.
void check_expectation(const Expectation& e) {
  const auto fail = [&](const std::string& place, const std::string& what) {
    throw InputError(place + ": expect" + what);
  };
  if (!e.not_testable.empty()) {
    const bool more = any_of(e.places, [](const auto& key) {
      return key.first != "not-testable" && key.first != "claim" && key.first != "origin";
    });
    if (!more && !e.claim.empty() && e.origin != Origin::None) return;
    fail(e.place_of("not-testable"),
         ".not-testable: not allowed like this; allowed: with claim and origin, and nothing else");
  }
  if (!e.refuted.empty() && (e.origin == Origin::None || e.origin == Origin::Regression))
    fail(e.place_of("refuted"), ".refuted: not allowed here; allowed: with an origin that is not regression");
  const int sources = int{e.theory != nullptr} + int{!e.values.empty()} + int{e.bounds_only()};
  const bool has_tolerance = e.places.count("tolerance") == 1;
  if (e.measure.empty() || sources != 1 || has_tolerance == e.bounds_only())
    fail(e.place,
         ": incomplete or too much; allowed: measure, and either theory or values with a tolerance, or "
         "at-least, "
         "at-most or both without");
  if (e.at_least && e.at_most && *e.at_least > *e.at_most)
    fail(e.place, fmt::format(".at-least: '{}' is not allowed; allowed: at most at-most, {}", *e.at_least,
                              *e.at_most));
}

Expectation read_expectation(const TomlValue& value) {
  Expectation e;
  for (const auto& [key, node] : *value.node.as_table())
    e.places[std::string(key.str())] = value.reader.place(node.source());
  e.place = value.place();
  e.place = e.place_of("measure");
  const auto numbers = [&e](const TomlValue& list) {
    read_numbers(list, e.values);
    if (e.values.empty()) list.refuse();
  };
  const std::string text = "a text or a number";
  const bool right =
      value.read_table({{"origin", choice_to(e.origin, origins())},
                        {"claim", scalar_to(e.claim, text)},
                        {"measure", scalar_to(e.measure, text)},
                        {"of", choice_to<bool>(e.of_mean, {{"points", false}, {"mean", true}})},
                        {"over", over_to(e.over)},
                        {"per", choice_to<Unit>(e.unit, {{"cycle", Unit::AsMeasured},
                                                         {"beat", Unit::AsMeasured},
                                                         {"slot", Unit::Slot},
                                                         {"cell", Unit::Cell}})},
                        {"tolerance", tolerance_to(e)},
                        {"theory", choice_to(e.theory, theory_names())},
                        {"values", {kFinite, numbers}},
                        {"at-least", number_to(e.at_least, -kMost, kMost, kFinite)},
                        {"at-most", number_to(e.at_most, -kMost, kMost, kFinite)},
                        {"where", key_values_to(e.where)},
                        {"refuted", scalar_to(e.refuted, text)},
                        {"not-testable", scalar_to(e.not_testable, text)}});
  if (right) check_expectation(e);
  return e;
}

Expectation read_limit(const TomlValue& value) {
  static const Pattern form(" *([^ <>]+) *([<>])= *([^ ]+) *");
  const std::string text = value.text();
  const std::vector<std::string> part = form.match(text);
  double number = 0;
  if (part.empty() || !parse_number(part[3], -kMost, kMost, number)) value.refuse();
  Expectation e;
  e.is_limit = true;
  e.place = value.place();
  e.measure = part[1];
  (part[2] == ">" ? e.at_least : e.at_most) = number;
  return e;
}

/// A path as seen from the folder of `file`.
std::string beside_file(const std::string& file, const std::string& path) {
  if (std::filesystem::path(path).is_absolute()) return path;
  return path_beside(file, path).string();
}

}  // namespace

std::string beside(const std::string& file, const std::string& key, const std::string& value) {
  const ConfigKey* named = find_key(key);
  const std::size_t at = named == nullptr ? std::string::npos : named->file_at(value);
  return at == std::string::npos ? value : value.substr(0, at) + beside_file(file, value.substr(at));
}

void each_key_value(const TomlValue& value,
                    const std::function<void(std::string value, std::string place)>& take) {
  value.each([&](const TomlValue& one) {
    for (const auto& text : expand_ranges(one.name, {one.scalar()}, one.place()))
      take(beside(one.reader.file(), one.name, text), one.place());
  });
}

bool read_key_values(const TomlValue& value, std::vector<KeyValues>& to) {
  const auto read = [&to](const TomlValue& key) {
    KeyValues wanted{key.name, {}};
    each_key_value(key, [&](const std::string& text, const std::string& place) {
      wanted.values.push_back(text);
      RunConfig probe;
      set_key(probe, key.name, text, place);  // refuses what cannot be
    });
    to.push_back(std::move(wanted));
  };
  const OtherKeys keys{{kValuesOfKey, read}, key_names(), kKeysOfRun};
  return value.read_table({}, &keys);
}

TomlKind key_values_to(std::vector<KeyValues>& to) {
  return {"a table of keys and their values", [&to](const TomlValue& value) { read_key_values(value, to); }};
}

TomlKind expectations_to(std::vector<Expectation>& to) {
  const auto read = [&to](const TomlValue& value) {
    const auto* list = value.node.as_array();
    if (!value.node.is_table() && (list == nullptr || !list->is_array_of_tables())) value.refuse();
    value.each([&](const TomlValue& one) { to.push_back(read_expectation(one)); });
  };
  return {"[expect], or several [[expect]]", read};
}

TomlKind limits_to(std::vector<Expectation>& to) {
  const auto read = [&to](const TomlValue& value) {
    if (const auto* list = value.node.as_array(); list != nullptr && list->empty()) value.refuse();
    value.each([&](const TomlValue& one) { to.push_back(read_limit(one)); });
  };
  return {"a measure, >= or <=, and a number, such as \"lag.p99 <= 10\", or a list of them", read};
}

}  // namespace xb
