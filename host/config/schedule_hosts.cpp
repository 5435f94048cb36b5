// SPDX-License-Identifier: Apache-2.0
#include "host/config/schedule_hosts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/network_paths.h"
#include "host/config/schedule_steps.h"
#include "host/exchange/expert_gate.h"
#include "host/link/packet.h"
#include "host/network/switch_order.h"
#include "host/nic/global_window.h"
#include "host/point/run_config.h"
#include "host/schedule/turns.h"
#include "host/switches/switch_registry.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

/// Of a frame with nothing but an acknowledgement, in the run's unit.
unsigned ack_length(const RunConfig& config) {
  if (!config.packet_in_bytes) return config.ack_beats;
  const unsigned most = kMaxPacketBytes / config.beat_bytes();
  if (config.ack_beats <= most || !config.go_back_n()) return config.ack_beats * config.beat_bytes();
  throw not_allowed("ack-beats", config.ack_beats, "at most {}, as a packet has up to {} bytes", most,
                    kMaxPacketBytes);
}

/// Time-outs and acknowledgements. By default an acknowledgement waits for four packets, and a time-out is
/// four times what a packet and its acknowledgement take where the packet finds a full queue; in a network,
/// by the longest way, where it finds a full queue in each switch.
GoBackNSettings reliability(const RunConfig& config, const NicSettings& nic, const Cluster& cluster,
                            const Network* network) {
  const auto cycles_or = [&](const Given<parse_time, kWordAuto>& time, std::uint64_t cycles) {
    return time ? to_cycles(*time, cluster.clock_period) : cycles;
  };
  const NicTiming& t = nic.timing;
  GoBackNSettings settings;
  settings.on = config.go_back_n();
  settings.ack_length = ack_length(config);
  settings.initial_window = config.initial_window;
  if (config.reaction == Reaction::Dctcp && config.ecn) settings.dctcp_gain = config.dctcp_gain;
  const std::uint64_t gap = std::max(t.send_gap, t.receive_gap);
  const std::uint64_t frame = std::max<std::uint64_t>(gap, nic.sizes.frame_beats());
  settings.ack_delay_cycles = cycles_or(config.ack_delay, 4 * frame);
  if (network != nullptr && !settings.on) return settings;
  const std::uint64_t links = t.uplink_latency + t.downlink_latency;
  const auto way = [&](bool full_queues) {
    if (network != nullptr) return links + longest_way(*network, {nic.sizes.frame_beats(), gap, full_queues});
    return links + config.route_delay + frame + 1 + (full_queues ? config.depth : 0);
  };
  const std::uint64_t round_trip = t.send_overhead + way(true) + way(false) + settings.ack_delay_cycles;
  settings.timeout_cycles = cycles_or(config.timeout, 4 * round_trip);
  settings.backs_off = !config.timeout && network != nullptr;
  if (settings.timeout_cycles == 0) {
    throw not_allowed("timeout", config.timeout.text(), "auto, or at least a cycle of {}",
                      format_time(cluster.clock_period));
  }
  return settings;
}

/// L of the run's own switches, memory to memory, of a full packet. That of a user's own switch is not known
/// here: the cluster's.
std::uint64_t empty_latency(const RunConfig& config, const HostList& list, unsigned frame_beats,
                            const Cluster& cluster, const NicTiming& timing, const Network* network) {
  if (config.has_device())
    return std::max<std::uint64_t>(frame_beats,
                                   to_cycles(cluster.latency(list.size()), cluster.clock_period));
  const std::uint64_t links = timing.uplink_latency + timing.downlink_latency;
  return links + (network != nullptr
                      ? empty_way(*network, list, frame_beats)
                      : find_switch(config).lone_cycles(config, frame_beats).most + frame_beats);
}

/// The least time from a packet of a host to its next.
std::uint64_t least_gap(const HostList& list, unsigned frame_beats, const NicTiming& timing,
                        const Network* network) {
  unsigned fastest = network == nullptr ? 1 : ~0U;
  for (unsigned rank = 0; network != nullptr && rank < list.size(); ++rank) {
    const unsigned at = network->wiring.switch_of(list[rank]);
    fastest = std::min(fastest, network->topology.switches[at].host_cable.period_cycles);
  }
  return std::max(timing.send_gap, std::uint64_t{frame_beats} * fastest);
}

AutoWindow auto_window(const RunConfig& config, const HostList& list, unsigned frame_beats,
                       const Cluster& cluster, const NicTiming& timing, const Network* network) {
  AutoWindow window = network != nullptr ? uplink_window(*network, list, frame_beats)
                                         : AutoWindow{config.depth / frame_beats, kPacketsToOutput};
  window.on_schedule = packets_on_schedule(empty_latency(config, list, frame_beats, cluster, timing, network),
                                           least_gap(list, frame_beats, timing, network));
  return window;
}

/// Throws InputError where pauses, given as `text`, are no pauses in whole cycles.
void check_cycles(const char* key, const std::string& text, const Pauses& pauses, Seconds clock_period) {
  const std::uint64_t length = to_cycles(pauses.length, clock_period);
  if (length > 0 && length < to_cycles(pauses.period, clock_period)) return;
  throw not_allowed(key, text, "a length and the time between, each at least a cycle of {}",
                    format_time(clock_period));
}

HostDelay host_delay(const RunConfig& config, Seconds clock_period) {
  if (!config.host_delay) return {};
  if (config.host_delay->daemon.period.value > 0)
    check_cycles("host-delay", config.host_delay.text(), config.host_delay->daemon, clock_period);
  return *config.host_delay;
}

HostMemory memory(const RunConfig& config, Seconds clock_period) {
  HostMemory memory;
  if (!config.memory) return memory;
  memory.for_blocks = *config.memory - *config.system_memory;
  if (!config.paging) return memory;
  memory.paging = *config.paging;
  check_cycles("paging", config.paging.text(), memory.paging, clock_period);
  return memory;
}

/// Mean latency of the switch that the cluster's L was measured on, by our model of it, over all outputs and
/// phases of its turns: the links have what this and the frame leave of L. Of more hosts than a switch has
/// ports, the largest one counts.
std::uint64_t measured_switch_cycles(const Cluster& cluster, unsigned hosts) {
  const unsigned ports = std::min(hosts, kMaxPorts);
  SwitchConfig measured;
  measured.switch_name = cluster.switch_name;
  const SwitchEntry& entry = find_switch(measured);
  std::uint64_t sum = 0;
  for (unsigned output = 0; output < ports; ++output) {
    for (unsigned phase = 0; phase < ports; ++phase)
      sum += entry.zero_load_cycles({ports, 0, output, phase, cluster.frame_beats, cluster.store_forward, 0});
  }
  const std::uint64_t cases = std::uint64_t{ports} * ports;
  return (sum + cases / 2) / cases;
}

/// Packets from each rank to each rank where there are experts.
std::vector<std::uint32_t> tokens(const RunConfig& config, unsigned ranks) {
  if (config.experts == 0) return {};
  constexpr std::uint64_t kMostTokens = 1000000000;  // a minute
  if (config.top_k > config.experts)
    throw not_allowed("top-k", config.top_k, "at most experts, {}", config.experts);
  if (config.message_spread > 0) throw not_allowed("message-spread", config.message_spread, "0 with experts");
  const std::uint64_t most = kMostTokens / ranks / ranks;
  if (config.packets_per_message > most)
    throw not_allowed("packets-per-message", config.packets_per_message,
                      "at most {} with experts and {} ranks", most, ranks);
  return tokens_by_pair({config.experts, config.top_k, config.gate_skew}, ranks, config.packets_per_message,
                        config.seed);
}

/// Sends and receives of every rank with every other one have numbers of 32 bits.
void check_operations(const ScheduleEntry& schedule, unsigned ranks) {
  constexpr unsigned kMost = 46340;
  if (ranks <= kMost) return;
  throw InputError("schedule: '{}' of {} ranks is not allowed; allowed: at most {} ranks, or a GOAL file",
                   schedule.name, ranks, kMost);
}

std::shared_ptr<const GoalProgram> goal_of(const RunConfig& config, GoalFiles& goals) {
  if (!config.is_network()) return goals.load(config.schedule.text(), config.ports);
  auto goal = goals.load(config.schedule.text(), kMaxGoalRanks);
  const std::size_t ranks = goal->schedule.ranks.size();
  if (ranks <= config.ports) return goal;
  throw InputError("schedule: {} has {} ranks; allowed: at most {}, the hosts of {}", config.schedule.text(),
                   ranks, config.ports, config.topology.text());
}

}  // namespace

unsigned ScheduleHosts::ranks() const {
  return goal != nullptr ? static_cast<unsigned>(goal->schedule.ranks.size()) : shape.ranks;
}

Schedule ScheduleHosts::program() const {
  return goal != nullptr ? goal->schedule : without_turns(schedule->build(shape));
}

Schedule ScheduleHosts::short_program() const {
  return goal != nullptr ? goal->schedule : schedule->build(shape);
}

ScheduleHosts schedule_hosts(const RunConfig& config, const HostList& list, GoalFiles& goals,
                             const Network* network) {
  Cluster cluster = *config.cluster;
  const ScheduleEntry* schedule = config.schedule.get();
  auto goal = schedule == nullptr ? goal_of(config, goals) : nullptr;
  if (goal != nullptr && goal->schedule.ranks.size() > list.size()) {
    throw not_allowed("ranks", config.ranks.text(), "at least as many hosts as {} has ranks, {}",
                      config.schedule.text(), goal->schedule.ranks.size());
  }
  if (config.packet_min != config.packet_max) {
    throw not_allowed("packet", value_text(find_key("packet")->get(config)), "one length with a schedule");
  }
  const LengthUnit lengths = config.lengths();
  const unsigned frame_length = config.packet_given ? config.packet_min : cluster.frame_beats;
  const unsigned frame_beats = lengths.beats_of(frame_length);
  if (cluster.is_ideal())
    cluster.payload_bytes = config.packet_in_bytes ? frame_length : frame_beats * config.width / 8;
  NicSettings nic;
  nic.timing = nic_timing(cluster, list.size(), measured_switch_cycles(cluster, list.size()));
  nic.sizes = {cluster.payload_bytes, frame_length, config.width, cluster.whole_messages, lengths};
  nic.receive_window = config.receive_window;
  nic.send_window = config.send_window;
  std::optional<AutoWindow> window;
  if (!config.global_window) window = auto_window(config, list, frame_beats, cluster, nic.timing, network);
  nic.global_window = window ? window->packets() : *config.global_window;
  nic.go_back_n = reliability(config, nic, cluster, network);
  nic.delay = host_delay(config, cluster.clock_period);
  nic.memory = memory(config, cluster.clock_period);
  nic.clock_period = cluster.clock_period;
  nic.seed = config.seed;
  ScheduleHosts setup{cluster, nic, {}, frame_beats};
  setup.auto_window = window;
  setup.shape = {list.size(), config.packets_per_message, config.group_size, cluster.payload_bytes,
                 config.seed};
  setup.shape.message_spread = config.message_spread;
  setup.shape.tokens = tokens(config, list.size());
  if (network != nullptr) {
    setup.shape.switch_of_rank = ranked_switches(network->wiring, list).of_rank;
    setup.shape.switch_ring = switch_ring(network->wiring, list).order;
  }
  if (schedule != nullptr) {
    check_operations(*schedule, setup.shape.ranks);
    check_switches(*schedule, setup.shape);
  }
  if (in_steps(schedule)) {
    set_steps(setup.shape, schedule->step_order, config, list, network,
              {cluster.clock_period, frame_beats, nic.timing.send_gap, nic.timing.receive_gap,
               cluster.whole_messages});
  }
  setup.schedule = schedule;
  setup.goal = std::move(goal);
  return setup;
}

}  // namespace xb
