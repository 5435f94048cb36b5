// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_steps.h"

#include <utility>

#include "host/liquid/first_fit_steps.h"
#include "host/liquid/liquid_solver.h"

namespace xb {
namespace {

StepSchedule steps_in(StepOrder order, const TransferSet& transfers, std::uint64_t seed) {
  switch (order) {
    case StepOrder::Liquid: {
      SolverLimits limits;
      limits.cpu_seconds = 0;
      limits.rounds = 1;
      limits.seed = seed;
      return solve_liquid(transfers, limits).schedule;
    }
    case StepOrder::RoundRobin:
      return round_robin_steps(transfers);
    case StepOrder::Random:
      return random_order_steps(transfers, seed);
    case StepOrder::BusiestFirst:
      return busiest_first_steps(transfers);
  }
  return {};
}

}  // namespace

TransferSteps::TransferSteps(TransferSet transfers, StepOrder order, std::uint64_t seed)
    : transfers_(std::move(transfers)), order_(order), seed_(seed) {}

TransferSteps::TransferSteps(TransferSet transfers, StepSchedule schedule)
    : transfers_(std::move(transfers)), order_(StepOrder::Liquid), seed_(0), schedule_(std::move(schedule)) {
  std::call_once(once_, [] {});
}

const StepSchedule& TransferSteps::schedule() const {
  std::call_once(once_, [this] { schedule_ = steps_in(order_, transfers_, seed_); });
  return schedule_;
}

}  // namespace xb
