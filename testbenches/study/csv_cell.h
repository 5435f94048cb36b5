// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// A text as a cell of CSV: in quotes where it has a comma, a quote or a line break in it.
inline std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace xb
