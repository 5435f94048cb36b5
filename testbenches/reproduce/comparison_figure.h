// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "testbenches/report/figure.h"
#include "testbenches/reproduce/comparison.h"

namespace xb {

/// Published values, hollow and dashed, beside ours, over the key with the most numbers; where that would be
/// more lines than can be told apart, over the values' positions in the list. Nothing where there are fewer
/// than three published values.
std::optional<Figure> comparison_figure(const Reproduced& reproduced, const Comparison& comparison);

/// The comparison that says most as a picture: the one with the most published values; null if none has
/// three.
const Comparison* pictured(const Reproduced& reproduced);

}  // namespace xb
