// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/exchange/step_end.h"
#include "host/liquid/transfer_set.h"
#include "host/schedule/schedule.h"

namespace xb {

/// Transfers in steps, as programs of the ranks: the transfers' hosts are ranks here.
struct SteppedExchange {
  const TransferSet& transfers;
  const StepSchedule& schedule;
  unsigned ranks;       ///< more than any rank of a transfer
  std::uint64_t bytes;  ///< of a transfer
  StepEnd end = StepEnd::Order;
  std::uint64_t step_ns = 0;  ///< with StepEnd::Time: of a step
};

/// A message a transfer; what a rank has for itself is not sent. A barrier's messages have one byte, and
/// tag 1.
Schedule stepped_exchange(const SteppedExchange& exchange);

}  // namespace xb
