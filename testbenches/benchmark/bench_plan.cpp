// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/bench_plan.h"

#include <algorithm>
#include <filesystem>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/device/device.h"

namespace xb {
namespace {

constexpr unsigned kEthernetGap = 20;  // bytes: preamble 8, inter-frame gap 12
constexpr unsigned kLeastBytes = 8, kMostBytes = 65535;
constexpr std::uint64_t kLeastFrames = 100;  // of the longest kind, in a trial
constexpr std::uint32_t kPortDepth = 2048;   // beats

unsigned beats_of(unsigned bytes, unsigned width) {
  const unsigned bytes_per_beat = width / 8;
  return (bytes + bytes_per_beat - 1) / bytes_per_beat;
}

/// Whether packets of any number of bytes go through the switch.
bool carries_bytes(const RunConfig& config) {
  return !config.has_device() || read_device(config.device)->carries_bytes(config.width);
}

/// For frames per second [MHz].
double clock_of(const RunConfig& config) {
  if (config.given_clock() != 0) return config.given_clock();
  const auto own = config.has_device() ? read_device(config.device)->clock.mhz : std::nullopt;
  return own.value_or(kUsualClockMhz);
}

/// The tests send between any two ports, none to itself.
void check_pairs(const RunConfig& config) {
  if (!config.has_device() ||
      read_device(config.device)->claims.pairs(config.ports).complete_between(config.ports))
    return;
  throw InputError(
      "device: '{}' is not allowed, as its claims.connects leaves out pairs of ports; allowed: a "
      "switch whose "
      "inputs reach all other outputs (xbarlab run measures it with random traffic)",
      config.device);
}

}  // namespace

const std::vector<std::string>& switch_keys() {
  static const std::vector<std::string> keys = [] {
    // In this order they are in records of tables; other settings of a switch follow.
    std::vector<std::string> all{
        "switch",     "ports",   "width",     "depth",      "arbiter", "window",           "pipeline",
        "forwarding", "flow",    "sharing",   "alpha",      "speedup", "crosspoint-depth", "route-delay",
        "seed",       "engine",  "scheduler", "iterations", "rtl",     "device",           "clock",
        "classes",    "service", "weights",   "class-heads"};
    for (const std::string& name : setting_names()) {
      if (!contains(all, name)) all.push_back(name);
    }
    return all;
  }();
  return keys;
}

const std::vector<std::string>& fabric_keys() {
  static const std::vector<std::string> keys{"topology", "link-latency", "adaptive",   "xoff",          "xon",
                                             "headroom", "pause-beats",  "host-cable", "pause-response"};
  return keys;
}

const std::vector<std::string>& collective_keys() {
  static const std::vector<std::string> keys{"start-skew", "experts", "top-k", "gate-skew"};
  return keys;
}

RunConfig usual_collectives() {
  RunConfig config;
  config.start_skew = 0.05;
  config.gate_skew = 1;
  return config;
}

std::vector<unsigned> usual_frame_bytes() { return {64, 128, 256, 512, 1024, 1280, 1518, 9216}; }

std::optional<unsigned> parse_bytes_of(const std::string& key, const std::string& text) {
  RunConfig config;
  try {
    set_key(config, key, !text.empty() && text.back() == 'B' ? text : text + "B", "");
  } catch (const InputError&) {
    return {};
  }
  if (key == "gap") return config.gap_bytes;
  if (!config.packet_in_bytes || config.packet_mix || config.packet_min != config.packet_max) return {};
  return config.packet_max;
}

std::vector<unsigned> parse_frame_sizes(const std::string& text) {
  std::vector<unsigned> sizes;
  for (const std::string& part : list_parts(text)) {
    const unsigned bytes = parse_bytes_of("packet", part).value_or(0);
    if (bytes < kLeastBytes || bytes > kMostBytes || (!sizes.empty() && bytes <= sizes.back()))
      throw not_allowed("--sizes", text, "bytes {}..{} such as 64 or 9kB, rising, with commas between them",
                        kLeastBytes, kMostBytes);
    sizes.push_back(bytes);
  }
  return sizes;
}

RunConfig usual_bench_config(const std::string& switch_name, unsigned ports) {
  RunConfig config;
  config.switch_name = switch_name;
  config.ports = ports;
  config.flow = FlowControl::Drop;
  // Of `shared` the depth is the whole memory's.
  config.depth = switch_name == "shared" ? kPortDepth * ports : kPortDepth;
  return config;
}

std::string bench_name(const RunConfig& config) {
  return config.has_device() ? std::filesystem::path(config.device).stem().string() : config.switch_name;
}

std::uint64_t BenchPlan::port_depth() const {
  return config.switch_name == "shared" ? std::max(1U, config.depth / config.ports) : config.depth;
}

std::uint64_t BenchPlan::filling_beats(std::uint64_t memory, std::uint64_t steps_of) const {
  const Trial shortest = trial(sizes.front());
  const std::uint64_t frame = std::uint64_t{shortest.frame_beats()} * config.beat_bytes();
  return (memory * steps_of * shortest.frame_line() + frame - 1) / frame;
}

Trial BenchPlan::trial(const FrameSize& size) const {
  Trial trial{config, beats, beats / 2};
  trial.config.packet_min = trial.config.packet_max = in_bytes ? size.bytes : size.beats;
  trial.config.packet_in_bytes = in_bytes;
  trial.config.packet_given = true;
  trial.config.gap_bytes = gap_bytes;
  return trial;
}

Trial BenchPlan::collective(const std::string& schedule, std::uint64_t bytes, unsigned ranks) const {
  const std::uint64_t block = std::max<std::uint64_t>(1, bytes / ranks);
  const std::uint64_t beat = config.beat_bytes();
  std::uint64_t packet = std::min<std::uint64_t>(kCollectivePacketBytes, (block + beat - 1) / beat * beat);
  // Where packets are lost, room for four: else those that are sent again are lost as well, over and over.
  if (config.drop() || config.store_forward())
    packet = std::min(packet, std::max<std::uint64_t>(1, port_depth() / (config.drop() ? 4 : 1)) * beat);
  // As many packets as the longest ones would be, all alike, so that a block is its bytes to a beat a packet.
  const std::uint64_t packets = (block + packet - 1) / packet;
  packet = ((block + packets - 1) / packets + beat - 1) / beat * beat;
  Trial trial{config};
  trial.config.packet_in_bytes = in_bytes;
  trial.config.packet_min = trial.config.packet_max =
      static_cast<unsigned>(in_bytes ? packet : packet / beat);
  trial.config.packet_given = true;
  trial.config.schedule = schedule;
  trial.config.packets_per_message = static_cast<std::uint32_t>(packets);
  trial.config.start_skew = collectives.start_skew;
  if (trial.config.drop()) trial.config.reliability = Reliability::GoBackN;
  return trial;
}

std::string BenchPlan::refuses(const FrameSize& size) const {
  try {
    resolve(trial(size).config);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

double BenchPlan::frames_per_second(const FrameSize& size) const {
  return clock_mhz * 1e6 / config.speedup * config.beat_bytes() /
         static_cast<double>(trial(size).frame_line());
}

BenchPlan bench_plan(const RunConfig& config, const BenchFlags& flags) {
  check_pairs(config);
  BenchPlan plan;
  plan.config = config;
  if (!config.has_ports()) plan.config.ports = resolve(config).hosts_taking_part.size();
  plan.steps = flags.steps;
  plan.in_bytes = carries_bytes(config);
  plan.gap_bytes = flags.gap_bytes.value_or(plan.in_bytes && !config.has_classes() ? kEthernetGap : 0);
  if (!plan.in_bytes && plan.gap_bytes > 0)
    throw not_allowed("--gap", plan.gap_bytes, "0 with a device without tkeep on both sides");
  if (config.has_classes() && plan.gap_bytes > 0)
    throw not_allowed("--gap", plan.gap_bytes, "0 with classes");
  plan.clock_mhz = clock_of(config);
  plan.config.clock = plan.config.link_rate = 0;  // no trial is another one for it
  plan.data_bytes = flags.data_bytes;
  plan.collectives = flags.collectives;
  plan.of_fabric = flags.of_fabric;
  for (const unsigned bytes : flags.bytes) plan.sizes.push_back({bytes, beats_of(bytes, config.width)});
  const std::uint64_t longest = plan.trial(plan.sizes.back()).frame_time();
  plan.beats = flags.beats != 0
                   ? flags.beats
                   : std::max(2 * plan.filling_beats(plan.port_depth(), plan.steps), kLeastFrames * longest);
  return plan;
}

}  // namespace xb
