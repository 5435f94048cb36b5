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

#include "host/base/ranges.h"
#include "testbenches/sources/port_words.h"

namespace xb {
namespace {

bool digit_char(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
/// Where a name has a number.
struct NumberAt {
  std::size_t begin, end;
};
bool hex_char(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
/// Decimal ones; one or two hexadecimal digits that end a word; of two digits in a row each by itself; and
/// letters that are words.
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
    const bool letter = end == begin && word_ends(begin + 1) && (begin == 0 || word_ends(begin - 1));
    if (letter && !word_ends(begin)) end = begin + 1;
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
  std::string letters;  // in the place of numbers: `a,b,c,d`

  [[nodiscard]] long number(const std::string& text) const {
    if (!letters.empty()) return text.front() - letters.front();
    return std::strtol(text.c_str(), nullptr, base == 'd' ? 10 : 16);
  }
  /// `term`: what is done with a port's number first.
  [[nodiscard]] std::string placeholder(const std::string& term) const {
    if (!letters.empty()) return "{i:" + letters + "}";
    const std::string form =
        (digits > 1 ? fmt::format("0{}", digits) : "") + (base == 'd' ? "" : std::string(1, base));
    return "{i" + term + (first == 1 ? "+1" : "") + (form.empty() ? "" : ":" + form) + "}";
  }
};

/// The letters from a on.
std::string letters_of(const std::set<std::string>& texts) {
  std::string letters;
  char next = texts.begin()->front() == 'A' ? 'A' : 'a';
  for (const std::string& text : texts) {
    if (text != std::string(1, next++)) return "";
    letters += (letters.empty() ? "" : ",") + text;
  }
  return letters;
}

/// Numbers from 0 or 1 on, of equally many digits or without zeros in front; or letters.
std::optional<Counting> counting(const std::set<std::string>& texts) {
  Counting found;
  found.letters = letters_of(texts);
  if (!found.letters.empty()) return found;
  std::set<std::size_t> digits;
  bool zeros = false;
  for (const std::string& text : texts) {
    digits.insert(text.size());
    zeros |= text.size() > 1 && text.front() == '0';
    for (const char c : text) {
      if (!hex_char(c)) return {};
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
  if (!row || !column || (key.two && !(row->letters + column->letters).empty()) || family.size() < 2 ||
      rows.size() < least || columns.size() < least || rows.size() * columns.size() != family.size())
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

using Families = std::map<FamilyKey, Family>;

Families families_of(const std::vector<const ModulePort*>& ports) {
  Families families;
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

/// The port that has no number where its family begins at 1, or 2: `valid`, `valid1`; `valid`, `valid_1`.
struct FirstPort {
  const ModulePort* port = nullptr;
  FamilyKey key;  // without the underscore that is only there in front of a number
};
std::optional<FirstPort> first_without_number(const FamilyKey& key, const Family& family,
                                              const std::vector<const ModulePort*>& ports) {
  std::set<std::string> texts;
  for (const auto& [text, port] : family) texts.insert(text.second);
  const long first = std::strtol(texts.begin()->c_str(), nullptr, 10);
  for (long n = first; n < first + static_cast<long>(texts.size()); ++n) {
    if (texts.count(std::to_string(n)) == 0) return {};
  }
  if (key.two || first < 1 || first > 2) return {};
  const auto find = [&](const FamilyKey& of) -> std::optional<FirstPort> {
    const auto is_it = [&](const ModulePort* port) {
      return port->name == of.before + of.behind && port->output == of.output && port->bits == of.bits;
    };
    const auto port = std::find_if(ports.begin(), ports.end(), is_it);
    return port == ports.end() ? std::nullopt : std::optional(FirstPort{*port, of});
  };
  auto whole = find(key);
  if (whole || key.before.empty() || key.before.back() != '_') return whole;
  FamilyKey shorter = key;
  shorter.before.pop_back();
  return find(shorter);
}

Signal signal_from_first(const FirstPort& first, const Family& family) {
  std::map<long, const ModulePort*> ordered;
  for (const auto& [text, port] : family) ordered[std::strtol(text.second.c_str(), nullptr, 10)] = port;
  const std::string &before = first.key.before, &behind = first.key.behind;
  Signal signal;
  signal.output = first.key.output;
  signal.found.names = {first.port->name};
  std::string middles;
  for (const auto& [number, port] : ordered) {
    const std::size_t length = port->name.size() - before.size() - behind.size();
    middles += "," + port->name.substr(before.size(), length);
    signal.found.names.push_back(port->name);
  }
  signal.found.pattern = fmt::format("{}{{i:{}}}{}", before, middles, behind);
  signal.found.ports = static_cast<unsigned>(signal.found.names.size());
  signal.found.bits = first.key.bits * signal.found.ports;
  find_role(signal, before + "_" + behind);
  return signal;
}

/// Of streams whose first port has no number; of equally many ports in so many signals it is no chance.
std::vector<Signal> signals_from_first(const Families& families, const std::vector<const ModulePort*>& ports,
                                       std::set<const ModulePort*>& taken) {
  constexpr std::size_t kLeast = 3;
  std::map<std::size_t, std::vector<std::pair<FirstPort, const Family*>>> found;  // by ports
  for (const auto& [key, family] : families) {
    if (const auto first = first_without_number(key, family, ports))
      found[family.size()].emplace_back(*first, &family);
  }
  std::vector<Signal> signals;
  for (const auto& [size, alike] : found) {
    if (alike.size() < kLeast) continue;
    for (const auto& [first, family] : alike) {
      if (!taken.insert(first.port).second) continue;
      for (const auto& [text, port] : *family) taken.insert(port);
      signals.push_back(signal_from_first(first, *family));
    }
  }
  return signals;
}

}  // namespace

std::vector<Signal> signals_of(const std::vector<const ModulePort*>& ports) {
  const auto families = families_of(ports);
  std::set<const ModulePort*> taken;
  std::vector<Signal> signals = signals_from_first(families, ports, taken);
  std::vector<std::pair<FamilyKey, Family>> largest_first(families.begin(), families.end());
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  for (const auto& [key, family] : largest_first) {
    const auto is_taken = [&](const auto& one) { return taken.count(one.second) == 1; };
    if (any_of(family, is_taken)) continue;
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
