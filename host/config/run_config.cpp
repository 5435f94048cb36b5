// SPDX-License-Identifier: Apache-2.0
#include "host/config/run_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/base/units.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/host_setup.h"
#include "host/config/key_use.h"
#include "host/exchange/schedule_registry.h"
#include "host/nic/message_table.h"
#include "host/schedule/goal_file.h"

namespace xb {
namespace {

constexpr std::uint32_t kStageBeats = 4;  // an output stage behind a crossbar: pipeline and stalls

/// The choice that `word` names, by its position in a list that has it.
template <class Choice>
Choice choice(const std::string& word, std::initializer_list<const char*> words) {
  const auto* const found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) throw std::logic_error("no such choice: " + word);
  return static_cast<Choice>(found - words.begin());
}

/// `value` as one word of a shell's command line.
std::string shell_word(const std::string& value) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:/=%@";
  if (!value.empty() && value.find_first_not_of(kPlain) == std::string::npos) return value;
  std::string quoted = "'";
  for (const char c : value) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// What a run with this schedule and cluster has where nothing else is given.
RunConfig without_flags(const RunConfig& c) {
  RunConfig usual;
  usual.schedule = c.schedule;
  usual.cluster = c.cluster;
  try {
    take_cluster_defaults(usual, {});
  } catch (const InputError&) {
    // A cluster that cannot be read has no keys of its own.
  }
  if (!c.packet_given) {  // not worked out, and not to be named
    usual.packet_min = usual.packet_max = c.packet_min;
    usual.packet_given = false;
  }
  return usual;
}

/// Longest packet that the switch can hold whole [beats]: store-and-forward and drop need room for one.
std::uint64_t packet_capacity(const RunConfig& c) {
  if (c.switch_name != "output" && c.switch_name != "shared")
    return c.queues_share() && c.sharing == "partition" ? c.depth / c.ports : c.depth;
  // Words of 2N beats, and one more that each output has to itself.
  const std::uint64_t word_beats = 2ULL * c.ports;
  const bool partition = c.switch_name == "shared" && c.sharing == "partition";
  const std::uint64_t pool_beats = partition ? c.depth / c.ports : c.depth;
  return (pool_beats / word_beats + 1) * word_beats;
}

void check_packet_fits(const RunConfig& c) {
  if (!c.store_forward() && !c.drop()) return;
  if (c.longest_packet() <= packet_capacity(c)) return;
  throw InputError(fmt::format(
      "depth: '{}' is not allowed; allowed: so much that the longest packet, {} beats, fits under {}",
      c.depth, c.longest_packet(), c.store_forward() ? "store-and-forward" : "drop"));
}

void check_links(const RunConfig& c) {
  const bool full_rate = c.link_rates().full_rate();
  if (!c.schedule.empty() && !full_rate) {
    throw InputError(fmt::format("{}: not allowed with a schedule; allowed: stochastic traffic",
                                 c.speedup != 1 ? "speedup" : "output-period"));
  }
  const auto periods = parse_output_periods(c.output_period);
  for (unsigned port = c.ports; port < kMaxPorts; ++port) {
    if (c.output_period.find(':') == std::string::npos || (*periods)[port] == 1) continue;
    throw InputError(fmt::format("output-period: '{}' is not allowed; allowed: ports 0..{}", c.output_period,
                                 c.ports - 1));
  }
}

void check_goal(const RunConfig& c) {
  if (is_goal_file(c.schedule)) load_goal(c.schedule, c.ports);
}

void check_reliability(const RunConfig& c) {
  if (c.schedule.empty() || !c.drop() || c.go_back_n()) return;
  throw InputError(
      "flow: 'drop' is not allowed with a schedule; allowed: back-pressure, or with --reliability go-back-n");
}

void check_memory(const RunConfig& c) {
  if (c.memory == "none" || parse_bytes(c.system_memory) <= parse_bytes(c.memory)) return;
  throw InputError(fmt::format("system-memory: '{}' is not allowed; allowed: at most memory, {}",
                               c.system_memory, c.memory));
}

void check_targets(const RunConfig& c) {
  if (c.traffic != "alternate" || c.targets <= c.ports) return;
  throw InputError(
      fmt::format("targets: '{}' is not allowed; allowed: at most the ports, {}", c.targets, c.ports));
}

}  // namespace

unsigned RunConfig::longest_packet() const {
  if (schedule.empty()) return packet_max;
  const HostSetup setup = host_setup(*this);
  const unsigned ack = go_back_n() ? setup.nic.go_back_n.ack_beats : 1;
  if (!setup.nic.sizes.whole_messages) return std::max(setup.frame_beats, ack);
  return std::max(xb::longest_packet(make_schedule(schedule, setup.shape), setup.nic.sizes), ack);
}

SwitchSettings RunConfig::settings() const {
  SwitchSettings s;
  s.depth = depth;
  s.store_forward = store_forward();
  s.drop = drop();
  s.packet_beats = longest_packet();
  s.route_delay = route_delay;
  s.arbiter = choice<Arbitration>(arbiter, {"round-robin", "random", "oldest"});
  s.seed = static_cast<std::uint32_t>(RandomStream(seed, StreamPurpose::Switch, 0).next());
  s.window = static_cast<std::uint8_t>(window);
  s.sharing = choice<Sharing>(sharing, {"complete", "partition", "dynamic"});
  s.alpha = static_cast<std::uint8_t>(std::lround(std::log2(alpha)) + 3);
  s.scheduler = choice<Scheduler>(scheduler, {"islip", "pim", "rrm"});
  s.iterations = static_cast<std::uint8_t>(iterations);
  s.crosspoint_packets = crosspoint_depth;
  s.output_depth = speedup == 1 ? kStageBeats : depth;
  return s;
}

LinkRates RunConfig::link_rates() const { return {ports, speedup, *parse_output_periods(output_period)}; }

std::uint32_t RunConfig::crosspoint_beats() const {
  // Two sizes only, so that few models need building.
  constexpr std::uint32_t kSmall = 16;
  constexpr std::uint32_t kLarge = 1024;
  return std::uint64_t{crosspoint_depth} * longest_packet() <= kSmall ? kSmall : kLarge;
}

std::uint32_t RunConfig::max_depth() const {
  std::uint32_t elaborated = 1024;
  while (elaborated < depth) elaborated *= 2;
  return elaborated;
}

std::string RunConfig::flags() const {
  static const RunConfig defaults;
  const RunConfig heeded = without_unheeded(*this);
  const RunConfig usual = without_flags(*this);
  std::string text;
  for (const auto& key : config_keys()) {
    const auto value = key.get(heeded);
    const bool decides = key.name == "schedule" || key.name == "cluster";  // what is usual
    if (value == key.get(decides ? defaults : usual)) continue;
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", key.name,
                        shell_word(value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return text;
}

void check(const RunConfig& config) {
  find_cluster(config.cluster);  // wrong even where it is not used
  check_goal(config);
  check_packet_fits(config);
  check_links(config);
  check_reliability(config);
  check_memory(config);
  check_targets(config);
}

}  // namespace xb
