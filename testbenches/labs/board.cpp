// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/board.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbenches/terminal/text_table.h"

namespace xb {

std::string board_text(const LabBoard& board) {
  auto standings = board.standings;
  std::sort(standings.begin(), standings.end());
  std::vector<std::vector<std::string>> rows;
  std::size_t place = 0;
  for (std::size_t n = 0; n < standings.size(); ++n) {
    const auto& [value, name] = standings[n];
    if (n == 0 || value != standings[n - 1].first) place = n + 1;
    rows.push_back({name, fmt::format("{}", place), fmt::format("{:.10g}", value)});
  }
  return fmt::format("  {}\n{}", board.title, format_table({"submission", "place", "cycles"}, rows));
}

}  // namespace xb
