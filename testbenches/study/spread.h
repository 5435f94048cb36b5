// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
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

/// A number in a table; `-`: there is none.
std::string number_cell(const std::optional<double>& value);
/// Mean, deviation and interval, of any number of values.
void add_spread_cells(std::vector<std::string>& row, const std::vector<double>& values);

}  // namespace xb
