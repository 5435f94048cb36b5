// SPDX-License-Identifier: Apache-2.0
#include "host/config/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/capture/ethernet.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/device_switch.h"
#include "host/config/key_use.h"
#include "host/config/network.h"
#include "host/config/resolved_network.h"
#include "host/device/device.h"
#include "host/link/flow_sizes.h"
#include "host/link/packet.h"
#include "host/liquid/network_transfers.h"
#include "host/liquid/transfer_list.h"
#include "host/network/topology_file.h"
#include "host/nic/message_table.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "host/traffic/host_flows.h"

namespace xb {
namespace {

/// Of a network's switch, or of the only one, number 0.
SwitchSettings settings_of(const RunConfig& c, unsigned number, unsigned longest_packet) {
  SwitchSettings s;
  for (const ConfigKey& key : config_keys()) {
    if (key.set_switch != nullptr) key.set_switch(c, s);
  }
  s.packet_beats = longest_packet;
  s.seed = static_cast<std::uint32_t>(RandomStream(c.seed, StreamPurpose::Switch, number).next());
  return s;
}

unsigned longest_packet_of(const RunConfig& c, const std::optional<ScheduleHosts>& hosts) {
  if (!hosts) return c.longest_beats();
  const PacketSizes& sizes = hosts->nic.sizes;
  const unsigned ack = c.go_back_n() ? sizes.unit.beats_of(hosts->nic.go_back_n.ack_length) : 1;
  if (!hosts->nic.sizes.whole_messages) return std::max(hosts->frame_beats, ack);
  return std::max(longest_packet(hosts->program(), hosts->nic.sizes), ack);
}

std::uint32_t elaborated_depth(const RunConfig& c) {
  std::uint32_t elaborated = 1024;
  while (elaborated < c.depth) elaborated *= 2;
  return elaborated;
}

/// The least depth with which the switch holds the longest packet whole; it holds no less if it is deeper.
std::uint32_t least_depth(const Setup& s) {
  SwitchConfig c = s.config;
  std::uint32_t low = c.depth;  // too little
  std::uint32_t high = kMaxPacketBeats * kMaxPorts;
  while (high - low > 1) {
    c.depth = low + (high - low) / 2;
    (s.entry->packet_capacity(c) < s.longest_packet ? low : high) = c.depth;
  }
  return high;
}

/// Bytes of a switch with a queue memory of so many beats.
std::uint64_t buffer_bytes(const SwitchConfig& config, std::uint32_t depth, unsigned longest_packet) {
  SwitchConfig c = config;
  c.depth = depth;
  return find_switch(c).memory_beats(c, longest_packet) * c.beat_bytes();
}

/// The depth that the key `buffer` gives: as much as it has beyond what the switch has whatever its depth.
void take_buffer(RunConfig& c, unsigned longest_packet) {
  if (!c.buffer) return;
  const auto bytes_at = [&](std::uint32_t depth) { return buffer_bytes(c, depth, longest_packet); };
  const std::uint64_t bytes = *c.buffer;
  if (bytes < bytes_at(kLeastDepth) || bytes >= bytes_at(kMostDepth + 1)) {
    throw not_allowed("buffer", c.buffer.text(), "{}B..{}B, depth {}..{} of this switch",
                      bytes_at(kLeastDepth), bytes_at(kMostDepth), kLeastDepth, kMostDepth);
  }
  const auto depth = static_cast<std::uint32_t>((bytes - bytes_at(0)) / (bytes_at(1) - bytes_at(0)));
  if (c.depth != RunConfig{}.depth && c.depth != depth) {
    throw InputError("depth: '{}' is not allowed with buffer {}, which gives {} beats; allowed: one of both",
                     c.depth, c.buffer.text(), depth);
  }
  c.depth = depth;
}

/// Store-and-forward and drop need room for a whole packet.
void check_packet_fits(const Setup& s) {
  const RunConfig& c = s.config;
  if (!c.store_forward() && !c.drop()) return;
  if (s.longest_packet <= s.entry->packet_capacity(c)) return;
  if (c.buffer) {
    throw not_allowed("buffer", c.buffer.text(),
                      "at least {}B, room for the longest packet, {} beats, with {}",
                      buffer_bytes(c, least_depth(s), s.longest_packet), s.longest_packet,
                      c.store_forward() ? "store-and-forward" : "drop");
  }
  throw not_allowed("depth", c.depth, "at least {}, room for the longest packet, {} beats, with {}",
                    least_depth(s), s.longest_packet, c.store_forward() ? "store-and-forward" : "drop");
}

void check_links(const Setup& s) {
  const RunConfig& c = s.config;
  const bool full_rate = s.link_rates.full_rate();
  if (c.schedule && !full_rate) {
    throw InputError("{}: not allowed with a schedule; allowed: stochastic traffic",
                     c.speedup != 1 ? "speedup" : "output-period");
  }
  for (unsigned port = c.ports; port < kMaxPorts; ++port) {
    if (!c.traffic->output_period->listed || c.traffic->output_period->of[port] == 1) continue;
    throw not_allowed("output-period", c.traffic->output_period.text(), "ports 0..{}", c.ports - 1);
  }
}

void check_reliability(const RunConfig& c) {
  if (!c.schedule || !c.drop() || c.go_back_n()) return;
  throw InputError(
      "flow: 'drop' is not allowed with a schedule; allowed: back-pressure, or with --reliability go-back-n");
}

void check_memory(const RunConfig& c) {
  if (!c.memory || *c.system_memory <= *c.memory) return;
  throw not_allowed("system-memory", c.system_memory.text(), "at most memory, {}", c.memory.text());
}

void check_rtl(const RunConfig& c) {
  std::error_code error;
  if (c.rtl.empty() || std::filesystem::is_directory(c.rtl, error)) return;
  throw not_allowed("rtl", c.rtl, "a folder with .sv or .v files, or nothing");
}

void check_width(const RunConfig& c) {
  if (c.width >= 64 || c.has_device()) return;
  throw not_allowed("width", c.width, "64 128 256 512, less with a device");
}

const char* hosts_word(const RunConfig& c, const HostList& list) {
  if (!list.is_all()) return "ranks";
  return c.is_network() ? "hosts" : "ports";
}

void check_targets(const RunConfig& c, const HostList& list) {
  if (!uses_key(c, "targets") || c.traffic->targets <= list.size()) return;
  throw not_allowed("targets", c.traffic->targets, "at most the {}, {}", hosts_word(c, list), list.size());
}

/// Hosts that there are, and classes that pause at their switches, whose outputs can pass over a class.
void check_host_pauses(const Setup& s) {
  const RunConfig& c = s.config;
  if (!c.host_pause || !uses_key(c, "host-pause")) return;
  const auto refuse = [&](const std::string& allowed) {
    throw not_allowed("host-pause", c.host_pause.text(), "{}", allowed);
  };
  for (const HostPause& pause : *c.host_pause) {
    if (pause.host >= c.ports) refuse(fmt::format("hosts 0..{}", c.ports - 1));
    const RunConfig& at =
        s.fabric ? s.fabric->switches[s.fabric->wiring.switch_of(pause.host)].config : s.config;
    const bool pauses = pause.of_class
                            ? *pause.of_class < at.classes && at.flow_of(*pause.of_class) == FlowControl::Pfc
                            : at.classes_with(FlowControl::Pfc) != 0;
    if (!pauses) refuse("classes with flow pfc at the host's switch");
  }
  if (c.has_classes() && (c.has_rtl() || c.has_device()))
    refuse("with classes engine fast systemc, and no device");
}

/// The hosts that take part, of `hosts`; `usual`: where the key does not say it, those of a topology.
HostList hosts_taking_part(const RunConfig& c, unsigned hosts,
                           const std::optional<Topology::Ranks>& usual = {}) {
  if (!c.ranks && !usual) return HostList(hosts);
  const Topology::Ranks& ranks = c.ranks ? Topology::Ranks{c.ranks.text(), *c.ranks} : *usual;
  for (unsigned rank = 0; rank < ranks.hosts.size(); ++rank) {
    if (ranks.hosts[rank] >= hosts) throw not_allowed("ranks", ranks.text, "the hosts 0..{}", hosts - 1);
  }
  return ranks.hosts;
}

/// Only twins have it, and slots of one beat.
void check_critical_cells(const Setup& s) {
  const RunConfig& c = s.config;
  if (!c.critical_cells() || (!c.has_rtl() && s.longest_packet == 1)) return;
  throw InputError("scheduler: 'ccf' is not allowed with {}; allowed: {}",
                   c.has_rtl() ? fmt::format("engine {}", word(c.engine))
                               : fmt::format("packets of {} beats", s.longest_packet),
                   c.has_rtl() ? "engine systemc fast" : "packets of one beat");
}

/// Rules of sharing of one switch, some of its twin alone; those that evict packets are no back-pressure.
void check_sharing(const Setup& s) {
  const RunConfig& c = s.config;
  if (!c.own_sharing() || s.device || !s.entry->shares(c)) return;
  if (c.class_alpha && highest_number(*c.class_alpha) >= c.classes)
    throw not_allowed("alpha", c.class_alpha.text(), "classes 0..{}", c.classes - 1);
  const bool of_shared = s.entry->rtl_module == "xb_switch_shared";
  if (!of_shared && c.sharing == Sharing::Dynamic)
    throw not_allowed("alpha", c.class_alpha.text(), "one number; by class with switch shared, pipeline 0");
  const bool evicts = c.sharing == Sharing::PushOut || c.sharing == Sharing::HeadDrop;
  if (!of_shared || (c.has_rtl() && !c.has_head_drop()) || (evicts && !c.drop()))
    throw not_allowed(
        "sharing", word(c.sharing),
        "complete partition dynamic; with switch shared, pipeline 0: with engine systemc fast abm, "
        "with flow drop headdrop, with both pushout");
}

/// Keys of inputs name those that there are; a window has no turns.
void check_input_weights(const RunConfig& c) {
  if (c.arbiter == Arbitration::Weighted && c.window > 1)
    throw not_allowed("arbiter", word(c.arbiter), "round-robin random oldest; wrr with window 1");
  if (c.input_weights && !c.is_network() && highest_number(*c.input_weights) >= c.ports)
    throw not_allowed("input-weights", c.input_weights.text(), "inputs 0..{}", c.ports - 1);
}

/// Keys of classes name those that there are.
void check_classes(const RunConfig& c) {
  const auto check = [&](const char* key, const auto& given) {
    if (given && highest_number(*given) >= c.classes)
      throw not_allowed(key, given.text(), "classes 0..{}", c.classes - 1);
  };
  check("weights", c.weights);
  check("class-mix", c.traffic->class_mix);
  check("class-load", c.traffic->class_load);
  check("class-packet", c.traffic->class_packet);
  check("class-traffic", c.traffic->class_traffic);
  check("class-cycles", c.traffic->class_cycles);
}

ReplayRules rules_of(const RunConfig& c, const HostList& list, unsigned hosts, double clock_mhz) {
  const bool at_load = c.traffic->replay == ReplayPace::Load;
  const auto priority = c.traffic->capture_class == CaptureClass::Pcp ? pcp_of : dscp_class_of;
  return {list,        hosts,     c.width, clock_mhz, at_load ? std::optional(c.traffic->load) : std::nullopt,
          c.lengths(), c.classes, priority};
}

/// Headers and checks hold the lengths of its packets in bytes.
bool fits_in_bytes(const Capture& capture, unsigned least) {
  if (least == 0) return false;
  const PacketBytes bytes = packet_bytes(capture);
  return bytes.least >= least && bytes.most <= kMaxPacketBytes;
}

/// The capture that the hosts of `config` send, null: none; `config` gets the lengths of its packets. Throws
/// InputError if it cannot be read, or the hosts of `list` cannot send it. `hosts`: all that there are.
/// `least_bytes`: of a packet whose length is in bytes; 0: lengths are beats, as where a frame has fewer.
/// `device`: null if the frames do not go through one.
std::shared_ptr<const Capture> take_capture(RunConfig& config, const HostList& list, unsigned hosts,
                                            CaptureFiles& files, unsigned least_bytes,
                                            const Device* device = nullptr) {
  if (!config.replays()) return {};
  if (config.traffic->replay == ReplayPace::Load && config.traffic->load == 0)
    throw InputError("load: '0' is not allowed with replay load; allowed: above 0");
  auto capture = files.load(config.capture());
  if (!config.packet_given) config.packet_in_bytes = fits_in_bytes(*capture, least_bytes);
  const Replay replay = make_replay(
      *capture,
      rules_of(config, list, hosts, config.given_clock() == 0 ? kUsualClockMhz : config.given_clock()));
  if (device != nullptr) check_frames_of_device(*capture, replay, *device);
  if (!config.packet_given) {
    config.packet_min = replay.shortest;
    config.packet_max = replay.longest;
  }
  return capture;
}

/// The clock [MHz] of the switch: as given, that of the cluster, of the device, or the usual one.
double clock_of(const Setup& setup) {
  if (setup.hosts) return 1e-6 / setup.hosts->cluster.clock_period.value;
  if (setup.config.given_clock() != 0) return setup.config.given_clock();
  return setup.device && setup.device->clock.mhz ? *setup.device->clock.mhz : kUsualClockMhz;
}

/// A switch by itself.
Setup switch_setup(const RunConfig& config, unsigned number, const HostList& list, unsigned longest_packet,
                   std::shared_ptr<const Device> device = {}) {
  Setup s{config, &find_switch(config), queue_count(config),
          LinkRates(config.ports, config.speedup, *config.traffic->output_period), list};
  s.lengths = config.lengths();
  if (device) take_device(s, std::move(device));
  s.longest_packet = longest_packet;
  s.number = number;
  s.settings = settings_of(s.config, number, longest_packet);
  s.max_depth = elaborated_depth(config);
  s.crosspoint_beats = crosspoint_beats(config, longest_packet);
  if (s.entry->parameters != nullptr) s.parameters = s.entry->parameters(s.config, longest_packet);
  check_packet_fits(s);
  check_critical_cells(s);
  check_sharing(s);
  s.pause = pause_settings(s);
  if (config.ecn && uses_key(config, "ecn")) s.ecn = *config.ecn;
  return s;
}

std::optional<ScheduleHosts> hosts_of_run(const RunConfig& config, const HostList& list, GoalFiles& goals,
                                          const Network* network) {
  if (!config.schedule) return {};
  return schedule_hosts(config, list, goals, network);
}

Setup resolve_one_switch(RunConfig config, PointFiles& files) {
  std::shared_ptr<const Device> device = config.has_device() ? read_device(config.device) : nullptr;
  if (device) take_own_sizes(config, *device);
  const HostList list = hosts_taking_part(config, config.ports);
  std::optional<ScheduleHosts> hosts = hosts_of_run(config, list, files.goals, nullptr);
  auto capture = take_capture(config, list, config.ports, files.captures,
                              least_packet_bytes(config, device.get()), device.get());
  const unsigned longest_packet = longest_packet_of(config, hosts);
  if (config.buffer && !device) {
    take_buffer(config, longest_packet);
    hosts = hosts_of_run(config, list, files.goals, nullptr);  // which know the depth
  }
  Setup s = switch_setup(config, 0, list, longest_packet, std::move(device));
  check_packet_of_device(s);
  s.hosts = std::move(hosts);
  s.capture = std::move(capture);
  s.clock_mhz = clock_of(s);
  check_links(s);
  check_reliability(config);
  return s;
}

/// What may run in several threads.
void check_threads(const Setup& s) {
  if (s.config.threads == 1) return;
  const auto refuse = [&](const std::string& why) {
    throw not_allowed("threads", s.config.threads, "1 {}", why);
  };
  if (s.config.reference != Reference::None) refuse("with a reference");
  const auto& cables = s.fabric->topology.cables;
  const auto is_wire = [](const auto& cable) { return cable.speed.latency_cycles == 0; };
  if (std::all_of(cables.begin(), cables.end(), is_wire))
    refuse("where no cable has a latency (link-latency)");
  for (const Setup& one : s.fabric->switches)
    if (one.config.has_kernel()) refuse(fmt::format("with engine {}", word(one.config.engine)));
  if (sends_flows(s.config)) refuse("with traffic of flows");
}

/// Of a switch of a network, which may be another architecture than the run's.
void check_network_classes(const RunConfig& c) {
  check_use_of("classes", c);
  if (c.has_classes() && c.reference != Reference::None)
    throw not_allowed("reference", word(c.reference), "none in a network with classes");
}

Setup resolve_network(RunConfig config, PointFiles& files) {
  Network network = read_network(config);
  config.ports = network.wiring.hosts();
  const HostList list = hosts_taking_part(config, config.ports, network.topology.ranks);
  std::optional<ScheduleHosts> hosts = hosts_of_run(config, list, files.goals, &network);
  const auto other_width = [&](const RunConfig& one) { return one.width != config.width; };
  const bool one_width = std::none_of(network.switches.begin(), network.switches.end(), other_width);
  auto capture = take_capture(config, list, config.ports, files.captures, one_width ? 1 : 0);
  const unsigned longest_packet = longest_packet_of(config, hosts);
  auto fabric = std::make_shared<ResolvedNetwork>(
      ResolvedNetwork{network.topology, network.wiring, network.routes, {}});
  for (unsigned at = 0; at < network.switches.size(); ++at) {
    static_cast<PacketConfig&>(network.switches[at]) = config;
    try {
      take_buffer(network.switches[at], longest_packet);
      check_reliability(network.switches[at]);
      check_network_classes(network.switches[at]);
      if (config.packet_in_bytes && network.switches[at].width != config.width)
        throw not_allowed("width", network.switches[at].width,
                          "{}, that of all switches, with a packet length in bytes", config.width);
      fabric->switches.push_back(switch_setup(network.switches[at], at, list, longest_packet));
    } catch (const InputError& error) {
      throw InputError("{}: {}", place_of_switch(network.topology, at), error.what());
    }
  }
  const auto has_buffer = [](const RunConfig& one) { return bool(one.buffer); };
  if (std::any_of(network.switches.begin(), network.switches.end(), has_buffer))
    hosts = hosts_of_run(config, list, files.goals, &network);  // which know the depths
  Setup s{config, &find_switch(config), 0, fabric->switches.front().link_rates, list};
  s.hosts = std::move(hosts);
  s.capture = std::move(capture);
  s.clock_mhz = clock_of(s);
  s.longest_packet = longest_packet;
  s.lengths = config.lengths();
  s.fabric = std::move(fabric);
  check_threads(s);
  return s;
}

/// Files that values name. They are wrong even where nothing uses them, but for transfers.
void load_files(RunConfig& config) {
  config.topology.load([](const std::string& path) { return read_topology(path, check_switch_key); });
  if (in_steps(config.schedule.get())) config.transfers.load(read_transfers);
  config.cluster.load(read_cluster);
  if (config.is_random()) config.traffic->flow_sizes.load(read_flow_sizes);
}

}  // namespace

Setup resolve(const RunConfig& given, PointFiles& files) {
  RunConfig config = given;
  load_files(config);
  if (!config.has_ports() && !config.is_network()) config.ports = Wiring(*config.topology).hosts();
  if (config.has_device()) check_device_point(config);
  Setup s = config.is_network() ? resolve_network(config, files) : resolve_one_switch(config, files);
  check_rtl(s.config);
  check_width(s.config);
  check_memory(s.config);
  check_targets(s.config, s.hosts_taking_part);
  check_input_weights(s.config);
  check_host_pauses(s);
  if (s.config.has_classes()) check_classes(s.config);
  if (s.config.is_random() && s.config.traffic->has_pattern(TrafficPattern::Incast))
    check_incast(*s.config.traffic, s.hosts_taking_part, hosts_word(s.config, s.hosts_taking_part));
  return s;
}

Setup resolve(const RunConfig& config) {
  PointFiles files;
  return resolve(config, files);
}

ReplayRules replay_rules(const Setup& setup) {
  return rules_of(setup.config, setup.hosts_taking_part, setup.config.ports, setup.clock_mhz);
}

}  // namespace xb
