// SPDX-License-Identifier: Apache-2.0
#include "testbenches/steps/step_search_point.h"

#include <fmt/format.h>

#include <optional>

#include "host/base/cpu_clock.h"
#include "host/base/errors.h"
#include "host/liquid/certificate_check.h"
#include "host/point/run_config.h"
#include "host/step_methods/congestion_graph.h"
#include "host/step_methods/simultaneities.h"
#include "host/step_methods/step_methods.h"
#include "testbenches/experiment/point.h"
#include "testbenches/steps/scheduled_transfers.h"
#include "testbenches/tracing/run_point.h"

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

std::string share_text(const std::optional<double>& share) { return share ? percent(*share) : "-"; }

template <class T>
std::string count_text(const std::optional<T>& count) {
  return count ? std::to_string(*count) : "-";
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

std::string describe_step_search(const Point& p) {
  const StepSearchResult& s = *p.result.step_search;
  std::string text;
  const auto add = [&](const char* name, const std::string& value) { text += report_line(name, value); };
  add("step search", p.config.step_search.text() + ", nothing was run");
  add("transfers", std::to_string(s.transfers));
  add("duration (Lambda)", fmt::format("{} steps", s.lambda));
  add("liquid throughput", fmt::format("{:.4f} links", s.liquid_throughput));
  if (s.edges)
    add("congestion graph", fmt::format("{} edges, density {:.4f}", *s.edges, s.density.value_or(0)));
  if (const CategoryCounts& c = s.categories; c.all) {
    add("full teams", count_text(c.full_teams));
    add("categories", count_text(c.all));
    add("without blank ones", share_text(c.not_blank));
    add("without idle ones", share_text(c.not_idle));
    add("without both", share_text(c.neither));
    add("and skeleton first", share_text(c.skeleton_first));
    add("and by scarcest", share_text(c.scarcest_first));
  } else if (p.config.step_search->categories) {
    add("categories", fmt::format("not all of them within {}", p.config.time_limit.text()));
  }
  if (s.solved) {
    add("length", s.steps ? fmt::format("{} steps{}", *s.steps, *s.solved == 1 ? ", liquid" : "")
                          : fmt::format("no schedule within {}", p.config.time_limit.text()));
  }
  add("CPU time", fmt::format("{:.6f} s", p.result.cpu_seconds));
  return text;
}

void add_step_search_columns(TextTable& table) {
  using Column = TextTable::Column;
  for (const char* name : {"Lambda", "edges", "density", "steps", "skeleton first", "CPU time [s]"})
    table.column(name, Column::Value);
}

void add_step_search_cells(std::vector<std::string>& row, const Point& p) {
  const StepSearchResult& s = *p.result.step_search;
  row.insert(row.end(),
             {std::to_string(s.lambda), count_text(s.edges),
              s.density ? fmt::format("{:.4f}", *s.density) : "-", count_text(s.steps),
              share_text(s.categories.skeleton_first), fmt::format("{:.6f}", p.result.cpu_seconds)});
}

}  // namespace xb
