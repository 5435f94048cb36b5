// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "host/run/run_result.h"

namespace xb {

/// Lines for the report of a run, each with its name: inputs that get much less through than the others, or
/// nothing, and flows of which nothing came. None if there is nothing to say. `network`: inputs are hosts.
std::vector<std::pair<std::string, std::string>> delivery_lines(const DeliveryResult& delivery, bool network);

}  // namespace xb
