// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/config/setup.h"
#include "host/liquid/liquid_solver.h"
#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// The transfers of a configuration with a schedule in steps, and their steps. Those of a host to itself are
/// among them: the paper counts them.
struct ScheduledTransfers {
  Setup setup;
  Topology topology;
  Wiring wiring;
  Routes routes;
  TransferSet transfers;
  LiquidAnswer answer;  ///< where the schedule is not `liquid`, what its order comes to
};

/// Only the transfers.
TransferSet transfers_to_schedule(const Setup& setup);

/// Throws InputError for a configuration that is none, RunError if what was found is no schedule.
ScheduledTransfers scheduled_transfers(const RunConfig& config, const SolverLimits& limits);

}  // namespace xb
