// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "host/liquid/no_schedule_proof.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// What CaDiCaL (Biere et al.) says of the schedules of so many steps.
struct SatSteps {
  enum class Verdict : std::uint8_t { Found, Impossible, Unknown };
  Verdict verdict = Verdict::Unknown;
  std::vector<std::uint32_t> step_of = {};  ///< Found: by transfer
  NoScheduleProof proof = {};               ///< Impossible
};

/// Unknown after so many conflicts, when `stop`, called often, says so, or where the formula is too large.
SatSteps sat_steps(const TransferSet& transfers, unsigned steps, unsigned conflicts,
                   const std::function<bool()>& stop);

}  // namespace xb
