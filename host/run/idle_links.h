// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/config/resolved_network.h"
#include "host/fabric/fabric.h"
#include "host/run/network_result.h"

namespace xb {

/// Links between switches, as `from -> to`, that no packet left by in the window, though each is on a
/// shortest path (in cables, whatever the routes allow) between two hosts of which one has sent to the other.
std::vector<std::string> idle_links(const ResolvedNetwork& setup, const Fabric& fabric,
                                    const NetworkWindow& window);

}  // namespace xb
