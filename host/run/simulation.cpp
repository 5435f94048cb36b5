// SPDX-License-Identifier: Apache-2.0
#include "host/run/simulation.h"

#include <algorithm>
#include <utility>

#include "host/base/cpu_clock.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/exchange/algorithms.h"
#include "host/exchange/exchange_formula.h"
#include "host/exchange/schedule_registry.h"
#include "host/link/workload.h"
#include "host/measure/measures.h"
#include "host/measure/warmup.h"
#include "host/nic/schedule_job.h"
#include "host/point/traffic_config.h"
#include "host/run/overrun_hosts.h"
#include "host/run/packets_in_transit.h"
#include "host/run/start_cycles.h"
#include "host/run/system.h"
#include "host/schedule/placed.h"

namespace xb {
namespace {

// Measured cycles after which a run with `ci` may end. Few looks, far apart: each is a chance to end on an
// interval that is narrow by luck.
constexpr std::uint64_t kFirstLook = 256 * Measures::kStretchCycles;
std::uint64_t next_look(std::uint64_t measured) {
  return measured * 3 / 2 / Measures::kStretchCycles * Measures::kStretchCycles;
}

/// Hosts of one switch, or of the network.
unsigned host_count(const Setup& setup) {
  return setup.fabric ? setup.fabric->wiring.hosts() : setup.config.ports;
}

/// Of a packet of `beats` through one switch, the first one of a network.
std::uint64_t zero_load_cycles(const Setup& setup, unsigned beats) {
  const Setup& s = setup.fabric ? setup.fabric->switches.front() : setup;
  return s.entry->lone_cycles(s.config, 0, 1, 0, beats);
}

/// The same for a bound: whichever switch, ports and cycle.
std::uint64_t least_zero_load_cycles(const Setup& setup, unsigned beats) {
  if (!setup.fabric) return setup.entry->lone_cycles(setup.config, beats).least;
  std::uint64_t least = Workload::kNever;
  for (const Setup& s : setup.fabric->switches)
    least = std::min(least, s.entry->lone_cycles(s.config, beats).least);
  return least;
}

class Run {
 public:
  Run(const Setup& setup, const Models& models, const Progress& progress, const RunSinks& sinks)
      : setup_(setup), config_(setup.config), models_(models), progress_(progress), sinks_(sinks) {}

  RunResult stochastic();
  RunResult schedule();
  RunResult replay();

 private:
  [[nodiscard]] PacketsLeft draining() const {
    if (!progress_) return {};
    return [this](std::uint64_t packets) { progress_({1, packets}); };
  }

  const Setup& setup_;
  const RunConfig& config_;
  const Models& models_;
  const Progress& progress_;
  const RunSinks& sinks_;
};

RunResult Run::stochastic() {
  const double cpu_start = cpu_now();
  const auto system = make_system(setup_, models_, {}, sinks_);
  // The window opens when the switch has warmed up.
  bool settled = true;
  if (config_.warmup) {
    while (system->now() < *config_.warmup) system->advance(*config_.warmup);
  } else {
    WarmupDetector detector(config_.cycles);
    system->warm_up(detector);
    settled = detector.settled();
  }
  const std::uint64_t warmup_cycles = system->now();
  const std::uint64_t end = warmup_cycles + config_.cycles;
  system->open();
  std::uint64_t look = config_.ci > 0 ? warmup_cycles + kFirstLook : end;
  while (system->now() < end) {
    system->advance(std::min(look, end));
    if (system->now() == look && look < end) {
      if (system->known_within(config_.ci)) break;
      look = next_look(look - warmup_cycles) + warmup_cycles;
    }
    if (progress_) progress_({static_cast<double>(system->now()) / static_cast<double>(end)});
  }
  system->close();
  system->drain(draining());
  RunResult r = system->result();
  const auto set_warmup = [&](RunResult& of) {
    of.warmup_cycles = warmup_cycles;
    of.warmup_settled = settled;
  };
  set_warmup(r);
  if (r.network)
    for (SwitchResult& of : r.network->switches) set_warmup(of.result);
  if (config_.traffic->has_pattern(TrafficPattern::Overrun)) r.pause->sweep_cycles = sweep_cycles(setup_);
  r.cpu_seconds = cpu_now() - cpu_start;
  return r;
}

StepsResult steps_result(const ExchangeShape& shape, double completion_seconds) {
  const TransferSet& transfers = shape.steps->transfers();
  StepsResult s{transfers.size(),
                transfers.duration(),
                shape.steps->schedule().steps,
                transfers.liquid_throughput(),
                0,
                0};
  s.transfer_throughput = transfers.size() * shape.transfer_time.value / completion_seconds;
  s.of_liquid = shape.liquid_time.value / completion_seconds;
  return s;
}

/// `sinks`, and what counts the packets of a schedule that hosts have on their way. It outlives the run.
RunSinks counting(const RunSinks& sinks, const Setup& setup, PacketsInTransit& transit) {
  std::vector<std::uint64_t> cables(host_count(setup), 0);  // latency of each host's
  for (unsigned host = 0; setup.fabric && host < cables.size(); ++host) {
    const unsigned at = setup.fabric->wiring.switch_of(host);
    cables[host] = setup.fabric->topology.switches[at].host_cable.latency_cycles;
  }
  RunSinks both = sinks;
  both.deliveries = [other = sinks.deliveries, cables = std::move(cables), &timing = setup.hosts->nic.timing,
                     &transit](const DeliveredPacket& packet) {
    if (other) other(packet);
    if (packet.note.message == PacketNote::kNoMessage) return;
    transit.add(packet.source, packet.first_in_cycle - timing.uplink_latency - cables[packet.source],
                packet.last_out_cycle + 1 + timing.downlink_latency + cables[packet.destination]);
  };
  return both;
}

MessagesResult messages_result(const std::vector<MessageTable::Times>& messages) {
  std::vector<std::uint64_t> cycles;
  for (const MessageTable::Times& message : messages) {
    if (message.offered < message.came) cycles.push_back(message.came - message.offered);
  }
  if (cycles.empty()) return {};
  std::sort(cycles.begin(), cycles.end());
  return {cycles[(cycles.size() * 99 + 99) / 100 - 1], cycles.back()};
}

DctcpResult dctcp_result(const HostCounters& h) {
  const auto mean = [](double sum, std::uint64_t count) {
    return count == 0 ? std::optional<double>() : sum / static_cast<double>(count);
  };
  return {h.round_trips, mean(h.alpha_sum, h.round_trips), mean(h.window_sum, h.round_trips),
          mean(static_cast<double>(h.round_trips), h.window_cuts)};
}

GlobalWindowResult window_result(const AutoWindow& window, PacketsInTransit& transit) {
  return {window.buffer_packets, window.per_step, window.packets(), transit.most(), window.on_schedule};
}

/// Cycles that a beat takes on a host's cable, the fastest of those that take part: a bound is one for all.
unsigned least_beat_cycles(const Setup& setup) {
  if (!setup.fabric) return 1;
  unsigned fastest = ~0U;
  for (unsigned rank = 0; rank < setup.hosts_taking_part.size(); ++rank)
    fastest = std::min(fastest, beat_cycles(setup, rank));
  return fastest;
}

/// Latency of a switch between cables that move a beat in every so many cycles. Between slow ones no more
/// than a cycle shows: beats wait for their time.
double shown(std::uint64_t cycles, unsigned beat) { return beat == 1 ? static_cast<double>(cycles) : 1; }

RunResult Run::schedule() {
  const double cpu_start = cpu_now();
  const ScheduleHosts& hosts = *setup_.hosts;
  // Where a message is one packet, a turn must be a message.
  Schedule schedule = hosts.nic.sizes.whole_messages ? hosts.program() : hosts.short_program();
  const Seconds clock = hosts.cluster.clock_period;
  const unsigned beat = least_beat_cycles(setup_);
  const Seconds packet_time{hosts.frame_beats * beat * clock.value};
  const auto in_seconds = [&](std::uint64_t cycles) { return Seconds{shown(cycles, beat) * clock.value}; };
  const Seconds switch_latency = in_seconds(zero_load_cycles(setup_, hosts.frame_beats));
  const Seconds least_switch_latency = in_seconds(least_zero_load_cycles(setup_, hosts.frame_beats));
  const Seconds block_time{static_cast<double>(hosts.nic.sizes.beats(hosts.shape.block_bytes(), 0)) * beat *
                           clock.value};
  const ScheduleEntry* entry = hosts.schedule;  // null: a file, no formula is known
  // The bound of a complete exchange is not that of others.
  const bool uneven = hosts.shape.is_uneven();
  const bool other_transfers = bool(config_.transfers);
  const auto least_time = [&](auto&& bound, const Schedule& of) {
    return bound(of, hosts.nic.sizes, hosts.cluster, packet_time, least_switch_latency);
  };
  const Seconds predicted =
      entry == nullptr ? least_time(least_schedule_time, schedule)
      : entry->predict == nullptr || uneven
          ? least_time(least_traffic_time, schedule)
          : predict_exchange(*entry, hosts.shape, hosts.cluster, packet_time,
                             entry->bound_only ? least_switch_latency : switch_latency, block_time);
  if (!setup_.hosts_taking_part.is_all())
    schedule = placed(std::move(schedule), host_count(setup_), setup_.hosts_taking_part);
  const std::vector<std::uint64_t> starts =
      start_cycles(config_, config_.seed, schedule.ranks.size(), to_cycles(predicted, clock));
  ScheduleJob job(std::move(schedule), hosts.nic, starts);
  PacketsInTransit transit(host_count(setup_));
  if (sinks_.messages) job.messages().keep_times();
  const RunSinks sinks = hosts.auto_window ? counting(sinks_, setup_, transit) : sinks_;
  const auto system = make_system(setup_, models_, {&job, nullptr}, sinks);
  system->open();
  while (!system->finished()) {
    system->advance(Workload::kNever);
    if (!progress_) continue;
    const double share = static_cast<double>(system->offered_packets()) / static_cast<double>(job.packets());
    progress_({std::min(share, 1.0)});
  }
  system->close();
  const HostCounters counters = job.counters();
  job.check_all_arrived();
  system->drain(draining());

  RunResult r = system->result();
  r.completion_cycles = job.completion_cycles();
  r.completion_seconds = static_cast<double>(*r.completion_cycles) * clock.value;
  if (*r.completion_cycles > 0)
    r.bandwidth_per_node =
        static_cast<double>(job.bytes()) / static_cast<double>(hosts.ranks()) / *r.completion_seconds;
  r.hosts = counters;
  if (sinks_.messages) r.messages = messages_result(job.messages().times());
  if (hosts.nic.go_back_n.dctcp_gain > 0) r.dctcp = dctcp_result(*r.hosts);
  if (hosts.auto_window) r.global_window = window_result(*hosts.auto_window, transit);
  r.cpu_seconds = cpu_now() - cpu_start;
  if (entry == nullptr) return r;
  r.predicted_seconds = predicted.value;
  if (hosts.shape.steps != nullptr) r.steps = steps_result(hosts.shape, *r.completion_seconds);
  if (entry->family == ScheduleFamily::CompleteExchange && !other_transfers) {
    const Seconds ideal =
        uneven ? least_time(least_traffic_time, linear_exchange(hosts.shape))
               : least_exchange_time(hosts.shape, hosts.cluster, packet_time, switch_latency, block_time);
    r.completion_over_ideal = *r.completion_seconds / ideal.value;
  }
  return r;
}

/// All frames of the capture, from the first one's time until the last one has left.
RunResult Run::replay() {
  const double cpu_start = cpu_now();
  const Replay replay = make_replay(*setup_.capture, replay_rules(setup_));
  const auto system = make_system(setup_, models_, {nullptr, &replay}, sinks_);
  system->open();
  while (!system->finished()) {
    system->advance(Workload::kNever);
    if (progress_)
      progress_({static_cast<double>(system->offered_packets()) / static_cast<double>(replay.frames)});
  }
  system->drain(draining());
  system->close();
  RunResult r = system->result();
  r.cpu_seconds = cpu_now() - cpu_start;
  return r;
}

}  // namespace

std::unique_ptr<System> make_system(const Setup& setup, const Models& models, const Job& job,
                                    const RunSinks& sinks) {
  if (setup.fabric) return make_network(setup, models, job, sinks);
  return make_one_switch(setup, *models.front(), job, sinks);
}

RunResult simulate(const Setup& setup, const Models& models, const Progress& progress,
                   const RunSinks& sinks) {
  Run run(setup, models, progress, sinks);
  RunResult result = setup.hosts ? run.schedule() : setup.capture ? run.replay() : run.stochastic();
  for (SwitchModel* model : models) model->end_of_run();
  return result;
}

RunResult simulate(const Setup& setup, SwitchModel& model, const Progress& progress, const RunSinks& sinks) {
  return simulate(setup, Models{&model}, progress, sinks);
}

}  // namespace xb
