// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "host/run/run_result.h"

namespace xb {

struct Setup;

/// Of a point that is run. The packets of a schedule are its full ones.
PointFacts facts_of(const Setup& setup);

/// What people read of them, each with its name: memory, link, packet length.
std::vector<std::pair<std::string, std::string>> fact_lines(const RunConfig& config, const PointFacts& facts);

}  // namespace xb
