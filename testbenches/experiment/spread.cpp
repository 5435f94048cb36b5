// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/spread.h"

#include <array>
#include <cmath>
#include <numeric>

namespace xb {
namespace {

/// 97.5 % quantile of Student's law.
double student(std::size_t freedom) {
  constexpr std::array<double, 30> kTable{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                          2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                          2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                          2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  if (freedom <= kTable.size()) return kTable.at(freedom - 1);
  constexpr double kNormal = 1.959964;
  return kNormal + (kNormal * kNormal * kNormal + kNormal) / (4 * static_cast<double>(freedom));
}

}  // namespace

Spread spread_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  Spread spread;
  spread.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) return spread;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / (count - 1));
  spread.ci95 = student(values.size() - 1) * *spread.deviation / std::sqrt(count);
  return spread;
}

}  // namespace xb
