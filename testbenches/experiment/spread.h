// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace xb {

/// What several seeds measured of one point.
struct Spread {
  double mean = 0;
  std::optional<double> deviation;  ///< standard deviation of one seed's value; of two seeds or more
  std::optional<double> ci95;       ///< half-width of the mean's 95 % interval, by Student's law
};

/// Of at least one value; each seed's value is taken as one independent draw.
Spread spread_of(const std::vector<double>& values);

}  // namespace xb
