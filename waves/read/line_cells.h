// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace xb {

/// A line of a line trace, taken apart.
struct LineCells {
  std::string_view cycle;
  std::vector<std::string_view> inputs, outputs;
  std::vector<std::string_view> queues;  ///< numbers
  std::string_view causes;               ///< a letter per input
  std::string_view drops;
  std::vector<std::string_view> lags;  ///< an output each; none where there is no such group

  /// False if the line has neither six groups nor seven.
  bool split(std::string_view line);
};

/// `src>dst#seq`, `#`, `.` or nothing.
bool is_beat_cell(std::string_view cell);

/// What the letter of a cause stands for; 4 if it is none.
constexpr std::uint64_t cause_of(char letter) {
  return letter == '-' ? 0 : letter == 'b' ? 1 : letter == 'h' ? 2 : letter == 'p' ? 3 : 4;
}

}  // namespace xb
