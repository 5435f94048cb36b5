// SPDX-License-Identifier: Apache-2.0
#include "bench/timed_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/fabric/switch_run.h"
#include "host/nic/schedule_job.h"
#include "host/run/switch_result.h"
#include "host/run/system.h"
#include "host/schedule/placed.h"
#include "testbenches/engines/engines.h"
#include "testbenches/terminal/text_table.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

/// What a switch measured, but for what its hosts offered: the hosts at its ports are others.
std::string measured(const RunConfig& config, RunResult result) {
  result.offered_load = 0;
  result.offered_packets = 0;
  result.loss = {};
  return result_to_json(config, result).dump();
}

std::unique_ptr<ScheduleJob> job_of(const Setup& setup) {
  if (!setup.hosts) return nullptr;
  Schedule schedule = setup.hosts->program();
  if (!setup.hosts_taking_part.is_all())
    schedule = placed(std::move(schedule), setup.fabric->wiring.hosts(), setup.hosts_taking_part);
  const std::vector<std::uint64_t> starts(schedule.ranks.size());
  return std::make_unique<ScheduleJob>(std::move(schedule), setup.hosts->nic, starts);
}

}  // namespace

std::string load_average() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? fmt::format("{:.1f}", load) : "unknown";
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_table(const std::string& title, const std::vector<std::string>& head, const Rows& rows) {
  fmt::print("\n{}\n{}", title, format_table(head, rows));
  std::fflush(stdout);
}

TimedRun timed_run(const Setup& setup, std::vector<Tape>* tapes) {
  const double memory = resident_bytes();
  const double start = cpu_now();
  const auto owned = models_of(setup);
  std::vector<std::unique_ptr<TapedSwitch>> taped;
  Models models;
  for (const auto& model : owned) {
    if (tapes != nullptr) {
      taped.push_back(std::make_unique<TapedSwitch>(*model, setup.config.data_words()));
      models.push_back(taped.back().get());
    } else {
      models.push_back(model.get());
    }
  }
  const auto job = job_of(setup);
  const auto system = make_system(setup, models, {job.get(), nullptr}, {});
  TimedRun timed;
  const double made = cpu_now();
  timed.make_seconds = made - start;
  timed.bytes_per_switch = (resident_bytes() - memory) / static_cast<double>(models.size());
  const std::uint64_t end = job ? Workload::kNever : setup.config.cycles;
  system->open();
  while (system->now() < end && !system->finished()) system->advance(end);
  system->close();
  if (job) job->check_all_arrived();
  system->drain({});
  timed.run_seconds = cpu_now() - made;
  timed.result = system->result();
  if (tapes != nullptr) {
    tapes->clear();
    for (const auto& model : taped) tapes->push_back(model->tape());
  }
  return timed;
}

double alone_seconds(const Setup& setup, const std::vector<Tape>& tapes, const RunResult& network) {
  double seconds = 0;
  for (std::size_t s = 0; s < tapes.size(); ++s) {
    const Setup& one = setup.fabric->switches[s];
    const SwitchResult& before = network.network->switches[s];
    const auto model = make_model(one, results_alone());
    SwitchRun run(one, *model);
    TapeWorkload workload(tapes[s]);
    const auto run_to = [&](std::uint64_t end) {
      while (run.now() < end) run.advance(workload, end);
    };
    const double start = cpu_now();
    run.measures().open(0, 0, 0, run.outputs());
    run_to(network.measured_cycles);
    run.measures().close(run.now(), 0, 0, run.outputs());
    run_to(before.result.cycles - 1);
    run.finish(workload);
    seconds += cpu_now() - start;
    if (measured(one.config, switch_result(run, one)) != measured(one.config, before.result))
      throw RunError("switch {} by itself is not what it is in the network", before.name);
  }
  return seconds;
}

}  // namespace xb
