// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/run_config.h"

namespace xb {

/// Refuses a key that differs from its default although none of the points heeds it (`window` with the switch
/// `output`), so that nobody believes to have measured its effect. In a sweep over several switches a key is
/// fine as soon as one point heeds it. Throws InputError that says who does.
void check_use(const std::vector<RunConfig>& points);

}  // namespace xb
