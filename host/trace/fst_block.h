// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// Time units that a block of values in an FST spans: whoever writes or merges one holds no more in memory.
constexpr std::uint64_t kFstBlockTime = 5120;

}  // namespace xb
