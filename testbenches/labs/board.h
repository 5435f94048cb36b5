// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace xb {

/// Submissions that compete in a criterion: what each reached, less is better, and its name.
struct LabBoard {
  std::string title;  ///< of the criterion
  std::vector<std::pair<double, std::string>> standings;
};

/// A table, the best first; equal ones share a place.
std::string board_text(const LabBoard& board);

}  // namespace xb
