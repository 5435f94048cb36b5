// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/nic/cluster.h"

namespace xb {

/// `ideal`, `tam-326`, `tam-416`, `jacunski` or the path of a TOML file. Throws InputError.
Cluster find_cluster(const std::string& name);

/// The names that need no file.
std::vector<std::string> cluster_names();

/// What find_cluster() takes, for messages.
std::string allowed_clusters();

}  // namespace xb
