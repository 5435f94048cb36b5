// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_steps.h"

#include <utility>

namespace xb {

TransferSteps::TransferSteps(TransferSet transfers, StepOrder order, std::uint64_t seed)
    : transfers_(std::move(transfers)), order_(order), seed_(seed) {}

TransferSteps::TransferSteps(TransferSet transfers, StepSchedule schedule)
    : transfers_(std::move(transfers)), order_(nullptr), seed_(0), schedule_(std::move(schedule)) {
  std::call_once(once_, [] {});
}

const StepSchedule& TransferSteps::schedule() const {
  std::call_once(once_, [this] { schedule_ = order_(transfers_, seed_); });
  return schedule_;
}

}  // namespace xb
