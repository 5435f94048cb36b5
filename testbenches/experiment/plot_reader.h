// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "host/base/input_errors.h"
#include "testbenches/experiment/plot.h"

namespace xb {

/// Reads each `[[plot]]`; what is wrong is added to `errors`.
std::vector<Plot> read_plots(const toml::node& node, const std::string& file, ErrorList& errors);

}  // namespace xb
