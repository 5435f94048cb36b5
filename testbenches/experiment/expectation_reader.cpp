// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/expectation_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/config/config_keys.h"

namespace xb {
namespace {

[[noreturn]] void refuse(const std::string& place, std::string_view key, const std::string& value,
                         const std::string& allowed) {
  throw InputError(
      fmt::format("{}: expect.{}: '{}' is not allowed; allowed: {}", place, key, value, allowed));
}

void read_tolerance(Expectation& e, const std::string& text, const std::string& place) {
  constexpr const char* kAllowed =
      "a number from 0 on, or a percentage of the expected value such as \"2 %\"";
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

std::vector<KeyValues> read_where(const toml::node& node, const std::string& file) {
  const auto* table = node.as_table();
  if (table == nullptr) refuse(toml_place(file, node), "where", "", "a table of keys and their values");
  std::vector<KeyValues> where;
  for (const auto& [name, value] : *table) {
    KeyValues w{std::string(name.str()), {}};
    const std::string place = toml_place(file, value);
    const auto add = [&](const toml::node& scalar) {
      w.values.push_back(toml_scalar(scalar, place, w.key));
      RunConfig probe;
      set_key(probe, w.key, w.values.back(), place);  // refuses what cannot be
    };
    if (const auto* list = value.as_array())
      for (const auto& element : *list) add(element);
    else
      add(value);
    where.push_back(std::move(w));
  }
  return where;
}

Expectation read_one(const toml::table& table, const std::string& file) {
  Expectation e;
  e.place = toml_place(file, table);
  bool tolerance_given = false;
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    const std::string place = toml_place(file, node);
    const auto text = [&] { return toml_scalar(node, place, "expect." + key); };
    if (key == "measure") {
      e.measure = text();
      e.place = place;
    } else if (key == "per") {
      e.unit = read_unit(text(), place);
    } else if (key == "tolerance") {
      read_tolerance(e, text(), place);
      tolerance_given = true;
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
    } else if (key == "where") {
      e.where = read_where(node, file);
    } else {
      throw InputError(
          fmt::format("{}: unknown key 'expect.{}'; allowed: measure of per tolerance theory values at-least "
                      "at-most where",
                      place, key));
    }
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

}  // namespace

std::string toml_scalar(const toml::node& node, const std::string& place, std::string_view key) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  throw InputError(
      fmt::format("{}: {}: not allowed; allowed: a string, a number, or a list of them", place, key));
}

std::string toml_place(const std::string& file, const toml::node& node) {
  return fmt::format("{}:{}", file, node.source().begin.line);
}

std::vector<Expectation> read_expectations(const toml::node& node, const std::string& file) {
  if (const auto* table = node.as_table()) return {read_one(*table, file)};
  std::vector<Expectation> all;
  const auto* list = node.as_array();
  if (list == nullptr || !list->is_array_of_tables())
    throw InputError(fmt::format("{}: expect: not allowed; allowed: [expect], or several [[expect]]",
                                 toml_place(file, node)));
  for (const auto& element : *list) all.push_back(read_one(*element.as_table(), file));
  return all;
}

}  // namespace xb
