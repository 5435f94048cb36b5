// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial_run.h"

#include "host/config/setup.h"
#include "host/fabric/switch_run.h"
#include "host/run/switch_result.h"
#include "testbenches/benchmark/collective.h"
#include "testbenches/benchmark/frame_hosts.h"
#include "testbenches/engines/engines.h"
#include "testbenches/process/child_process.h"

namespace xb {
namespace {

TrialResult run_trial_here(const Trial& trial, const Setup& point) {
  const Setup setup = with_known_latency(point);
  const auto model = make_model(setup, results_alone());
  SwitchRun run(setup, *model);
  FrameHosts hosts(trial, setup);
  if (setup.device && hosts.watch_queues()) run.watch_hosts();
  // Bursts end before the trial does: then until all that is not lost has come out.
  const auto over = [&] {
    return hosts.finished() && run.transmitter().busy() == 0 &&
           run.missing_packets() == run.dropped_packets();
  };
  const auto run_to = [&](std::uint64_t beats) {
    const std::uint64_t end = beats * setup.link_rates.cycles_per_beat();
    while (run.now() < end && !over()) run.advance(hosts, end);
  };
  run_to(trial.settle);
  const std::uint64_t before = run.hol_count().at_hosts;
  run.measures().open(run.now(), hosts.offered_beats(), hosts.offered_packets(), run.outputs());
  run_to(trial.beats);
  run.measures().close(run.now(), hosts.offered_beats(), hosts.offered_packets(), run.outputs());
  const std::uint64_t at_hosts = run.hol_count().at_hosts - before;
  run.drain(hosts);
  TrialResult result = hosts.result();
  // What a device does not say it has dropped is missing at the end.
  result.lost = setup.entry->probes.drops ? run.dropped_packets() : run.missing_packets();
  result.hol = run.measures().hol().mean;
  const double port_cycles = run.measures().port_cycles();
  result.hol_at_hosts = port_cycles == 0 ? 0 : static_cast<double>(at_hosts) / port_cycles;
  result.idle_with_work = run.measures().idle_with_work().mean;
  result.occupancy_max = run.measures().occupancy_beats().max();
  if (run.lag() != nullptr) result.lag = lag_result(*run.lag(), run.measures());
  model->end_of_run();
  return result;
}

}  // namespace

TrialResult run_trial(const Trial& trial) {
  const Setup setup = resolve(trial.config);
  if (setup.hosts) return run_collective(setup);
  if (!needs_own_process(setup)) return run_trial_here(trial, setup);
  const auto work = [&] { return to_json(run_trial_here(trial, setup)).dump(); };
  return trial_result_from_json(nlohmann::ordered_json::parse(in_child_process(work)));
}

}  // namespace xb
