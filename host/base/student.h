// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// 97.5 % quantile of Student's law: of 1 and 2 degrees of freedom the table's, from 3 on Cornish-Fisher's
/// expansion, within .0012 of it. Between whole numbers below 3 that of the one below.
constexpr double student_quantile(double freedom) {
  if (freedom < 2) return 12.7062;
  if (freedom < 3) return 4.3027;
  const double f = freedom;
  return 1.959964 + (2.372271 + (2.822503 + (2.555850 + 1.589530 / f) / f) / f) / f;
}

}  // namespace xb
