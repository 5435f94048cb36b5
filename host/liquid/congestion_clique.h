// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/liquid/transfer_set.h"

namespace xb {

/// More than `more_than` transfers, any two of which share a link of capacity 1, as far as a search of so
/// many nodes finds them; else none. They need a step each.
std::vector<std::uint32_t> congestion_clique(const TransferSet& transfers, unsigned more_than,
                                             std::uint64_t nodes);

}  // namespace xb
