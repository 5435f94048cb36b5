// SPDX-License-Identifier: Apache-2.0
#include "host/config/config_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/config/key_conditions.h"
#include "host/config/key_kinds.h"
#include "host/config/key_values.h"
#include "host/exchange/schedule_registry.h"
#include "host/link/flow_sizes.h"
#include "host/link/host_range.h"
#include "host/link/packet.h"
#include "host/liquid/transfer_list.h"
#include "host/nic/built_in_clusters.h"
#include "host/nic/cluster.h"
#include "host/point/run_config.h"
#include "host/step_methods/step_methods.h"
#include "host/switches/switch_registry.h"
#include "host/traffic/traffic_registry.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

/// A key that came when there were records already: they stay as they are.
ConfigKey only_if_set(ConfigKey key) {
  key.only_if_set = true;
  return key;
}

ConfigKey recorded_if(bool (*in_record)(const RunConfig&), ConfigKey key) {
  key.in_record = in_record;
  return key;
}

bool has_ports(const RunConfig& config) { return config.has_ports(); }
/// A buffer gives each switch of a network a depth of its own.
bool has_depth(const RunConfig& config) {
  return !config.is_network() || !config.buffer || config.depth != RunConfig{}.depth;
}

constexpr const char* kHostsPattern = "^[0-9]+([.][.][0-9]+)?(,[0-9]+([.][.][0-9]+)?)*$";

constexpr const char *kSwitchKeys = "The switch", *kNetworkKeys = "Networks",
                     *kTrafficKeys = "Random traffic", *kHostKeys = "Which hosts",
                     *kScheduleKeys = "Schedules and hosts", *kRunKeys = "The run";

/// Each key has the group of the last one here that it is or follows.
std::vector<ConfigKey> in_groups(std::vector<ConfigKey> keys) {
  const char* group = "";
  for (ConfigKey& key : keys) {
    for (const auto& [first, named] : {std::pair{"switch", kSwitchKeys},
                                       {"traffic", kTrafficKeys},
                                       {"schedule", kScheduleKeys},
                                       {"topology", kNetworkKeys},
                                       {"ranks", kHostKeys},
                                       {"cycles", kRunKeys}}) {
      if (key.name == first) group = named;
    }
    key.group = group;
  }
  return keys;
}

std::string listed(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

bool is_among(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// All keys need a run, but these: where only steps are searched for, what matters is which transfers there
/// are over which links.
std::vector<ConfigKey> only_in_runs(std::vector<ConfigKey> keys) {
  for (ConfigKey& key : keys) {
    if (!is_among({"ports", "deadlock", "transfers", "step-search", "time-limit", "packet", "schedule",
                   "topology", "ranks", "seed"},
                  key.name))
      key.uses.push_back({"a run, step-search none", [](const RunConfig& c) { return !c.searches_steps(); }});
  }
  return keys;
}

std::vector<ConfigKey> make_keys() {
  constexpr double kMaxSeed = 9007199254740992.0;  // exact in JSON readers that use doubles
  return only_in_runs({
      text_key("switch", &RunConfig::switch_name, listed(names(switches())), "switch architecture",
               [](const std::string& v) { return is_among(names(switches()), v); },
               {names(switches()), {}, {}, ""})
          .when(without_device("no device")),
      recorded_if(has_ports, number_key("ports", &RunConfig::ports, kMinPorts, kMaxPorts, "ports",
                                        "inputs and outputs of the switch"))
          .when({"topology one-switch", has_ports}),
      listed_key("width", &RunConfig::width, {8, 16, 32, 64, 128, 256, 512},
                 "payload of a beat [bits]; below 64 with a device"),
      recorded_if(has_depth, number_key("depth", &RunConfig::depth, kLeastDepth, kMostDepth, "beats",
                                        "capacity of one queue memory")),
      only_if_set(bytes_key("buffer", &RunConfig::buffer,
                            "memory of the whole switch, for packets; sets the depth of its queue memories"))
          .when(without_device("no device")),
      choice_key("arbiter", &RunConfig::arbiter, "arbitration of an output (input)")
          .when(of_switches("arbiter"))
          .when(without_pipeline()),
      number_key("window", &RunConfig::window, 1, 8, "packets",
                 "first packets of a FIFO that may bid (input)")
          .when(of_switches("window"))
          .when(without_pipeline()),
      only_if_set(number_key("pipeline", &RunConfig::pipeline, 0, 1, "",
                             fmt::format("form of the switch for a fast clock, of more cycles ({})",
                                         fmt::join(names_using(switches(), "pipeline"), ", "))))
          .when(of_switches("pipeline")),
      choice_key("forwarding", &RunConfig::forwarding, "time from which a packet may leave")
          .when(without_device("no device (its description claims it)")),
      choice_key("flow", &RunConfig::flow,
                 "flow control of a full buffer: packets are held off, or discarded whole")
          .when(without_device("no device (its description claims it)")),
      choice_key("sharing", &RunConfig::sharing,
                 fmt::format("sharing of a memory among outputs ({}; {}: under drop)",
                             fmt::join(switches_sharing(QueueSharing::Always), ", "),
                             fmt::join(switches_sharing(QueueSharing::UnderDrop), ", ")))
          .when(of_sharing()),
      listed_key("alpha", &RunConfig::alpha, {0.125, 0.25, 0.5, 1, 2, 4, 8},
                 "a queue's limit, in units of the free memory (sharing dynamic)")
          .when(of_thresholds()),
      choice_key("scheduler", &RunConfig::scheduler, "matching algorithm (voq)")
          .when(of_switches("scheduler"))
          .when(without_pipeline()),
      number_key("iterations", &RunConfig::iterations, 1, 4, "", "matching iterations (voq)")
          .when(of_switches("iterations"))
          .when(without_pipeline()),
      number_key("speedup", &RunConfig::speedup, 1, 2, "", "cycles of the switch in a link's beat time (voq)")
          .when(of_switches("speedup", true))
          .when(without_pipeline()),
      number_key("crosspoint-depth", &RunConfig::crosspoint_depth, 1, 64, "packets",
                 fmt::format("capacity of one crosspoint ({})",
                             fmt::join(names_using(switches(), "crosspoint-depth"), ", ")))
          .when(of_switches("crosspoint-depth"))
          .when(without_pipeline()),
      number_key("route-delay", &RunConfig::route_delay, 0, 1000000, "cycles",
                 "delay from a packet's first beat until it may bid")
          .when(without_device("no device"))
          .when(without_pipeline()),
      only_if_set(text_key("rtl", &RunConfig::rtl, "a folder with .sv or .v files, or nothing",
                           "folder whose modules replace those of one name in rtl/, or add to them",
                           [](std::string& v) {
                             while (v.size() > 1 && v.back() == '/') v.pop_back();
                             return true;
                           },
                           {{}, {}, {}, ".*"})
                      .of_file(""))
          .when({"engine rtl lockstep and no device",
                 [](const RunConfig& c) { return !c.has_device() && c.has_rtl(); }}),
      only_if_set(text_key("device", &RunConfig::device, "a .toml file that describes a switch, or nothing",
                           "switch of your own instead of one of the lab's (engine rtl)",
                           [](const std::string& v) {
                             return v.empty() || std::filesystem::path(v).extension() == kTomlFile;
                           },
                           {{""}, {}, {}, "[.]toml$"})
                      .of_file(kTomlFile)),
      named_key(
          "traffic", &RunConfig::traffic, names(traffic_patterns()),
          fmt::format("{}, or {}FILE, a packet capture", listed(names(traffic_patterns())), kCapturePrefix),
          "random sources, or frames to be replayed", fmt::format("^{}.", kCapturePrefix))
          .of_file("", kCapturePrefix)
          .when(without_schedule("no schedule")),
      number_key("load", &RunConfig::load, 0, 1, "of the line rate", "offered load per input")
          .when({"no schedule, and no capture but with replay load",
                 [](const RunConfig& c) {
                   return c.is_random() || (c.replays() && c.replay == ReplayPace::Load);
                 }}),
      only_if_set(choice_key("replay", &RunConfig::replay,
                             "time from which a frame of a capture may go: its own, or as load has it"))
          .when({"traffic capture:FILE", [](const RunConfig& c) { return c.replays(); }}),
      clock_key().when(without_schedule("no schedule (its cluster has a clock-period)")),
      packet_key()
          .when({"a run, step-search none",
                 [](const RunConfig& c) { return !c.searches_steps() || !c.packet_given; }})
          .when({"random traffic or a schedule (a capture's frames have lengths)",
                 [](const RunConfig& c) { return !c.replays() || !c.packet_given; }}),
      gap_key().when({"random traffic and a packet length in bytes",
                      [](const RunConfig& c) { return c.is_random() && c.packet_in_bytes; }}),
      number_key("burst", &RunConfig::burst, 1, 1e6, "packets", "mean length of a burst (bursty)")
          .when(of_traffic("burst")),
      number_key("unbalance", &RunConfig::unbalance, 0, 1, "",
                 "share of the load that goes to the favoured output (unbalanced, hotspot)")
          .when(of_traffic("unbalance")),
      number_key("targets", &RunConfig::targets, 1, kMaxHosts, "outputs",
                 "outputs 0, 1, ... that every input sends to in turn (alternate)")
          .when(of_traffic("targets")),
      only_if_set(number_or_word_key("fan-in", &RunConfig::fan_in, {{"all", {}}}, 1, kMaxHosts - 1, "hosts",
                                     "hosts that send in each burst to one other (incast); all: every other"))
          .when(of_traffic("fan-in")),
      only_if_set(number_or_word_key("victim", &RunConfig::victim, {{"random", {}}}, 0, kMaxHosts - 1, "",
                                     "host that all bursts go to (incast); random: one drawn for each"))
          .when(of_traffic("victim")),
      only_if_set(given_key("senders", &RunConfig::senders,
                            fmt::format("hosts 0..{}, each once, such as 1,5,8..11", kMaxHosts - 1),
                            "hosts that bursts come from, fan-in of them (incast)", kHostsPattern))
          .when(of_traffic("senders")),
      only_if_set(bytes_key("incast-bytes", &RunConfig::incast_bytes,
                            "bytes that each host of a burst sends (incast)",
                            fmt::format("{}, 1B..1GB", kAllowedBytes)))
          .when(of_traffic("incast-bytes")),
      only_if_set(number_key("period", &RunConfig::period, 1, 1e12, "cycles",
                             "cycles from one burst to the next (incast)"))
          .when(of_traffic("period")),
      only_if_set(number_key("jitter", &RunConfig::jitter, 0, 1e9, "cycles",
                             "interval in which the hosts of a burst begin to send, each at random (incast)"))
          .when(of_traffic("jitter")),
      only_if_set(named_key("flow-sizes", &RunConfig::flow_sizes, names(named_flow_sizes()),
                            fmt::format("none {}, or a .txt file", listed(names(named_flow_sizes()))),
                            "sizes of the flows that the load comes in; none: it comes packet by packet",
                            "[.]txt$"))
          .when({"random traffic but bursty",
                 [](const RunConfig& c) { return c.is_random() && !c.has_pattern(TrafficPattern::Bursty); }}),
      number_key("receiver-stall", &RunConfig::receiver_stall, 0, 0.99, "",
                 "probability that a receiver is not ready in a cycle")
          .when(without_schedule("no schedule")),
      output_period_key(),
      named_key("schedule", &RunConfig::schedule, names(schedules()),
                fmt::format("{}, a .goal file, or nothing", listed(names(schedules()))),
                "program that the hosts run instead of stochastic traffic", "[.]goal$"),
      number_key("packets-per-message", &RunConfig::packets_per_message, 1, 1000000, "packets",
                 "length of a message, k")
          .when({"a schedule that is not a file",
                 [](const RunConfig& c) { return c.schedule && !c.schedule.is_file(); }}),
      number_key("group-size", &RunConfig::group_size, 1, kMaxHosts - 1, "partners",
                 "partners at a time in the group shuffle, omega")
          .when(of_schedules("group-size")),
      only_if_set(number_key("message-spread", &RunConfig::message_spread, 0, 1, "of a message",
                             "lengths of a complete exchange's blocks, uniform in 1 +- so much of k packets"))
          .when(of_schedules("message-spread")),
      only_if_set(named_key("transfers", &RunConfig::transfers, {}, kAllowedTransfers,
                            "transfers of a schedule in steps, of k packets each", ">|[.]csv$"))
          .when(of_schedules("transfers")),
      only_if_set(choice_key("step-end", &RunConfig::step_end,
                             "what a rank waits for before its next step: nothing, its own packets, all "
                             "ranks, or the time"))
          .when(of_schedules("step-end")),
      only_if_set(time_key("step-time", &RunConfig::step_time,
                           "length of a step (step-end time); auto: a transfer's time on the slowest "
                           "link"))
          .when(
              {"a schedule in steps with step-end time",
               [](const RunConfig& c) { return in_steps(c.schedule.get()) && c.step_end == StepEnd::Time; }}),
      only_if_set(named_key("step-search", &RunConfig::step_search, step_search_names(),
                            "none " + listed(step_search_names()),
                            "what is worked out of a liquid schedule's transfers instead of a run: nothing, "
                            "only their graph, the categories of its full teams, or steps by one of these "
                            "ways",
                            ""))
          .when({"schedule liquid", [](const RunConfig& c) { return c.schedule.text() == "liquid"; }, true}),
      only_if_set(time_key("time-limit", &RunConfig::time_limit, "CPU time of a search for steps",
                           "a time above 0 such as 60s, up to 1000s"))
          .when({"a step-search", [](const RunConfig& c) { return c.searches_steps(); }}),
      named_key("cluster", &RunConfig::cluster, names(built_in_clusters()),
                fmt::format("{}, or a .toml file", listed(names(built_in_clusters()))),
                "host and link parameters", "[.]toml$")
          .when(of_schedule()),
      choice_key("reliability", &RunConfig::reliability,
                 "recovery of packets that the switch loses, by the hosts of a schedule")
          .when(of_schedule()),
      time_key("timeout", &RunConfig::timeout, "retransmission time-out (go-back-n)").when(of_go_back_n()),
      time_key("ack-delay", &RunConfig::ack_delay,
               "time that an acknowledgement waits for a packet to ride on (go-back-n)")
          .when(of_go_back_n()),
      number_key("ack-beats", &RunConfig::ack_beats, 1, kMaxPacketBeats, "beats",
                 "length of a frame with nothing but an acknowledgement (go-back-n)")
          .when(of_go_back_n()),
      number_key("receive-window", &RunConfig::receive_window, 0, 1000000, "packets",
                 "packets in a host's memory that its process has not yet received; 0: no limit")
          .when(of_schedule()),
      number_key("send-window", &RunConfig::send_window, 0, 1000000, "packets",
                 "packets on their way from a host to one partner; 0: no limit")
          .when(of_schedule()),
      only_if_set(number_key("initial-window", &RunConfig::initial_window, 0, 1000000, "packets",
                             "packets to one partner before any is acknowledged, where slow start begins; 0: "
                             "no slow start (go-back-n)"))
          .when(of_go_back_n()),
      number_or_word_key(
          "global-window", &RunConfig::global_window, {{"none", 0}, {"auto", {}}}, 1, 1000000, "packets",
          "packets on their way from a host to all partners (W_g); auto: what the switch's queue holds")
          .when(of_schedule()),
      given_key("host-delay", &RunConfig::host_delay,
                "exponential:MEAN or daemon:PERIOD:LENGTH, times with units up to 1000s, LENGTH < PERIOD",
                "random load on the hosts' processors", "^(exponential|daemon):")
          .when(of_schedule()),
      number_key("start-skew", &RunConfig::start_skew, 0, 1, "of the predicted time",
                 "window in which ranks start, each at random")
          .when(of_schedule()),
      bytes_key("memory", &RunConfig::memory,
                "main memory of a host, for the blocks of its messages and the system")
          .when(of_schedule()),
      bytes_key("system-memory", &RunConfig::system_memory, "part of memory that the system takes")
          .when(of_memory()),
      given_key("paging", &RunConfig::paging, "PERIOD:LENGTH, times with units up to 1000s, LENGTH < PERIOD",
                "pauses of hosts whose memory does not hold the blocks of their messages", "^[^:]+:[^:]+$")
          .when(of_memory()),
      named_key(
          "topology", &RunConfig::topology, {},
          "one-switch, a network's name with its arguments such as mesh(4,4) (xbarlab list topologies), "
          "or a .toml file",
          "network of switches", "^[a-z0-9-]+([(][^)]*[)])?$|[.]toml$"),
      only_if_set(
          number_or_word_key("link-latency", &RunConfig::link_latency, {{"auto", {}}}, 0, 1000000, "cycles",
                             "latency of all cables between switches; auto: as the topology has them"))
          .when(of_network()),
      only_if_set(choice_key("adaptive", &RunConfig::adaptive,
                             "port of an adaptive route: that with the fewest packets bound for it, of "
                             "several the next in order, or a random one"))
          .when(of_network()),
      only_if_set(choice_key("deadlock", &RunConfig::deadlock,
                             "networks whose channels can wait for each other for ever"))
          .when(of_network()),
      only_if_set(
          given_key("ranks", &RunConfig::ranks,
                    fmt::format("hosts 0..{}, at least 2, each once, such as 0,1,5,8..11", kMaxHosts - 1),
                    "hosts that take part, in the order of a schedule's ranks", kHostsPattern)),
      number_key("cycles", &RunConfig::cycles, 1, 1e12, "cycles",
                 "length of a stochastic run (a schedule runs to its end)")
          .when(of_random_traffic("no schedule or capture (these run to their end)")),
      number_or_word_key("warmup", &RunConfig::warmup, {{"auto", {}}}, 0, 1e12, "cycles",
                         "cycles before measuring starts; auto: until throughput and occupancy settle")
          .when(of_random_traffic("no schedule or capture")),
      ci_key().when(of_random_traffic("no schedule or capture")),
      number_key("series", &RunConfig::series, 0, 1e9, "cycles",
                 "sampling period of the occupancy; 0: no samples"),
      only_if_set(choice_key("distribution", &RunConfig::distribution,
                             "measure whose whole distribution is in the record, not its percentiles alone")),
      only_if_set(
          choice_key("observe", &RunConfig::observe,
                     "what occupancy and blocking are measured by: the switch's probes, or its ports")),
      only_if_set(
          choice_key("reference", &RunConfig::reference,
                     "ideal switch beside it, which says how late each packet leaves: an output-queued "
                     "one with memory for all"))
          .when({"topology one-switch", has_ports}),
      only_if_set(
          choice_key("cost", &RunConfig::cost,
                     "hardware for which the record says what the switch costs, by yosys and nextpnr"))
          .when({"topology one-switch", has_ports}),
      number_key("seed", &RunConfig::seed, 0, kMaxSeed, "", "seed of all random streams"),
      recorded_if([](const RunConfig&) { return false; },
                  number_key("threads", &RunConfig::threads, 1, 64, "",
                             "threads that run the switches of a network; the result is the same"))
          .when(of_network()),
      choice_key("engine", &RunConfig::engine, "engine that runs the switch"),
  });
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = in_groups(make_keys());
  return keys;
}

const std::vector<const char*>& key_groups() {
  static const std::vector<const char*> groups{kSwitchKeys, kNetworkKeys,  kTrafficKeys,
                                               kHostKeys,   kScheduleKeys, kRunKeys};
  return groups;
}

std::vector<std::string> key_names(const std::vector<std::string>& but) {
  std::vector<std::string> all;
  for (const auto& key : config_keys()) {
    if (!is_among(but, key.name)) all.push_back(key.name);
  }
  return all;
}

/// The words that a text of what is allowed begins with, as `fat-tree(ports)` with `fat-tree`: names, if it
/// is a list of them.
std::vector<std::string> words_in(const std::string& allowed) {
  std::vector<std::string> words;
  std::istringstream list(allowed.substr(0, allowed.find(',', allowed.rfind(')') + 1)));
  for (std::string word; list >> word;) {
    const std::string name = word.substr(0, word.find('('));
    if (!name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0) words.push_back(name);
  }
  return words;
}

namespace {
std::size_t place_of(const ConfigKey& key) { return static_cast<std::size_t>(&key - config_keys().data()); }
}  // namespace

bool is_given(const RunConfig& config, const std::string& key) {
  const ConfigKey* found = find_key(key);
  return found != nullptr && config.given.test(place_of(*found));
}

const ConfigKey* find_key(const std::string& name) { return find_named(config_keys(), name); }

std::size_t ConfigKey::file_at(const std::string& value) const {
  const std::size_t at = before_file.size();
  if (file_ending == nullptr || value.size() <= at || value.compare(0, at, before_file) != 0)
    return std::string::npos;
  return *file_ending == 0 || std::filesystem::path(value).extension() == file_ending ? at
                                                                                      : std::string::npos;
}

std::vector<std::pair<std::string, std::string>> files_of(const RunConfig& config) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const ConfigKey& key : config_keys()) {
    if (key.file_ending == nullptr) continue;
    const std::string value = value_text(key.get(config));
    if (const auto at = key.file_at(value); at != std::string::npos)
      files.emplace_back(key.name, value.substr(at));
  }
  return files;
}

void set_key(RunConfig& config, const std::string& key, const std::string& value, const std::string& place) {
  const auto at = place.empty() || place == "--" + key ? std::string{} : place + ": ";
  if (const ConfigKey* k = find_key(key)) {
    try {
      if (k->set(config, value)) {
        config.given.set(place_of(*k));
        return;
      }
    } catch (const InputError& error) {
      throw InputError(at + error.what());
    }
    throw InputError("{}{}: '{}' is not allowed; allowed: {}", at, key, value,
                     allowed_names(words_in(k->allowed), k->allowed, value));
  }
  const std::vector<std::string> known = key_names();
  const std::string what = nearest_word(key, known).empty() ? "" : kKeysOfRun;
  throw InputError("{}unknown key '{}'; allowed: {}", at, key, allowed_names(known, what, key));
}

nlohmann::ordered_json to_json(const RunConfig& config) {
  nlohmann::ordered_json object;
  static const RunConfig defaults;
  for (const auto& k : config_keys()) {
    if (k.in_record != nullptr && !k.in_record(config)) continue;
    if (!k.only_if_set || k.get(config) != k.get(defaults)) object[k.name] = k.get(config);
  }
  return object;
}

}  // namespace xb
