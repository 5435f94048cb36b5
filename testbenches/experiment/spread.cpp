// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/spread.h"

#include <cmath>
#include <numeric>

#include "host/base/student.h"

namespace xb {

Spread spread_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  Spread spread;
  spread.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) return spread;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / (count - 1));
  spread.ci95 = student_quantile(count - 1) * *spread.deviation / std::sqrt(count);
  return spread;
}

}  // namespace xb
