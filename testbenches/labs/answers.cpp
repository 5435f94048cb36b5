// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/answers.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "host/base/toml_place.h"
#include "testbenches/labs/criterion.h"

namespace xb {
namespace {

constexpr double kMostWhole = 9007199254740992;  // 2^53

void read_answers(const toml::table& table, const std::string& prefix, const std::string& file,
                  std::map<std::string, std::variant<double, std::string>>& values) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* inner = node.as_table(); inner != nullptr && prefix.empty()) {
      read_answers(*inner, name + ".", file, values);
      continue;
    }
    const auto number = node.value<double>();
    if (node.is_string())
      values[name] = node.value_or(std::string());
    else if (number && !node.is_boolean() && std::isfinite(*number))
      values[name] = *number;
    else
      throw InputError(fmt::format("{}: {}: not allowed; allowed: a number", toml_place(file, node), name));
  }
}

}  // namespace

Answers::Answers(const std::string& file, const std::string& text) {
  read_answers(parse_toml(SourceText(file, text), text), "", file, values_);
}

std::vector<std::string> Answers::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : values_) names.push_back(name);
  return names;
}

double Answers::number(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw NotReached(fmt::format("answers.toml has no {}", name));
  const auto* text = std::get_if<std::string>(&found->second);
  if (text == nullptr) return std::get<double>(found->second);
  if (text->empty() || text->front() == '?')
    throw NotReached(fmt::format("answers.toml: {} is not answered yet", name));
  throw NotReached(
      fmt::format("answers.toml: {} is \"{}\", a text; allowed: a number, without quotes", name, *text));
}

std::uint64_t Answers::whole(const std::string& name) const {
  const double value = number(name);
  if (value < 0 || value > kMostWhole || value != std::floor(value))
    throw NotReached(fmt::format("answers.toml: {} is {:g}; allowed: a whole number", name, value));
  return static_cast<std::uint64_t>(value);
}

std::string Answers::text(const std::string& name) const {
  const double value = number(name);
  if (value == std::floor(value) && std::abs(value) < kMostWhole) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

}  // namespace xb
