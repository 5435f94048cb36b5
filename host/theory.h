// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/run_config.h"

namespace xb {

/// What theory says of a point: a closed form, an exact chain, or a table, by name.
struct Theory {
  std::string name;
  std::string description;  ///< what it gives, its unit, its source
  /// The value for that point; nothing if the theory does not cover it.
  std::optional<double> (*value)(const RunConfig&);
};

const std::vector<Theory>& theories();

/// The theory of that name, or null.
const Theory* find_theory(const std::string& name);

}  // namespace xb
