// SPDX-License-Identifier: Apache-2.0
#include "host/config/cluster_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "host/base/errors.h"
#include "host/base/table_reader.h"
#include "host/base/text_file.h"
#include "host/base/units.h"
#include "host/config/config_keys.h"
#include "host/link/packet.h"
#include "host/switches/switch_registry.h"

namespace xb {
namespace {

// Fast Ethernet, 64 bits a beat at 100 Mb/s; a frame of 1492 bytes of payload is 1518 bytes.
constexpr const char* kTam326 = R"(
clock-period = "640ns"
frame-beats = 190
payload-bytes = 1492
send-overhead = "12.5us"
send-gap = "122us"
receive-gap = "123us"
receive-overhead = "20us"
user-overhead = "7us"
latency-base = "149us"
latency-per-node = "0.3387us"
store-forward = false
)";
constexpr const char* kTam416 = R"(
clock-period = "640ns"
frame-beats = 190
payload-bytes = 1492
send-overhead = "12.5us"
send-gap = "122us"
receive-gap = "123us"
receive-overhead = "20us"
user-overhead = "7us"
latency-base = "264us"
latency-per-node = "0.3413us"
switch = "shared"
store-forward = true
)";

// Jacunski, Sadayappan & Panda (1999): a flit of 16 ns is a beat, a message a worm of 256 of them. The costs
// are those that give the paper's Table 2 for one switch: 1 us of processor time to send and to receive, 10
// ns until a waiting process looks; the card injects one message while the next is ready.
constexpr const char* kJacunski = R"(
clock-period = "16ns"
frame-beats = 256
payload-bytes = 2048
send-overhead = "1us"
receive-overhead = "1us"
poll = "10ns"
send-ring = 2
whole-messages = true
[defaults]
depth = 16
route-delay = 31
packets-per-message = 1
)";

struct BuiltInCluster {
  const char* name;
  const char* text;
};
constexpr std::array<BuiltInCluster, 3> kBuiltIn{
    {{"tam-326", kTam326}, {"tam-416", kTam416}, {"jacunski", kJacunski}}};
constexpr const char* kIdeal = "ideal";

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

/// Of one file, or of the text of a built-in cluster.
Cluster read_cluster(const std::string& name, const std::string& text) {
  TableReader reader(name, text);
  Cluster cluster;
  cluster.name = name;
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

/// Hosts without any cost: a packet follows the last one at once, and the links have no length.
Cluster ideal_cluster() {
  Cluster cluster;
  cluster.name = kIdeal;
  cluster.clock_period = {1e-8};
  return cluster;
}

}  // namespace

std::vector<std::string> cluster_names() {
  std::vector<std::string> names{kIdeal};
  for (const auto& cluster : kBuiltIn) names.emplace_back(cluster.name);
  return names;
}

std::string allowed_clusters() { return fmt::format("{}, or a .toml file", fmt::join(cluster_names(), " ")); }

Cluster find_cluster(const std::string& name) {
  if (name == kIdeal) return ideal_cluster();
  for (const auto& cluster : kBuiltIn) {
    if (name == cluster.name) return read_cluster(name, cluster.text);
  }
  const bool is_file = name.size() > 5 && name.substr(name.size() - 5) == ".toml";
  if (!is_file) throw not_allowed("cluster", name, "{}", allowed_clusters());
  return read_cluster(name, read_text_file(name, "cluster", "a file that can be read"));
}

}  // namespace xb
