// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/expectation.h"

namespace xb {

/// Points that are left out: those that have one of the values of each of these keys.
struct Exclusion {
  std::vector<KeyValues> keys;
  std::string place;  ///< for messages

  [[nodiscard]] bool excludes(const RunConfig& point) const;
};

}  // namespace xb
