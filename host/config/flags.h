// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

struct RunConfig;

/// The flags that give this configuration, as a shell reads them: keys that differ from what the point would
/// have without.
std::string flags_of(const RunConfig& config);

}  // namespace xb
