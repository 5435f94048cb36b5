// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/sources/module_ports.h"

namespace xb {

/// A description of a switch as far as the names of its ports and parameters tell, as TOML; what is not found
/// stands in it as a comment that says so. `file` is that of its source.
std::string guess_description(const std::string& file, const std::string& top,
                              const std::vector<ModulePort>& ports,
                              const std::vector<ModuleParameter>& parameters);

}  // namespace xb
