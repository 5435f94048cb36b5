// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace xb {

/// What a rank waits for before it begins with its next transfers.
enum class StepEnd : std::uint8_t {
  Order,    ///< nothing: a send follows the one before, a receive the one before
  Counts,   ///< all packets that it has to send and to receive in the step before
  Barrier,  ///< that all ranks have theirs: a dissemination barrier (Hensgen, Finkel & Manber 1988)
  Time      ///< its own clock: a step begins so long after the one before
};
constexpr auto words(StepEnd /*unused*/) { return std::array{"order", "counts", "barrier", "time"}; }

}  // namespace xb
