// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// What a search for a liquid schedule ends with.
enum class LiquidVerdict : std::uint8_t {
  Liquid,  ///< a schedule as short as the duration
  None,    ///< proof that there is no such schedule
  Open     ///< neither was found
};

constexpr const char* verdict_name(LiquidVerdict verdict) {
  switch (verdict) {
    case LiquidVerdict::Liquid:
      return "liquid";
    case LiquidVerdict::None:
      return "none";
    case LiquidVerdict::Open:
      return "open";
  }
  return "";
}

}  // namespace xb
