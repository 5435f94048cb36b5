// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace xb {

struct Cluster;

/// Those that need no file.
const std::vector<Cluster>& built_in_clusters();

/// That of a name, or null.
const Cluster* find_cluster(std::string_view name);

}  // namespace xb
