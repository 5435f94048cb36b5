// SPDX-License-Identifier: Apache-2.0
#include "host/simulation.h"

#include <fmt/format.h>

#include <ctime>

#include "host/errors.h"
#include "host/exchange_formula.h"
#include "host/handshake_monitor.h"
#include "host/host_setup.h"
#include "host/measures.h"
#include "host/receiver.h"
#include "host/registry.h"
#include "host/schedule_workload.h"
#include "host/traffic.h"
#include "host/transmitter.h"
#include "host/warmup.h"

namespace xb {
namespace {

constexpr std::uint64_t kPatienceCycles = 20000;  // without any beat moved and any host event to come
constexpr std::uint64_t kCheckCycles = 1024;      // between looks at progress and convergence

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class Run {
 public:
  Run(const RunConfig& config, SwitchModel& model, const Progress& progress)
      : config_(config),
        model_(model),
        progress_(progress),
        entry_(find_switch(config.switch_name)),
        transmitter_(config.ports, config.data_words()),
        receiver_(config.ports, config.data_words()),
        handshake_(config.data_words()),
        scoreboard_(config.ports),
        measures_(config.ports, config.ports) {}

  RunResult stochastic();
  RunResult schedule();

 private:
  void step(Workload& workload);
  void check_progress(const Workload& workload) const;
  void check_empty() const;
  void drain(Workload& workload);
  [[nodiscard]] RunResult result(double cpu_seconds) const;
  [[nodiscard]] std::string who_waits(const Workload& workload) const;

  const RunConfig& config_;
  SwitchModel& model_;
  const Progress& progress_;
  const SwitchEntry& entry_;
  Transmitter transmitter_;
  Receiver receiver_;
  HandshakeMonitor handshake_;
  Scoreboard scoreboard_;
  Measures measures_;
  SwitchOutputs out_{};
  std::uint64_t now_ = 0;
  std::uint64_t last_moved_ = 0;
  unsigned delivered_beats_ = 0;  // in the last cycle
  std::uint64_t warmup_cycles_ = 0;
  bool warmup_settled_ = true;
};

void Run::step(Workload& workload) {
  SwitchInputs& in = transmitter_.wires();
  in.m_tready = workload.before_cycle(now_, transmitter_);
  model_.cycle(in, out_);

  const PortMask accepted = in.s_tvalid & out_.s_tready;
  const PortMask delivered = out_.m_tvalid & in.m_tready;
  transmitter_.advance(accepted, now_, scoreboard_);
  if (delivered != 0) {
    workload.first_beats(delivered & out_.m_tuser, now_);
    receiver_.take(delivered, out_, now_, scoreboard_, [&](const DeliveredPacket& packet) {
      measures_.packet(packet, entry_.zero_load_cycles(packet.length_beats, config_.store_forward()));
      workload.delivered(packet);
    });
  }
  handshake_.cycle(in, out_, now_);
  if (!receiver_.violations().empty() || !handshake_.violation().empty()) {
    throw RunError(fmt::format("the switch did something wrong (seed {}):\n{}{}", config_.seed,
                               handshake_.violation(), receiver_.violations()));
  }
  measures_.cycle(now_, out_, delivered);
  delivered_beats_ = static_cast<unsigned>(__builtin_popcountll(delivered));
  if ((accepted | delivered) != 0) last_moved_ = now_;
  ++now_;
  if (now_ % kCheckCycles == 0) check_progress(workload);
}

std::string Run::who_waits(const Workload& workload) const {
  const SwitchInputs& in = transmitter_.wires();
  std::string lines = workload.who_waits() + scoreboard_.missing(8);
  for_each_port(in.s_tvalid & ~out_.s_tready, [&](unsigned port) {
    lines +=
        fmt::format("  input {}: a beat for output {} is not taken (tready 0)\n", port, in.s_tdest[port]);
  });
  for_each_port(out_.m_tvalid & ~in.m_tready, [&](unsigned port) {
    lines += fmt::format("  output {}: a beat waits for the receiver (tready 0)\n", port);
  });
  return lines;
}

void Run::check_progress(const Workload& workload) const {
  const bool idle = now_ - last_moved_ > kPatienceCycles;
  if (!idle || workload.next_event(now_) != Workload::kNever) return;
  throw RunError(fmt::format("no progress since cycle {}: nothing moves and no host is due to act\n{}",
                             last_moved_, who_waits(workload)));
}

void Run::check_empty() const {
  std::string left = scoreboard_.missing(8);
  for (unsigned q = 0; q < config_.ports; ++q) {
    if (out_.occ_beats[q] == 0 && out_.occ_packets[q] == 0) continue;
    left += fmt::format("  queue {}: {} beats, {} packets\n", q, out_.occ_beats[q], out_.occ_packets[q]);
  }
  if (!left.empty()) throw RunError("at the end of the run the switch is not empty:\n" + left);
}

void Run::drain(Workload& workload) {
  workload.stop();
  while (transmitter_.wires().s_tvalid != 0 || scoreboard_.in_flight() != 0) step(workload);
  step(workload);  // one idle cycle, so that the switch shows its empty state
  check_empty();
}

RunResult Run::stochastic() {
  const double cpu_start = cpu_now();
  TrafficWorkload workload(config_);
  WarmupDetector detector(config_.cycles);
  bool warm = config_.warmup && *config_.warmup == 0;
  if (warm) measures_.open(0, 0, 0, out_);
  std::uint64_t end = warm ? config_.cycles : Workload::kNever;  // known once the window opens
  while (now_ < end) {
    step(workload);
    if (!warm) {
      std::uint64_t beats = 0;
      for (unsigned q = 0; q < config_.ports; ++q) beats += out_.occ_beats[q];
      warm = config_.warmup ? now_ == *config_.warmup : detector.step(delivered_beats_, beats);
      if (!warm) continue;
      warmup_cycles_ = now_;
      warmup_settled_ = config_.warmup || detector.settled();
      end = now_ + config_.cycles;
      measures_.open(now_, workload.offered_beats(), workload.offered_packets(), out_);
    }
    if (now_ % kCheckCycles != 0) continue;
    if (progress_) progress_(now_, static_cast<double>(now_) / static_cast<double>(end));
    if (config_.ci > 0 && measures_.throughput_batches().relative_ci95() <= config_.ci &&
        measures_.queueing_batches().relative_ci95() <= config_.ci) {
      break;
    }
  }
  measures_.close(now_, workload.offered_beats(), workload.offered_packets());
  drain(workload);
  return result(cpu_now() - cpu_start);
}

RunResult Run::schedule() {
  const double cpu_start = cpu_now();
  const HostSetup setup = host_setup(config_);
  ScheduleWorkload workload(make_complete_exchange(config_.schedule, setup.shape), setup.timing,
                            setup.frame_beats);
  measures_.open(0, 0, 0, out_);
  const double packets = static_cast<double>(setup.shape.packets) * config_.ports * (config_.ports - 1);
  while (!workload.finished()) {
    step(workload);
    if (progress_ && now_ % kCheckCycles == 0) {
      progress_(now_, static_cast<double>(workload.offered_packets()) / packets);
    }
  }
  measures_.close(now_, workload.offered_beats(), workload.offered_packets());
  drain(workload);

  RunResult r = result(cpu_now() - cpu_start);
  r.throughput_ci95 = r.latency.ci95 = r.queueing.ci95 = 0;  // a schedule has no steady state to sample
  const Seconds clock = setup.cluster.clock_period;
  r.completion_cycles = workload.completion_cycles();
  r.completion_seconds = static_cast<double>(*r.completion_cycles) * clock.value;
  r.bandwidth_per_node = static_cast<double>(setup.shape.packets) * setup.cluster.payload_bytes *
                         (config_.ports - 1) / *r.completion_seconds;
  const Seconds packet_time{setup.frame_beats * clock.value};
  const auto zero_load = entry_.zero_load_cycles(setup.frame_beats, config_.store_forward());
  r.predicted_seconds = predict_exchange(config_.schedule, setup.shape, setup.cluster, packet_time,
                                         {static_cast<double>(zero_load) * clock.value})
                            .value;
  return r;
}

Distribution distribution(const Histogram& histogram, double ci95) {
  return {histogram.mean(),          ci95,           histogram.quantile(0.5), histogram.quantile(0.99),
          histogram.quantile(0.999), histogram.max()};
}

RunResult Run::result(double cpu_seconds) const {
  RunResult r;
  r.cycles = now_;
  r.measured_cycles = measures_.measured_cycles();
  r.warmup_cycles = warmup_cycles_;
  r.warmup_settled = warmup_settled_;
  r.offered_load = measures_.offered_load();
  r.throughput = measures_.throughput();
  r.throughput_ci95 = measures_.throughput_batches().ci95();
  r.offered_packets = measures_.offered_packets();
  r.delivered_packets = measures_.delivered_packets();
  r.lost_packets = scoreboard_.in_flight();
  r.latency = distribution(measures_.latency(), measures_.latency_batches().ci95());
  r.queueing = distribution(measures_.queueing(), measures_.queueing_batches().ci95());
  r.occupancy_beats = distribution(measures_.occupancy_beats(), 0);
  r.occupancy_packets = distribution(measures_.occupancy_packets(), 0);
  for (const auto& q : measures_.queue_beats()) r.per_queue.push_back({q.mean(), q.quantile(0.99), q.max()});
  r.blocked_fraction = measures_.blocked_fraction();
  r.backpressure_fraction = measures_.backpressure_fraction();
  r.hol_fraction = measures_.hol_fraction();
  r.idle_with_work = measures_.idle_with_work_fraction();
  r.blame = measures_.blame();
  r.victims = measures_.victims();
  r.cpu_seconds = cpu_seconds;
  return r;
}

}  // namespace

RunResult simulate(const RunConfig& config, SwitchModel& model, const Progress& progress) {
  check(config);
  Run run(config, model, progress);
  RunResult result = config.schedule.empty() ? run.stochastic() : run.schedule();
  model.end_of_run();
  return result;
}

}  // namespace xb
