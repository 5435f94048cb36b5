// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/nic/cluster.h"

namespace xb {

/// Of a TOML file (docs/hosts.md). Throws InputError with all that is wrong.
Cluster read_cluster(const std::string& path);

}  // namespace xb
