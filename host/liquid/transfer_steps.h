// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>

#include "host/liquid/transfer_set.h"

namespace xb {

/// How transfers are put into steps: liquid_steps() of liquid_solver.h, or one of first_fit_steps.h.
using StepOrder = StepSchedule (*)(const TransferSet& transfers, std::uint64_t seed);

/// Transfers and their steps, which are worked out when they are first asked for.
class TransferSteps {
 public:
  TransferSteps(TransferSet transfers, StepOrder order, std::uint64_t seed);
  /// With steps that are known.
  TransferSteps(TransferSet transfers, StepSchedule schedule);

  [[nodiscard]] const TransferSet& transfers() const { return transfers_; }
  [[nodiscard]] const StepSchedule& schedule() const;

 private:
  TransferSet transfers_;
  StepOrder order_;
  std::uint64_t seed_;
  mutable std::once_flag once_;
  mutable StepSchedule schedule_;
};

}  // namespace xb
