// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/nic/cluster.h"

namespace xb {

/// `ideal`, `tam-326`, `tam-416`, `jacunski` or the path of a TOML file. Throws InputError.
Cluster find_cluster(const std::string& name);

/// What find_cluster() takes, for messages.
std::string allowed_clusters();

}  // namespace xb
