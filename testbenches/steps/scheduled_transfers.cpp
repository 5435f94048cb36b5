// SPDX-License-Identifier: Apache-2.0
#include "testbenches/steps/scheduled_transfers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "host/base/cpu_clock.h"
#include "host/base/errors.h"
#include "host/config/resolved_network.h"
#include "host/config/schedule_steps.h"
#include "host/liquid/certificate_check.h"
#include "host/liquid/path_choice.h"
#include "host/network/fixed_routes.h"
#include "host/network/route_check.h"
#include "host/network/topology_registry.h"

namespace xb {
namespace {

/// The solver's answer, or what another order comes to, which proves nothing where it is not as short.
LiquidAnswer answer_of(StepOrder order, const TransferSet& transfers, const SolverLimits& limits) {
  if (order == liquid_steps) return solve_liquid(transfers, limits);
  const double start = cpu_now();
  LiquidAnswer answer;
  answer.schedule = order(transfers, limits.seed);
  answer.lower_bound = transfers.duration();
  if (answer.schedule.steps == answer.lower_bound) answer.verdict = LiquidVerdict::Liquid;
  answer.cpu_seconds = cpu_now() - start;
  return answer;
}

Topology topology_of(const Setup& setup) {
  return setup.fabric != nullptr ? setup.fabric->topology : one_switch(setup.config.ports);
}

/// Fixed ones: the schedule is in steps.
Routes routes_of(const Setup& setup, const Topology& topology, const Wiring& wiring) {
  return setup.fabric != nullptr ? setup.fabric->routes : routes_of(topology, wiring);
}

std::vector<SizedTransfer> sized(const TransferSet& transfers) {
  std::vector<SizedTransfer> list;
  for (unsigned t = 0; t < transfers.size(); ++t) list.push_back({transfers[t], 1});
  return list;
}

unsigned slowest_period(const TransferSet& transfers) {
  unsigned slowest = 1;
  for (unsigned link = 0; link < transfers.links(); ++link)
    slowest = std::max(slowest, transfers.kind(link).period_cycles);
  return slowest;
}

std::uint64_t busiest_time(const TransferSet& transfers) {
  std::uint64_t most = 0;
  for (unsigned link = 0; link < transfers.links(); ++link)
    most = std::max(most, std::uint64_t{transfers.load(link)} * transfers.kind(link).period_cycles);
  return most;
}

/// Transfers by one choice of paths, and their steps.
struct Chosen {
  Routes routes;
  TransferSet transfers;
  LiquidAnswer answer;

  [[nodiscard]] std::uint64_t time() const {
    return std::uint64_t{answer.schedule.steps} * slowest_period(transfers);
  }
};

class Choosing {
 public:
  Choosing(const ScheduledTransfers& made, StepOrder order, SolverLimits limits)
      : made_(made), list_(sized(made.transfers)), order_(order), limits_(std::move(limits)) {}

  [[nodiscard]] TransferSet over(const Routes& routes) const {
    return transfers_over(made_.topology, made_.wiring, routes, list_);
  }

  Chosen run(ChosenPaths& paths) {
    const PathChoice choice = choose_paths(made_.topology, made_.wiring, made_.routes, list_, limits_.seed);
    Chosen best = by(choice.routes, limits_);
    try_others(best, choice.least);
    if (best.time() > choice.given) {  // else no schedule by the given paths is shorter
      Chosen given = by(made_.routes, limits_);
      if (given.time() < best.time()) best = std::move(given);
    }
    const std::uint64_t slowest = slowest_period(best.transfers);
    paths = {choice.given, busiest_time(best.transfers), choice.least,
             static_cast<unsigned>((choice.least + slowest - 1) / slowest)};
    return best;
  }

 private:
  [[nodiscard]] Chosen by(const Routes& routes, const SolverLimits& limits) const {
    TransferSet transfers = over(routes);
    LiquidAnswer answer = answer_of(order_, transfers, limits);
    return {routes, std::move(transfers), std::move(answer)};
  }

  void try_others(Chosen& best, std::uint64_t least) const {
    constexpr unsigned kMostTries = 256;
    constexpr unsigned kMostTried = 4096;
    if (list_.size() > kMostTried) return;
    SolverLimits quick = limits_;
    quick.rounds = 1;
    unsigned tries = 0;
    for (bool shorter = true; shorter && best.time() > least && best.answer.schedule.steps > 1;) {
      shorter = false;
      const Routes from = best.routes;
      each_other_path(made_.topology, made_.wiring, from, list_, best.time() - 1, [&](const Routes& routes) {
        Chosen other = by(routes, quick);
        shorter = other.time() < best.time();
        if (shorter) best = std::move(other);
        return !shorter && ++tries < kMostTries;
      });
    }
  }

  const ScheduledTransfers& made_;
  std::vector<SizedTransfer> list_;
  StepOrder order_;
  SolverLimits limits_;
};

void choose(ScheduledTransfers& made, StepOrder order, const SolverLimits& limits) {
  Choosing choosing(made, order, limits);
  ChosenPaths paths{};
  Chosen best = choosing.run(paths);
  // What the tables say that are written is what is checked.
  made.routes = std::move(best.routes);
  const Topology written = with_paths(made);
  made.routes = fixed_routes_of(written, made.wiring);
  check_routes(written, made.wiring, made.routes);
  made.transfers = choosing.over(made.routes);
  made.answer = std::move(best.answer);
  made.chosen = paths;
}

}  // namespace

TransferSet transfers_to_schedule(const Setup& setup) {
  const Topology topology = topology_of(setup);
  const Wiring wiring(topology);
  return transfers_of(setup.config, setup.hosts_taking_part, topology, wiring,
                      routes_of(setup, topology, wiring), true);
}

ScheduledTransfers scheduled_transfers(const RunConfig& config, const SolverLimits& limits, Paths paths) {
  Setup setup = resolve(config);
  Topology topology = topology_of(setup);
  Wiring wiring(topology);
  Routes routes = routes_of(setup, topology, wiring);
  TransferSet transfers = transfers_of(setup.config, setup.hosts_taking_part, topology, wiring, routes, true);
  ScheduledTransfers made{std::move(setup),  std::move(topology),  std::move(wiring),
                          std::move(routes), std::move(transfers), {}};
  const StepOrder order = made.setup.hosts->schedule->step_order;
  if (paths == Paths::Choose)
    choose(made, order, limits);
  else
    made.answer = answer_of(order, made.transfers, limits);
  if (const std::string fault = answer_fault(made.transfers, made.answer); !fault.empty())
    throw RunError("{}: the schedule found is none: {}", config.schedule.text(), fault);
  return made;
}

Topology with_paths(const ScheduledTransfers& scheduled) {
  Topology topology = scheduled.topology;
  topology.host_routes = host_routes_of(scheduled.wiring, scheduled.routes);
  return topology;
}

}  // namespace xb
