// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/liquid/liquid_solver.h"
#include "host/liquid/no_schedule_proof.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// Whether a schedule is one: every transfer is in one of its steps, no step is empty, and in no step a link
/// carries more than its capacity. Shares no code with what makes schedules. Empty, or what is wrong, in a
/// line with the step and the link.
std::string step_fault(const TransferSet& transfers, const StepSchedule& schedule);

/// Whether a traffic really has no schedule of so many steps for the reason given: the clique is looked at
/// pair by pair; the formula is made again from the traffic, and the derivation followed to the empty clause
/// (rup_check.h). Shares no code with what makes proofs. Empty, or what is wrong, in a line.
std::string proof_fault(const TransferSet& transfers, unsigned steps, const NoScheduleProof& proof);

/// What is wrong with a solver's schedule, or with the proof of its lower bound where that is above the
/// duration; or empty.
std::string answer_fault(const TransferSet& transfers, const LiquidAnswer& answer);

}  // namespace xb
