// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/fabric/switch_run.h"
#include "host/run/switch_result.h"
#include "testbenches/benchmark/frame_hosts.h"
#include "testbenches/benchmark/trial.h"
#include "testbenches/engines/engines.h"
#include "testbenches/process/child_process.h"
#include "testbenches/tracing/run_point.h"

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

/// Jain's index of what the links between switches carried; nothing where there are none.
std::optional<double> evenness_of(const std::optional<NetworkResult>& network) {
  if (!network || network->links.empty()) return {};
  double sum = 0, squares = 0;
  for (const LinkResult& link : network->links) {
    const auto packets = static_cast<double>(link.packets);
    sum += packets;
    squares += packets * packets;
  }
  if (squares == 0) return {};
  return sum * sum / (static_cast<double>(network->links.size()) * squares);
}

/// Of the switch, or of that switch of a network that has most.
Distribution most_occupied(const RunResult& r) {
  if (!r.network) return r.occupancy_beats;
  Distribution most;
  for (const SwitchResult& one : r.network->switches) {
    most.p95 = std::max(most.p95, one.result.occupancy_beats.p95);
    most.p99 = std::max(most.p99, one.result.occupancy_beats.p99);
    most.max = std::max(most.max, one.result.occupancy_beats.max);
  }
  return most;
}

}  // namespace

TrialResult run_trial(const Trial& trial) {
  const Setup setup = resolve(trial.config);
  if (setup.hosts) return run_collective(setup);
  if (!needs_own_process(setup)) return run_trial_here(trial, setup);
  const auto work = [&] { return to_json(run_trial_here(trial, setup)).dump(); };
  return trial_result_from_json(nlohmann::ordered_json::parse(in_child_process(work)));
}

std::uint64_t roofline_cycles(const Setup& setup) {
  const Schedule schedule = setup.hosts->program();
  const PacketSizes& sizes = setup.hosts->nic.sizes;
  std::vector<std::uint64_t> sent(schedule.ranks.size()), received(schedule.ranks.size());
  for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
    for (const Op& op : schedule.ranks[rank].ops()) {
      if (op.kind != OpKind::Send) continue;
      // All packets of a message but the last are full.
      const std::uint64_t last = sizes.packets(op.size) - 1;
      const std::uint64_t beats =
          (last == 0 ? 0 : last * sizes.beats(op.size, 0)) + sizes.beats(op.size, last);
      sent[rank] += beats;
      received[op.peer] += beats;
    }
  }
  std::uint64_t most = 0;
  for (unsigned rank = 0; rank < sent.size(); ++rank)
    most = std::max(most, std::max(sent[rank], received[rank]) * beat_cycles(setup, rank));
  return most;
}

TrialResult run_collective(const Setup& setup) {
  RunSinks sinks;
  sinks.messages = true;
  const RunResult r = run_point(setup, {}, {}, sinks);
  CollectiveResult c;
  c.cycles = *r.completion_cycles;
  c.roofline = roofline_cycles(setup);
  c.latency_p99 = r.latency.p99;
  c.latency_max = r.latency.max;
  const Distribution occupancy = most_occupied(r);
  c.occupancy_p95 = occupancy.p95;
  c.occupancy_p99 = occupancy.p99;
  c.occupancy_max = occupancy.max;
  c.flow_p99 = r.messages->p99;
  c.flow_max = r.messages->max;
  if (r.pause) c.pauses = CollectivePauses{r.pause->frames, r.pause->paused, r.pause->victims};
  c.evenness = evenness_of(r.network);
  TrialResult result;
  result.sent = r.offered_packets;
  result.lost = r.lost_packets;
  result.hol = r.hol.mean;
  result.collective = c;
  return result;
}

}  // namespace xb
