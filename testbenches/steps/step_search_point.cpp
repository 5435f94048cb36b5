// SPDX-License-Identifier: Apache-2.0
#include "testbenches/steps/step_search_point.h"

#include "host/base/cpu_clock.h"
#include "host/base/errors.h"
#include "host/base/units.h"
#include "host/liquid/step_check.h"
#include "host/step_methods/congestion_graph.h"
#include "host/step_methods/fission_counts.h"
#include "host/step_methods/step_methods.h"
#include "testbenches/recording/run_point.h"
#include "testbenches/steps/scheduled_transfers.h"

namespace xb {
namespace {

/// Empty where time is over.
CategoryCounts categories_of(const TransferSet& transfers, double cpu_seconds) {
  const auto costs = fission_costs(transfers, cpu_seconds);
  if (!costs) return {};
  const std::uint64_t all = costs->front().counts.categories;
  const auto share = [&](std::size_t n) {
    return static_cast<double>((*costs)[n].counts.categories) / static_cast<double>(all);
  };
  return {costs->front().counts.found, all, share(1), share(2), share(3), share(4), share(5)};
}

void find_steps(const StepMethod& method, const TransferSet& transfers, const RunConfig& config,
                RunResult& result) {
  StepSearchResult& search = *result.step_search;
  const double start = cpu_now();
  const StepSchedule schedule = method.find(transfers, config.time_limit->value, config.seed);
  result.cpu_seconds = cpu_now() - start;
  search.solved = 0;
  if (schedule.steps == 0) return;
  if (const std::string fault = step_fault(transfers, schedule); !fault.empty())
    throw RunError("{}: the schedule found is none: {}", config.step_search.text(), fault);
  search.steps = schedule.steps;
  search.solved = schedule.steps == search.lambda ? 1 : 0;
  search.longer = static_cast<double>(schedule.steps - search.lambda) / search.lambda;
}

}  // namespace

RunResult step_search_point(const Setup& setup) {
  const RunConfig& config = setup.config;
  const TransferSet transfers = transfers_to_schedule(setup);
  RunResult result;
  StepSearchResult& search = result.step_search.emplace();
  search.transfers = transfers.size();
  search.lambda = transfers.duration();
  search.liquid_throughput = transfers.liquid_throughput();
  if (const auto graph = congestion_of(transfers)) {
    search.edges = graph->edges();
    search.density = graph->density();
  }
  const double start = cpu_now();
  if (config.step_search->categories) {
    search.categories = categories_of(transfers, config.time_limit->value);
    result.cpu_seconds = cpu_now() - start;
  }
  if (config.step_search->method != nullptr)
    find_steps(*config.step_search->method, transfers, config, result);
  return result;
}

RunResult run_or_search(const Setup& setup) {
  return setup.config.searches_steps() ? step_search_point(setup) : run_point(setup);
}

}  // namespace xb
