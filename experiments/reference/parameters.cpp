// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/parameters.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace slots {
namespace {

std::string shown(double value) {
  std::ostringstream text;
  text.precision(12);
  text << value;
  return text.str();
}

}  // namespace

double number_of(const std::string& text, const std::string& what) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  double value = 0;
  char rest = 0;
  if (!(in >> value) || in >> rest || !std::isfinite(value))
    throw std::invalid_argument("'" + text + "' is not allowed; allowed: " + what);
  return value;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const auto& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

Parameters::Parameters(const std::vector<std::string>& texts) {
  for (const auto& text : texts) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw std::invalid_argument("'" + text + "' is not allowed; allowed: key=value");
    const std::string key = text.substr(0, equals);
    if (!values_.emplace(key, text.substr(equals + 1)).second)
      throw std::invalid_argument(key + ": given twice; allowed: once");
  }
}

const std::string* Parameters::find(const std::string& key) {
  known_.insert(key);
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

double Parameters::number(const std::string& key, double usual, double least, double most) {
  const std::string* text = find(key);
  if (text == nullptr) return usual;
  const std::string what = "a number, " + shown(least) + ".." + shown(most);
  double value = 0;
  try {
    value = number_of(*text, what);
    if (value < least || value > most)
      throw std::invalid_argument("'" + *text + "' is not allowed; allowed: " + what);
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(key + ": " + wrong.what());
  }
  return value;
}

std::uint64_t Parameters::count(const std::string& key, std::uint64_t usual, std::uint64_t least,
                                std::uint64_t most) {
  const double value =
      number(key, static_cast<double>(usual), static_cast<double>(least), static_cast<double>(most));
  if (value != std::floor(value))
    throw std::invalid_argument(key + ": '" + values_.at(key) + "' is not allowed; allowed: a whole number");
  return static_cast<std::uint64_t>(value);
}

std::string Parameters::text(const std::string& key, const std::string& usual) {
  const std::string* given = find(key);
  return given == nullptr ? usual : *given;
}

std::size_t Parameters::word(const std::string& key, const std::vector<std::string>& allowed) {
  const std::string* text = find(key);
  if (text == nullptr) return 0;
  const auto found = std::find(allowed.begin(), allowed.end(), *text);
  if (found == allowed.end())
    throw std::invalid_argument(key + ": '" + *text + "' is not allowed; allowed: " + joined(allowed));
  return static_cast<std::size_t>(found - allowed.begin());
}

void Parameters::refuse_unknown() const {
  for (const auto& [key, value] : values_) {
    if (known_.count(key) == 0)
      throw std::invalid_argument("unknown key '" + key +
                                  "'; allowed: " + joined({known_.begin(), known_.end()}));
  }
}

}  // namespace slots
