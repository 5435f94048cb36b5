// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "host/config/config_keys.h"

namespace xb {

/// The keys in which some of `count` configurations differ, `but` for these; `config(n)` is the n-th of the
/// configurations, from 0 on; each is asked for once.
std::vector<const ConfigKey*> differing_keys(std::size_t count,
                                             const std::function<RunConfig(std::size_t)>& config,
                                             const std::vector<std::string>& but = {});

}  // namespace xb
