// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/liquid/transfer_set.h"

namespace xb {

/// The complete exchange of a fat tree of switches with so many ports, by paths that use all of it: the port
/// up from an edge switch is the destination's number among its edge switch's hosts, that from an aggregation
/// switch its edge switch's number in its pod. So all hosts' links are bottlenecks, and those between
/// switches nearly so. (A network's fixed paths take the same number twice and leave core switches unused.)
TransferSet spread_fat_tree(unsigned ports);

}  // namespace xb
