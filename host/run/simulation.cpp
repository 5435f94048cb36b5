// SPDX-License-Identifier: Apache-2.0
#include "host/run/simulation.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "host/base/random.h"
#include "host/exchange/exchange_formula.h"
#include "host/exchange/schedule_registry.h"
#include "host/fabric/switch_run.h"
#include "host/measure/warmup.h"
#include "host/nic/schedule_job.h"
#include "host/nic/schedule_workload.h"
#include "host/schedule/placed.h"
#include "host/traffic/traffic.h"

namespace xb {
namespace {

// Measured cycles after which a run with `ci` may end. Few looks, far apart: each is a chance to end on an
// interval that is narrow by luck.
constexpr std::uint64_t kFirstLook = 256 * Measures::kStretchCycles;
std::uint64_t next_look(std::uint64_t measured) {
  return measured * 3 / 2 / Measures::kStretchCycles * Measures::kStretchCycles;
}

/// The cycle in which each of `ranks` programs starts: uniform in 0..skew x predicted, from a stream of its
/// own.
std::vector<std::uint64_t> start_cycles(const RunConfig& config, std::size_t ranks,
                                        std::uint64_t predicted_cycles) {
  std::vector<std::uint64_t> starts(ranks);
  const double span = config.start_skew * static_cast<double>(predicted_cycles);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    RandomStream stream(config.seed, StreamPurpose::StartSkew, rank);
    starts[rank] = static_cast<std::uint64_t>(span * (static_cast<double>(stream.next() >> 11U) * 0x1p-53));
  }
  return starts;
}

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class Run {
 public:
  Run(const Setup& setup, SwitchModel& model, const Progress& progress, const SampleSink& samples)
      : setup_(setup), config_(setup.config), progress_(progress), run_(setup, model) {
    run_.measures().sample_to(samples);
  }

  RunResult stochastic();
  RunResult schedule();

 private:
  [[nodiscard]] RunResult result(double cpu_seconds) const;

  const Setup& setup_;
  const RunConfig& config_;
  const Progress& progress_;
  SwitchRun run_;
  std::uint64_t warmup_cycles_ = 0;
  bool warmup_settled_ = true;
};

RunResult Run::stochastic() {
  const double cpu_start = cpu_now();
  TrafficWorkload workload(config_, setup_.link_rates, HostRange::of_one_switch(config_.ports),
                           setup_.hosts_taking_part);
  Measures& measures = run_.measures();
  // The window opens when the switch has warmed up.
  if (config_.warmup) {
    while (run_.now() < *config_.warmup) run_.advance(workload, *config_.warmup);
  } else {
    WarmupDetector detector(config_.cycles);
    do run_.advance(workload, run_.now() + 1);
    while (!detector.step(run_.delivered_beats(), run_.occupancy_beats()));
    warmup_settled_ = detector.settled();
  }
  warmup_cycles_ = run_.now();
  const std::uint64_t end = warmup_cycles_ + config_.cycles;
  measures.open(warmup_cycles_, workload.offered_beats(), workload.offered_packets(), run_.outputs());
  std::uint64_t look = config_.ci > 0 ? warmup_cycles_ + kFirstLook : end;
  while (run_.now() < end) {
    run_.advance(workload, std::min(look, end));
    if (run_.now() == look && look < end) {
      if (measures.known_within(config_.ci)) break;
      look = next_look(look - warmup_cycles_) + warmup_cycles_;
    }
    if (progress_ && run_.take_check_due())
      progress_(run_.now(), static_cast<double>(run_.now()) / static_cast<double>(end));
  }
  measures.close(run_.now(), workload.offered_beats(), workload.offered_packets(), run_.outputs());
  run_.drain(workload);
  return result(cpu_now() - cpu_start);
}

RunResult Run::schedule() {
  const double cpu_start = cpu_now();
  const HostSetup& hosts = *setup_.hosts;
  // Where a message is one packet, a turn must be a message.
  Schedule schedule = hosts.nic.sizes.whole_messages ? hosts.program() : hosts.short_program();
  const Seconds clock = hosts.cluster.clock_period;
  const Seconds packet_time{hosts.frame_beats * clock.value};
  const auto zero_load = run_.zero_load_cycles({0, 1, hosts.frame_beats, 0, 0, 0, {}});
  const Seconds switch_latency{static_cast<double>(zero_load) * clock.value};
  const Seconds block_time{static_cast<double>(hosts.nic.sizes.beats(hosts.shape.block_bytes(), 0)) *
                           clock.value};
  const ScheduleEntry* entry = hosts.schedule;  // null: a file, no formula is known
  const Seconds predicted =
      entry == nullptr
          ? least_schedule_time(schedule, hosts.nic.sizes, hosts.cluster, packet_time, switch_latency)
          : predict_exchange(*entry, hosts.shape, hosts.cluster, packet_time, switch_latency, block_time);
  if (!setup_.hosts_taking_part.is_all())
    schedule = placed(std::move(schedule), config_.ports, setup_.hosts_taking_part);
  const std::vector<std::uint64_t> starts =
      start_cycles(config_, schedule.ranks.size(), to_cycles(predicted, clock));
  ScheduleJob job(std::move(schedule), hosts.nic, starts);
  ScheduleWorkload workload(job, HostRange::of_one_switch(config_.ports));
  Measures& measures = run_.measures();
  measures.open(0, 0, 0, run_.outputs());
  while (!workload.finished()) {
    run_.advance(workload, Workload::kNever);
    if (progress_ && run_.take_check_due()) {
      const double share =
          static_cast<double>(workload.offered_packets()) / static_cast<double>(job.packets());
      progress_(run_.now(), std::min(share, 1.0));
    }
  }
  measures.close(run_.now(), workload.offered_beats(), workload.offered_packets(), run_.outputs());
  job.check_all_arrived();
  run_.drain(workload);

  RunResult r = result(cpu_now() - cpu_start);
  r.completion_cycles = job.completion_cycles();
  r.completion_seconds = static_cast<double>(*r.completion_cycles) * clock.value;
  if (*r.completion_cycles > 0)
    r.bandwidth_per_node =
        static_cast<double>(job.bytes()) / static_cast<double>(hosts.ranks()) / *r.completion_seconds;
  r.hosts = job.counters();
  if (entry == nullptr) return r;
  r.predicted_seconds = predicted.value;
  if (entry->family == ScheduleFamily::CompleteExchange)
    r.completion_over_ideal =
        *r.completion_seconds /
        least_exchange_time(hosts.shape, hosts.cluster, packet_time, switch_latency, block_time).value;
  return r;
}

Distribution distribution(const Histogram& histogram, std::optional<double> ci95) {
  return {{histogram.mean(), ci95},
          histogram.quantile(0.5),
          histogram.quantile(0.99),
          histogram.quantile(0.999),
          histogram.max()};
}

RunResult Run::result(double cpu_seconds) const {
  const Measures& m = run_.measures();
  RunResult r;
  r.cycles = run_.now();
  r.measured_cycles = m.measured_cycles();
  r.warmup_cycles = warmup_cycles_;
  r.warmup_settled = warmup_settled_;
  r.offered_load = m.offered_load();
  r.throughput = m.throughput();
  r.loss = m.loss();
  const Measures::Batches& batches = m.batches();
  const double time = m.correlation_time();
  r.offered_packets = m.offered_packets();
  r.delivered_packets = m.delivered_packets();
  r.dropped_full = m.losses().full();
  r.dropped_misrouted = m.losses().misrouted();
  r.dropped_per_queue = m.losses().full_per_queue();
  r.lost_packets = r.dropped_full + r.dropped_misrouted;
  r.latency = distribution(m.latency(), batches.latency.ci95(time));
  r.queueing = distribution(m.queueing(), batches.queueing.ci95(time));
  r.occupancy_beats = distribution(m.occupancy_beats(), batches.occupancy_beats.ci95());
  r.occupancy_packets = distribution(m.occupancy_packets(), batches.occupancy_packets.ci95());
  for (unsigned queue = 0; queue < setup_.queues; ++queue) {
    const Histogram& beats = m.queue_beats(queue);
    r.per_queue.push_back({beats.mean(), beats.quantile(0.99), beats.max()});
  }
  r.blocked = m.blocked();
  r.backpressure = m.backpressure();
  r.hol = m.hol();
  r.pool = m.pool();
  r.idle_with_work = m.idle_with_work();
  r.series = m.series();
  r.blame = m.blame();
  r.victims = m.victims();
  r.pool_blame = m.pool_blame();
  r.cpu_seconds = cpu_seconds;
  return r;
}

}  // namespace

RunResult simulate(const Setup& setup, SwitchModel& model, const Progress& progress,
                   const SampleSink& samples) {
  Run run(setup, model, progress, samples);
  RunResult result = setup.hosts ? run.schedule() : run.stochastic();
  model.end_of_run();
  return result;
}

}  // namespace xb
