// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "waves/compare/diff_result.h"
#include "waves/read/value_store.h"

namespace xb {

/// The value of `width` bits of a slot from `bit` on (width 0: all), as a reader wants it: bits as `8'h1f`,
/// with x and z as digits, or as `8'b000x1111` where a digit is so in part, decoded as a number; texts and
/// reals as they are.
ValueText value_text(const ValueStore& store, const ValueSlot& slot, std::uint32_t index,
                     std::uint32_t bit = 0, std::uint32_t width = 0);

}  // namespace xb
