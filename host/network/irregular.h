// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/network/topology.h"

namespace xb {

/// A random connected network, as that of Jacunski et al. (1999), Table 3: a switch has between half and five
/// thirds of the mean number of hosts and 1 to 5 cables, at most 2 of them to the same switch. The same for
/// the same seed.
Topology make_irregular(unsigned switches, unsigned hosts, std::uint64_t seed);

}  // namespace xb
