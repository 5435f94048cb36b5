// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace xb {

/// A mean, and what is known of it.
struct Estimate {
  double mean = 0;
  std::optional<double> ci95;  ///< half-width of the 95 % interval; nothing: unknown
};

}  // namespace xb
