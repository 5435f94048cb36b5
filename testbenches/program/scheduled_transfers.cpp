// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/scheduled_transfers.h"

#include <fmt/format.h>

#include <utility>

#include "host/base/cpu_clock.h"
#include "host/base/errors.h"
#include "host/config/fabric_setup.h"
#include "host/config/step_setup.h"
#include "host/liquid/certificate_check.h"
#include "host/liquid/step_check.h"
#include "host/network/topology_registry.h"

namespace xb {
namespace {

/// The solver's answer, or what another order comes to, which proves nothing where it is not as short.
LiquidAnswer answer_of(StepOrder order, const TransferSet& transfers, const SolverLimits& limits) {
  if (order == StepOrder::Liquid) return solve_liquid(transfers, limits);
  const double start = cpu_now();
  LiquidAnswer answer;
  answer.schedule = TransferSteps(transfers, order, limits.seed).schedule();
  answer.lower_bound = transfers.duration();
  if (answer.schedule.steps == answer.lower_bound) answer.verdict = LiquidVerdict::Liquid;
  answer.cpu_seconds = cpu_now() - start;
  return answer;
}

Topology topology_of(const Setup& setup) {
  return setup.fabric != nullptr ? setup.fabric->topology
                                 : make_topology(fmt::format("one-switch({})", setup.config.ports));
}

/// Fixed ones: the schedule is in steps.
Routes routes_of(const Setup& setup, const Topology& topology, const Wiring& wiring) {
  return setup.fabric != nullptr ? setup.fabric->routes : routes_of(topology, wiring);
}

}  // namespace

TransferSet transfers_to_schedule(const Setup& setup) {
  const Topology topology = topology_of(setup);
  const Wiring wiring(topology);
  return transfers_of(setup.config, setup.hosts_taking_part, topology, wiring,
                      routes_of(setup, topology, wiring), true);
}

ScheduledTransfers scheduled_transfers(const RunConfig& config, const SolverLimits& limits) {
  Setup setup = resolve(config);
  Topology topology = topology_of(setup);
  Wiring wiring(topology);
  Routes routes = routes_of(setup, topology, wiring);
  TransferSet transfers = transfers_of(setup.config, setup.hosts_taking_part, topology, wiring, routes, true);
  LiquidAnswer answer = answer_of(*setup.hosts->schedule->step_order, transfers, limits);
  std::string fault = step_fault(transfers, answer.schedule);
  if (fault.empty() && answer.lower_bound > transfers.duration())
    fault = proof_fault(transfers, answer.lower_bound - 1, answer.proof);
  if (!fault.empty())
    throw RunError(fmt::format("{}: the schedule found is none: {}", config.schedule, fault));
  return {std::move(setup),  std::move(topology),  std::move(wiring),
          std::move(routes), std::move(transfers), std::move(answer)};
}

}  // namespace xb
