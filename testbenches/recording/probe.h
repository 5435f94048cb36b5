// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "host/run/simulation.h"
#include "host/trace/trigger.h"

namespace xb {

struct Setup;

/// Where a trigger fired.
struct Hit {
  std::uint64_t cycle;
  std::string text;  ///< what happened; of a failed run, its message

  /// In one line: of a longer message the first, and what it announces.
  [[nodiscard]] std::string line() const;
};

/// Runs the point up to the first cycle that `trigger` means of switch `index`; for `mismatch` and
/// `assertion` that is the last cycle of a run that fails. None if the run ends without. A run that fails
/// while something else was waited for throws its RunError.
std::optional<Hit> probe(const Setup& setup, std::size_t index, const Trigger& trigger,
                         const Progress& progress = {});

}  // namespace xb
