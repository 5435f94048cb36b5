// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "testbenches/sources/port_words.h"

namespace xb {
namespace {

bool digit_char(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
/// Where a name has a number.
struct NumberAt {
  std::size_t begin, end;
};
bool hex_char(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
/// Decimal ones; one or two hexadecimal digits that end a word; and of two digits in a row each by itself.
std::vector<NumberAt> numbers_in(const std::string& name) {
  std::vector<NumberAt> found;
  const auto word_ends = [&](std::size_t at) {
    return at >= name.size() || name[at] == '_' || name[at] == '.';
  };
  for (std::size_t at = 0; at < name.size(); ++at) {
    const std::size_t begin = at;
    while (at < name.size() && digit_char(name[at])) ++at;
    if (at > begin && at - begin <= 3) found.push_back({begin, at});
    if (at == begin + 2) found.insert(found.end(), {{begin, begin + 1}, {begin + 1, at}});
    std::size_t end = begin;
    while (end < name.size() && hex_char(name[end])) ++end;
    const bool begins = begin == 0 || !hex_char(name[begin - 1]);
    if (end > at && end - begin <= 2 && word_ends(end) && begins) found.push_back({begin, end});
  }
  return found;
}

/// Ports by what their names are without one number, or without two: in front of them, between, behind.
using Family = std::map<std::pair<std::string, std::string>, const ModulePort*>;  // by the digits of both
struct FamilyKey {
  bool two;
  std::string before, between, behind;
  bool output;
  unsigned bits;
  bool operator<(const FamilyKey& other) const {
    const auto all = [](const FamilyKey& k) {
      return std::tie(k.two, k.before, k.between, k.behind, k.output, k.bits);
    };
    return all(*this) < all(other);
  }
};

/// Numbers as port_pattern.h has them.
struct Counting {
  long first = 0;
  std::size_t digits = 1;
  char base = 'd';

  [[nodiscard]] long number(const std::string& text) const {
    return std::strtol(text.c_str(), nullptr, base == 'd' ? 10 : 16);
  }
  /// `term`: what is done with a port's number first.
  [[nodiscard]] std::string placeholder(const std::string& term) const {
    const std::string form =
        (digits > 1 ? fmt::format("0{}", digits) : "") + (base == 'd' ? "" : std::string(1, base));
    return "{i" + term + (first == 1 ? "+1" : "") + (form.empty() ? "" : ":" + form) + "}";
  }
};

/// Numbers from 0 or 1 on, of equally many digits or without zeros in front.
std::optional<Counting> counting(const std::set<std::string>& texts) {
  Counting found;
  std::set<std::size_t> digits;
  bool zeros = false;
  for (const std::string& text : texts) {
    digits.insert(text.size());
    zeros |= text.size() > 1 && text.front() == '0';
    for (const char c : text) {
      if (!digit_char(c)) found.base = c <= 'F' ? 'X' : 'x';
    }
  }
  if (zeros) found.digits = *digits.begin();
  std::set<long> numbers;
  for (const std::string& text : texts) numbers.insert(found.number(text));
  found.first = *numbers.begin();
  const bool whole = *numbers.rbegin() - found.first + 1 == static_cast<long>(texts.size());
  if (found.first > 1 || (zeros && digits.size() != 1) || numbers.size() != texts.size() || !whole) return {};
  return found;
}

/// What the names of a family have in common; nothing where they do not count.
std::optional<Signal> family_signal(const FamilyKey& key, const Family& family) {
  std::set<std::string> rows, columns;
  for (const auto& [texts, port] : family) {
    rows.insert(texts.first);
    columns.insert(texts.second);
  }
  const std::size_t least = key.two ? 2 : 1;
  const auto row = counting(rows), column = counting(columns);
  if (!row || !column || family.size() < 2 || rows.size() < least || columns.size() < least ||
      rows.size() * columns.size() != family.size())
    return {};
  std::map<std::pair<long, long>, const ModulePort*> ordered;
  for (const auto& [texts, port] : family)
    ordered[{row->number(texts.first), column->number(texts.second)}] = port;
  Signal signal;
  signal.output = key.output;
  const std::string group = std::to_string(columns.size());
  signal.found.pattern = key.before + (key.two ? row->placeholder("/" + group) : "") + key.between +
                         column->placeholder(key.two ? "%" + group : "") + key.behind;
  for (const auto& [number, port] : ordered) signal.found.names.push_back(port->name);
  signal.found.ports = static_cast<unsigned>(ordered.size());
  signal.found.bits = key.bits * signal.found.ports;
  find_role(signal, key.before + "_" + key.between + "_" + key.behind);
  return signal;
}

std::map<FamilyKey, Family> families_of(const std::vector<const ModulePort*>& ports) {
  std::map<FamilyKey, Family> families;
  for (const ModulePort* port : ports) {
    const std::string& name = port->name;
    const auto text = [&](std::size_t begin, std::size_t end) { return name.substr(begin, end - begin); };
    const std::vector<NumberAt> numbers = numbers_in(name);
    for (const NumberAt& at : numbers) {
      families[{false, text(0, at.begin), "", name.substr(at.end), port->output, port->bits}]
              [{"0", text(at.begin, at.end)}] = port;
      for (const NumberAt& row : numbers) {
        if (row.end > at.begin) continue;
        families[{true, text(0, row.begin), text(row.end, at.begin), name.substr(at.end), port->output,
                  port->bits}][{text(row.begin, row.end), text(at.begin, at.end)}] = port;
      }
    }
  }
  return families;
}

}  // namespace

std::vector<Signal> signals_of(const std::vector<const ModulePort*>& ports) {
  const auto families = families_of(ports);
  std::vector<Signal> signals;
  std::set<const ModulePort*> taken;
  std::vector<std::pair<FamilyKey, Family>> largest_first(families.begin(), families.end());
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  for (const auto& [key, family] : largest_first) {
    const auto is_taken = [&](const auto& one) { return taken.count(one.second) == 1; };
    if (std::any_of(family.begin(), family.end(), is_taken)) continue;
    auto signal = family_signal(key, family);
    if (!signal) continue;
    signals.push_back(std::move(*signal));
    for (const auto& [text, port] : family) taken.insert(port);
  }
  for (const ModulePort* port : ports) {
    if (taken.count(port) == 1) continue;
    Signal signal;
    signal.output = port->output;
    signal.found = {
        port->name, {port->name}, port->layout.base.empty() ? 0 : port->layout.elements, port->bits};
    find_role(signal, port->name);
    signals.push_back(std::move(signal));
  }
  return signals;
}

}  // namespace xb
