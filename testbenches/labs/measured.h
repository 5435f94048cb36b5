// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

struct RunConfig;

/// A measure of the lab's own run of a point, which runs once in this process however often it is asked for.
/// Throws InputError for a point that cannot be run, NotReached for a measure that it does not have.
double measured(const RunConfig& config, const std::string& measure);

}  // namespace xb
