// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "experiments/reference/values.h"

namespace slots {

/// A mean and half the width of its interval with as many digits as the interval has a meaning for: "1.875
/// +- 0.012"; without an interval, "1".
std::string shown(const Estimate& estimate);

/// Makes values again, from `share` of their slots, and writes each as a row of a Markdown table as soon as
/// it is known: where it stands, model, parameters, measure, as it is cited, as it is made again, whether
/// they agree. Then how many agree, by place. Returns whether all do.
bool write_table(std::FILE* out, const std::vector<Value>& values, double share);

}  // namespace slots
