// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/nic/cluster.h"

namespace xb {

/// Of a TOML file (docs/hosts.md). Throws InputError with all that is wrong.
Cluster read_cluster(const std::string& path);

struct RunConfig;

/// Gives what is not in `given` the values that the run will have: the cluster's defaults, and as `packet`
/// its frame. Without a schedule there is nothing to do. Throws InputError as read_cluster() does.
void take_cluster_defaults(RunConfig& config, const std::vector<std::string>& given);

}  // namespace xb
