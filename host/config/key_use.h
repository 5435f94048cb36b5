// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/config/run_config.h"

namespace xb {

/// Refuses a key that differs from its default although none of the points heeds it (`window` with the switch
/// `output`), so that nobody believes to have measured its effect. In a sweep over several switches a key is
/// fine as soon as one point heeds it. Throws InputError that says who does.
void check_use(const std::vector<RunConfig>& points);

/// Whether the run that a configuration describes heeds a key.
bool heeds(const RunConfig& config, const std::string& key);

/// The same run with every key that it does not heed at its default, so that check_use() admits it alone.
RunConfig without_unheeded(const RunConfig& config);

}  // namespace xb
