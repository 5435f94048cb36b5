// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace xb {

/// 0 of nothing.
template <class Part, class Whole>
double share_of(Part part, Whole whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// A mean, and what is known of it.
struct Estimate {
  double mean = 0;
  std::optional<double> ci95;  ///< half-width of the 95 % interval; nothing: unknown
};

}  // namespace xb
