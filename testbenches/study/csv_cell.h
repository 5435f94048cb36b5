// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>

namespace xb {

/// A text as a cell of CSV: in quotes where it has a comma, a quote or a line break in it. What a spreadsheet
/// would take for a formula, and is no number, begins with a ' as spreadsheets have it for texts.
inline std::string csv_cell(const std::string& given) {
  const bool formula = !given.empty() && std::strchr("=+-@\t\r", given.front()) != nullptr;
  char* end = nullptr;
  const bool number = formula && (std::strtod(given.c_str(), &end), *end == '\0' && end != given.c_str());
  std::string text = formula && !number ? "'" + given : given;
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace xb
