// SPDX-License-Identifier: Apache-2.0
#include "host/config/cluster_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>

#include "host/base/errors.h"
#include "host/base/text_file.h"
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

constexpr Seconds kShortestClock{1e-12};

using TimeField = Seconds Cluster::*;
struct ClusterTime {
  const char* key;
  TimeField field;
};
constexpr std::array<ClusterTime, 9> kTimes{{{"clock-period", &Cluster::clock_period},
                                             {"send-overhead", &Cluster::send_overhead},
                                             {"send-gap", &Cluster::send_gap},
                                             {"receive-gap", &Cluster::receive_gap},
                                             {"receive-overhead", &Cluster::receive_overhead},
                                             {"user-overhead", &Cluster::user_overhead},
                                             {"latency-base", &Cluster::latency_base},
                                             {"latency-per-node", &Cluster::latency_per_node},
                                             {"poll", &Cluster::poll}}};
constexpr const char* kAllowedKeys =
    "clock-period frame-beats payload-bytes send-overhead send-gap receive-gap receive-overhead "
    "user-overhead "
    "latency-base latency-per-node switch store-forward whole-messages send-ring poll [defaults]";

[[noreturn]] void fail(const std::string& file, const toml::source_region& at, const std::string& what) {
  throw InputError(fmt::format("{}:{}: {}", file, at.begin.line, what));
}

std::int64_t whole(const std::string& file, std::string_view key, const toml::node& node, std::int64_t high) {
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < 1 || *value > high) {
    fail(file, node.source(), fmt::format("{}: not allowed; allowed: 1..{}", key, high));
  }
  return *value;
}

bool truth(const std::string& file, std::string_view key, const toml::node& node) {
  if (!node.is_boolean()) fail(file, node.source(), fmt::format("{}: not allowed; allowed: true false", key));
  return *node.value<bool>();
}

/// Keys of the run, each with one value.
std::vector<ClusterDefault> read_defaults(const std::string& file, const toml::node& node) {
  const auto* table = node.as_table();
  if (table == nullptr) fail(file, node.source(), "defaults: not allowed; allowed: [defaults]");
  std::vector<ClusterDefault> defaults;
  for (const auto& [name, value] : *table) {
    const std::string key(name.str());
    const std::string place = fmt::format("{}:{}", file, value.source().begin.line);
    if (key == "cluster" || key == "schedule")
      fail(file, value.source(), fmt::format("defaults.{}: not allowed; allowed: other keys of a run", key));
    std::string text;
    if (const auto word = value.value_exact<std::string>())
      text = *word;
    else if (const auto whole_number = value.value_exact<std::int64_t>())
      text = std::to_string(*whole_number);
    else if (const auto number = value.value_exact<double>())
      text = fmt::format("{}", *number);
    else
      fail(file, value.source(), fmt::format("defaults.{}: not allowed; allowed: a string or a number", key));
    RunConfig probe;
    set_key(probe, key, text, place);  // refuses what cannot be
    defaults.push_back({key, text});
  }
  return defaults;
}

void read_key(Cluster& cluster, const std::string& file, std::string_view key, const toml::node& node) {
  for (const auto& t : kTimes) {
    if (key != t.key) continue;
    const auto text = node.value_exact<std::string>();
    try {
      cluster.*t.field = parse_time(text.value_or(""));
    } catch (const std::invalid_argument& error) {
      fail(file, node.source(),
           fmt::format("{}: '{}' is not allowed; allowed: {}", key, text.value_or("?"), error.what()));
    }
    return;
  }
  if (key == "frame-beats") {
    cluster.frame_beats = static_cast<unsigned>(whole(file, key, node, kMaxPacketBeats));
  } else if (key == "payload-bytes") {
    cluster.payload_bytes = static_cast<unsigned>(whole(file, key, node, 1 << 20));
  } else if (key == "switch") {
    const auto allowed = names(switches());
    cluster.switch_name = node.value_exact<std::string>().value_or("?");
    if (std::find(allowed.begin(), allowed.end(), cluster.switch_name) == allowed.end()) {
      fail(file, node.source(),
           fmt::format("switch: '{}' is not allowed; allowed: {}", cluster.switch_name,
                       fmt::join(allowed, " ")));
    }
  } else if (key == "store-forward") {
    cluster.store_forward = truth(file, key, node);
  } else if (key == "whole-messages") {
    cluster.whole_messages = truth(file, key, node);
  } else if (key == "defaults") {
    cluster.defaults = read_defaults(file, node);
  } else if (key == "send-ring") {
    cluster.send_ring = static_cast<unsigned>(whole(file, key, node, 1 << 20));
  } else {
    fail(file, node.source(), fmt::format("unknown key '{}'; allowed: {}", key, kAllowedKeys));
  }
}

Cluster read_cluster(const std::string& name, const toml::table& table) {
  Cluster cluster;
  cluster.name = name;
  for (const auto& [key, node] : table) read_key(cluster, name, key.str(), node);
  const auto line_of = [&](std::string_view key) {
    const auto* node = table.get(key);
    return node == nullptr ? 1U : static_cast<unsigned>(node->source().begin.line);
  };
  if (cluster.clock_period.value < kShortestClock.value) {
    throw InputError(fmt::format(
        "{}:{}: clock-period: {}; allowed: a time such as 640ns, at least {}", name, line_of("clock-period"),
        table.contains("clock-period") ? format_time(cluster.clock_period) + " is not allowed" : "missing",
        format_time(kShortestClock)));
  }
  cluster.latency_line = line_of("latency-base");
  return cluster;
}

/// Hosts without any cost: a packet follows the last one at once, and the links have no length.
Cluster ideal_cluster() {
  Cluster cluster;
  cluster.name = kIdeal;
  cluster.clock_period = parse_time("10ns");
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
  try {
    for (const auto& cluster : kBuiltIn) {
      if (name == cluster.name) return read_cluster(name, toml::parse(cluster.text));
    }
    const bool is_file = name.size() > 5 && name.substr(name.size() - 5) == ".toml";
    if (!is_file) {
      throw InputError(fmt::format("cluster: '{}' is not allowed; allowed: {}", name, allowed_clusters()));
    }
    return read_cluster(name, toml::parse(read_text_file(name, "cluster", "a file that can be read"), name));
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", name, error.source().begin.line, error.description()));
  }
}

}  // namespace xb
