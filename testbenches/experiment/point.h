// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "host/point/run_config.h"
#include "host/run/run_result.h"

namespace xb {

/// What a search found.
struct FoundValue {
  double value = 0;  ///< of the searched key
  double uncertain =
      0;  ///< distance to the farthest value that may be the true one; 0: its neighbour is none
  RunConfig stands_for;  ///< the search where something is expected of it, whatever it found
};

/// A point and what it measured.
struct Point {
  RunConfig config;
  RunResult result;
  std::size_t number = 0;                ///< in tables; 0: its position in the list
  std::optional<FoundValue> found = {};  ///< of a point that a search has found: its number is the search's
};

}  // namespace xb
