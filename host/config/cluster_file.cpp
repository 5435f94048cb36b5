// SPDX-License-Identifier: Apache-2.0
#include "host/config/cluster_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/table_reader.h"
#include "host/base/text_file.h"
#include "host/base/units.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/link/packet.h"
#include "host/point/run_config.h"
#include "host/switches/switch_registry.h"

namespace xb {
namespace {

constexpr double kShortestClock = 1e-12;    // seconds
constexpr unsigned kMostInFrame = 1 << 20;  // bytes, packets

std::optional<Seconds> parse_clock(const std::string& text) {
  const auto period = parse_time(text);
  return period && period->value >= kShortestClock ? period : std::nullopt;
}

/// Keys of a run, each with one value.
OtherKeys defaults_of(Cluster& cluster) {
  const auto read = [&cluster](const TomlValue& value) {
    RunConfig probe;
    cluster.defaults.push_back({value.name, value.scalar()});
    set_key(probe, value.name, cluster.defaults.back().value, value.place());  // refuses what cannot be
  };
  return {{"a text or a number", read},
          key_names({"cluster", "schedule"}),
          fmt::format("{}, but for cluster and schedule", kKeysOfRun)};
}

}  // namespace

Cluster read_cluster(const std::string& path) {
  TableReader reader(path, read_text_file(path, "cluster", "a file that can be read"));
  Cluster cluster;
  cluster.name = path;
  const auto time = [](Seconds& to) { return parsed_to(to, parse_time, kAllowedTime); };
  reader.read({{"clock-period",
                parsed_to(cluster.clock_period, parse_clock, "a time such as 640ns, at least 1ps"), kNeeded},
               {"frame-beats", whole_to(cluster.frame_beats, 1, kMaxPacketBeats)},
               {"payload-bytes", whole_to(cluster.payload_bytes, 1, kMostInFrame)},
               {"send-overhead", time(cluster.send_overhead)},
               {"send-gap", time(cluster.send_gap)},
               {"receive-gap", time(cluster.receive_gap)},
               {"receive-overhead", time(cluster.receive_overhead)},
               {"user-overhead", time(cluster.user_overhead)},
               {"latency-base", time(cluster.latency_base)},
               {"latency-per-node", time(cluster.latency_per_node)},
               {"switch", word_to(cluster.switch_name, names(switches()))},
               {"store-forward", truth_to(cluster.store_forward)},
               {"whole-messages", truth_to(cluster.whole_messages)},
               {"send-ring", whole_to(cluster.send_ring, 1, kMostInFrame)},
               {"poll", time(cluster.poll)},
               {"defaults", table_of(defaults_of(cluster))}});
  reader.throw_if_any();
  const auto* latency = reader.table().get("latency-base");
  cluster.latency_line = latency == nullptr ? 1 : static_cast<unsigned>(latency->source().begin.line);
  return cluster;
}

void take_cluster_defaults(RunConfig& config, const std::vector<std::string>& given) {
  if (!config.schedule) return;
  config.cluster.load(read_cluster);
  const Cluster& cluster = *config.cluster;
  for (const ClusterDefault& d : cluster.defaults) {
    const bool is_given = std::find(given.begin(), given.end(), d.key) != given.end();
    const bool by_buffer = config.buffer && d.key == "depth";
    if (!is_given && !by_buffer && uses_key(config, d.key)) set_key(config, d.key, d.value, cluster.name);
  }
  if (!config.packet_given) {
    config.packet_min = config.packet_max = cluster.frame_beats;
    config.packet_given = true;
  }
}

}  // namespace xb
