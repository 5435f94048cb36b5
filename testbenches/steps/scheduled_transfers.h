// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/config/setup.h"
#include "host/liquid/liquid_solver.h"
#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// Of the busiest link: packets times the cycles in which it moves a beat (path_choice.h).
struct ChosenPaths {
  std::uint64_t given, chosen;  ///< by the paths that the topology has, and by those chosen
  std::uint64_t least;          ///< no legal paths take less
  unsigned least_steps;         ///< nor fewer steps of the length that these paths make
};

/// The transfers of a configuration with a schedule in steps, and their steps. Those of a host to itself are
/// among them: the paper counts them.
struct ScheduledTransfers {
  Setup setup;
  Topology topology;
  Wiring wiring;
  Routes routes;
  TransferSet transfers;
  LiquidAnswer answer;                     ///< where the schedule is not `liquid`, what its order comes to
  std::optional<ChosenPaths> chosen = {};  ///< where `routes` were chosen
};

/// Only the transfers.
TransferSet transfers_to_schedule(const Setup& setup);

enum class Paths : std::uint8_t { Given, Choose };

/// Throws InputError for a configuration that is none, RunError if what was found is no schedule, or paths
/// that were chosen are none. Where paths are chosen and the schedule is longer than any need, paths that
/// differ in one port are tried, too, up to a few hundred; where the given paths have the shorter schedule,
/// these are kept.
ScheduledTransfers scheduled_transfers(const RunConfig& config, const SolverLimits& limits,
                                       Paths paths = Paths::Given);

/// The topology with its paths as given ones.
Topology with_paths(const ScheduledTransfers& scheduled);

}  // namespace xb
