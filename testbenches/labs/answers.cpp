// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/answers.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "host/base/table_reader.h"
#include "testbenches/labs/criterion.h"

namespace xb {
namespace {

constexpr double kMostWhole = 9007199254740992;  // 2^53
constexpr double kMostNumber = std::numeric_limits<double>::max();

}  // namespace

Answers::Answers(const std::string& file, const std::string& text, Wrong wrong) {
  const auto read = [&](const TomlValue& value) {
    auto& answer = values_[value.key];
    try {
      if (value.node.is_string())
        answer = value.node.value_or(std::string());
      else if (const auto whole = value.node.value_exact<std::int64_t>())
        answer = static_cast<double>(*whole);  // beyond 2^53 it is rounded
      else
        answer = value.number(-kMostNumber, kMostNumber);
    } catch (const InputError& error) {
      if (wrong == Wrong::IsRefused) throw;
      answer = NoNumber{error.what()};
    }
  };
  const OtherKeys inner{{"a number", read}};
  const auto read_or_table = [&](const TomlValue& value) {
    if (value.node.is_table())
      value.read_table({}, &inner);
    else
      read(value);
  };
  const OtherKeys all{{"a number", read_or_table}};
  TableReader reader(file, text);
  reader.read({}, &all);
  reader.throw_if_any();
}

std::vector<std::string> Answers::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : values_) names.push_back(name);
  return names;
}

double Answers::number(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw not_reached("answers.toml has no {}", name);
  if (const auto* none = std::get_if<NoNumber>(&found->second)) throw NotReached(none->why);
  const auto* text = std::get_if<std::string>(&found->second);
  if (text == nullptr) return std::get<double>(found->second);
  if (text->empty() || text->front() == '?') throw not_reached("answers.toml: {} is not answered yet", name);
  throw not_reached("answers.toml: {} is \"{}\", a text; allowed: a number, without quotes", name, *text);
}

std::uint64_t Answers::whole(const std::string& name) const {
  const double value = number(name);
  if (value < 0 || value > kMostWhole || value != std::floor(value))
    throw not_reached("answers.toml: {} is {:g}; allowed: a whole number", name, value);
  return static_cast<std::uint64_t>(value);
}

std::string Answers::text(const std::string& name) const {
  const double value = number(name);
  if (value == std::floor(value) && std::abs(value) < kMostWhole) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

}  // namespace xb
