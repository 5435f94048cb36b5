// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace xb {

/// Hears now and then, while a switch or a network drains, how many packets are left in it.
using PacketsLeft = std::function<void(std::uint64_t)>;

}  // namespace xb
