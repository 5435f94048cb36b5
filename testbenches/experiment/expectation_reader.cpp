// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/expectation_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/parse_number.h"
#include "host/config/config_keys.h"
#include "host/liquid/transfer_list.h"
#include "host/schedule/goal_file.h"
#include "testbenches/experiment/value_range.h"

namespace xb {
namespace {

[[noreturn]] void refuse(const std::string& place, std::string_view key, const std::string& value,
                         const std::string& allowed) {
  throw InputError(
      fmt::format("{}: expect.{}: '{}' is not allowed; allowed: {}", place, key, value, allowed));
}

void read_tolerance(Expectation& e, const std::string& text, const std::string& place) {
  constexpr const char* kAllowed =
      "a number from 0 on, a percentage of the expected value such as \"2 %\", or none";
  if (text == "none") {
    e.tolerance = std::numeric_limits<double>::infinity();
    return;
  }
  std::string_view number = text;
  e.relative = !number.empty() && number.back() == '%';
  if (e.relative) {
    number.remove_suffix(1);
    while (!number.empty() && number.back() == ' ') number.remove_suffix(1);
  }
  if (!parse_number(number, 0, 1e12, e.tolerance)) refuse(place, "tolerance", text, kAllowed);
  if (e.relative) e.tolerance /= 100;
}

Unit read_unit(const std::string& text, const std::string& place) {
  if (text == "cycle" || text == "beat") return Unit::AsMeasured;
  if (text == "slot") return Unit::Slot;
  if (text != "cell") refuse(place, "per", text, "cycle beat slot cell");
  return Unit::Cell;
}

const Theory* read_theory(const std::string& text, const std::string& place) {
  if (const Theory* theory = find_theory(text)) return theory;
  std::vector<std::string> known;
  for (const auto& theory : theories()) known.push_back(theory.name);
  refuse(place, "theory", text, fmt::format("{}", fmt::join(known, " ")));
}

/// A finite number: nothing can be judged by another.
double read_number(const toml::node& node, const std::string& file, std::string_view key) {
  const auto number = node.value<double>();
  if (number && !node.is_boolean() && std::isfinite(*number)) return *number;
  throw InputError(
      fmt::format("{}: expect.{}: not allowed; allowed: finite numbers", toml_place(file, node), key));
}

/// Numbers of a list, and of lists in it, one after the other.
void read_values(const toml::node& node, const std::string& file, std::vector<double>& values) {
  if (const auto* list = node.as_array()) {
    for (const auto& element : *list) read_values(element, file, values);
  } else {
    values.push_back(read_number(node, file, "values"));
  }
}

Origin read_origin(const std::string& text, const std::string& place) {
  constexpr std::array kOrigins{Origin::Printed, Origin::Equation, Origin::Literature, Origin::Independent,
                                Origin::Regression};
  std::vector<std::string> names;
  for (const Origin origin : kOrigins) {
    names.emplace_back(origin_name(origin));
    if (text == names.back()) return origin;
  }
  refuse(place, "origin", text, fmt::format("{}", fmt::join(names, " ")));
}

std::vector<KeyValues> read_over(const toml::node& node, const std::string& file, const std::string& place) {
  if (!node.is_table()) refuse(place, "over", "", "a table of keys, each with one value");
  auto over = read_key_values(*node.as_table(), file);
  for (const KeyValues& one : over) {
    if (one.values.size() != 1) refuse(place, "over", one.key, "a table of keys, each with one value");
  }
  return over;
}

constexpr std::array<const char*, 14> kKeys{"origin",  "claim",     "measure", "of",          "over",
                                            "per",     "tolerance", "theory",  "values",      "at-least",
                                            "at-most", "where",     "refuted", "not-testable"};

[[noreturn]] void refuse_unknown(const std::string& place, const std::string& key) {
  const std::string nearest = nearest_word(key, {kKeys.begin(), kKeys.end()});
  throw InputError(fmt::format("{}: unknown key 'expect.{}'; allowed: {}{}", place, key,
                               nearest.empty() ? "" : fmt::format("'{}', the nearest; of ", nearest),
                               fmt::join(kKeys, " ")));
}

Expectation read_one(const toml::table& table, const std::string& file, ErrorList& errors) {
  Expectation e;
  e.place = toml_place(file, table);
  bool tolerance_given = false, wrong = false;
  const auto read_entry = [&](const toml::key& name, const toml::node& node) {
    const std::string key(name.str());
    const std::string place = toml_place(file, node);
    e.places[key] = place;
    const auto text = [&] { return toml_scalar(node, place, "expect." + key, "a string or a number"); };
    if (key == "measure") {
      e.measure = text();
      e.place = place;
    } else if (key == "per") {
      e.unit = read_unit(text(), place);
    } else if (key == "tolerance") {
      tolerance_given = true;
      read_tolerance(e, text(), place);
    } else if (key == "theory") {
      e.theory = read_theory(text(), place);
    } else if (key == "values") {
      read_values(node, file, e.values);
    } else if (key == "at-least") {
      e.at_least = read_number(node, file, key);
    } else if (key == "at-most") {
      e.at_most = read_number(node, file, key);
    } else if (key == "of") {
      const std::string of = text();
      if (of != "points" && of != "mean") refuse(place, key, of, "points mean");
      e.of_mean = of == "mean";
    } else if (key == "origin") {
      e.origin = read_origin(text(), place);
    } else if (key == "claim") {
      e.claim = text();
    } else if (key == "refuted") {
      e.refuted = text();
    } else if (key == "not-testable") {
      e.not_testable = text();
    } else if (key == "over") {
      e.over = read_over(node, file, place);
    } else if (key == "where") {
      if (!node.is_table()) refuse(place, "where", "", "a table of keys and their values");
      e.where = read_key_values(*node.as_table(), file);
    } else {
      refuse_unknown(toml_place(file, name), key);
    }
  };
  for (const auto& [name, node] : table) {
    wrong |= !errors.collect([&, &key = name, &value = node] { read_entry(key, value); });
  }
  if (wrong) return e;
  if (!e.not_testable.empty()) {
    const bool more = std::any_of(e.places.begin(), e.places.end(), [](const auto& key) {
      return key.first != "not-testable" && key.first != "claim" && key.first != "origin";
    });
    if (!more && !e.claim.empty() && e.origin != Origin::None) return e;
    throw InputError(fmt::format(
        "{}: expect.not-testable: not allowed like this; allowed: with claim and origin, and nothing else",
        e.place_of("not-testable")));
  }
  if (!e.refuted.empty() && (e.origin == Origin::None || e.origin == Origin::Regression)) {
    throw InputError(
        fmt::format("{}: expect.refuted: not allowed here; allowed: with an origin that is not regression",
                    e.place_of("refuted")));
  }
  const int sources = int{e.theory != nullptr} + int{!e.values.empty()} + int{e.bounds_only()};
  if (e.measure.empty() || sources != 1 || tolerance_given == e.bounds_only()) {
    throw InputError(fmt::format(
        "{}: expect: incomplete or too much; allowed: measure, and either theory or values with a "
        "tolerance, or at-least, at-most or both without",
        e.place));
  }
  if (e.at_least && e.at_most && *e.at_least > *e.at_most) {
    throw InputError(fmt::format("{}: expect.at-least: '{}' is not allowed; allowed: at most at-most, {}",
                                 e.place, *e.at_least, *e.at_most));
  }
  return e;
}

/// A path as seen from the folder of `file`.
std::string beside_file(const std::string& file, const std::string& path) {
  if (std::filesystem::path(path).is_absolute()) return path;
  return (std::filesystem::path(file).parent_path() / path).lexically_normal().string();
}

}  // namespace

std::string toml_scalar(const toml::node& node, const std::string& place, std::string_view key,
                        std::string_view allowed) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  throw InputError(fmt::format("{}: {}: not allowed; allowed: {}", place, key, allowed));
}

std::string beside(const std::string& file, const std::string& key, std::string value) {
  const std::string capture = kCapturePrefix;
  if (key == "traffic" && value.size() > capture.size() && value.rfind(capture, 0) == 0)
    return capture + beside_file(file, value.substr(capture.size()));
  const std::filesystem::path path(value);
  const bool names_file = ((key == "cluster" || key == "topology") && path.extension() == ".toml") ||
                          (key == "rtl" && !value.empty()) || (key == "device" && !value.empty()) ||
                          (key == "transfers" && is_transfer_file(value)) ||
                          (key == "schedule" && is_goal_file(value));
  return names_file ? beside_file(file, value) : value;
}

std::vector<KeyValues> read_key_values(const toml::table& table, const std::string& file) {
  std::vector<KeyValues> all;
  ErrorList errors;
  for (const auto& [name, node] : table) {
    KeyValues wanted{std::string(name.str()), {}};
    const auto add = [&](const toml::node& scalar) {
      const std::string place = toml_place(file, scalar);
      errors.collect([&] {
        for (const auto& value : expand_ranges(wanted.key, {toml_scalar(scalar, place, wanted.key)}, place)) {
          wanted.values.push_back(beside(file, wanted.key, value));
          RunConfig probe;
          set_key(probe, wanted.key, wanted.values.back(), place);  // refuses what cannot be
        }
      });
    };
    if (const auto* list = node.as_array())
      for (const auto& element : *list) add(element);
    else
      add(node);
    all.push_back(std::move(wanted));
  }
  errors.throw_if_any({});
  return all;
}

std::vector<Expectation> read_expectations(const toml::node& node, const std::string& file,
                                           ErrorList& errors) {
  std::vector<Expectation> all;
  const auto add = [&](const toml::table& table) {
    errors.collect([&] { all.push_back(read_one(table, file, errors)); });
  };
  const auto* list = node.as_array();
  if (const auto* table = node.as_table()) {
    add(*table);
  } else if (list != nullptr && list->is_array_of_tables()) {
    for (const auto& element : *list) add(*element.as_table());
  } else {
    errors.add(fmt::format("{}: expect: not allowed; allowed: [expect], or several [[expect]]",
                           toml_place(file, node)));
  }
  return all;
}

}  // namespace xb
