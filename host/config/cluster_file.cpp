// SPDX-License-Identifier: Apache-2.0
#include "host/config/cluster_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/text_file.h"
#include "host/base/toml_place.h"
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
const std::vector<std::string>& allowed_keys() {
  static const std::vector<std::string> keys{
      "clock-period",     "frame-beats",   "payload-bytes", "send-overhead",    "send-gap", "receive-gap",
      "receive-overhead", "user-overhead", "latency-base",  "latency-per-node", "switch",   "store-forward",
      "whole-messages",   "send-ring",     "poll",          "[defaults]"};
  return keys;
}

/// Reads one file, or the text of a built-in cluster.
class ClusterReader {
 public:
  explicit ClusterReader(std::string name) : name_(std::move(name)) {}

  Cluster read(const std::string& text) {
    const SourceText source(name_, text);
    const toml::table table = parse_toml(source, text);
    Cluster cluster;
    cluster.name = name_;
    for (const auto& [key, node] : table) {
      errors_.collect([&, &name = key, &value = node] { read_key(cluster, name, value); });
    }
    const bool is_refused =
        table.contains("clock-period") && cluster.clock_period.value == 0 && !errors_.empty();
    if (!is_refused) errors_.collect([&] { check_clock(cluster, table); });
    errors_.throw_if_any(source);
    const auto* latency = table.get("latency-base");
    cluster.latency_line = latency == nullptr ? 1 : static_cast<unsigned>(latency->source().begin.line);
    return cluster;
  }

 private:
  template <class Place>
  [[noreturn]] void fail(const Place& place, const std::string& what) const {
    throw InputError(toml_place(name_, place) + ": " + what);
  }

  [[nodiscard]] unsigned whole(std::string_view key, const toml::node& node, std::int64_t high) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 1 || *value > high)
      fail(node, fmt::format("{}: not allowed; allowed: 1..{}", key, high));
    return static_cast<unsigned>(*value);
  }

  [[nodiscard]] bool truth(std::string_view key, const toml::node& node) const {
    if (!node.is_boolean()) fail(node, fmt::format("{}: not allowed; allowed: true false", key));
    return *node.value<bool>();
  }

  /// A key of the run, with one value.
  [[nodiscard]] ClusterDefault read_default(const std::string& key, const toml::node& node) const {
    if (key == "cluster" || key == "schedule")
      fail(node, fmt::format("defaults.{}: not allowed; allowed: other keys of a run", key));
    std::string text;
    if (const auto word = node.value_exact<std::string>())
      text = *word;
    else if (const auto whole_number = node.value_exact<std::int64_t>())
      text = std::to_string(*whole_number);
    else if (const auto number = node.value_exact<double>())
      text = fmt::format("{}", *number);
    else
      fail(node, fmt::format("defaults.{}: not allowed; allowed: a string or a number", key));
    RunConfig probe;
    set_key(probe, key, text, toml_place(name_, node));  // refuses what cannot be
    return {key, text};
  }

  void read_defaults(Cluster& cluster, const toml::node& node) {
    const auto* table = node.as_table();
    if (table == nullptr) fail(node, "defaults: not allowed; allowed: [defaults]");
    for (const auto& [name, entry] : *table) {
      const std::string key(name.str());
      errors_.collect([&, &value = entry] { cluster.defaults.push_back(read_default(key, value)); });
    }
  }

  void read_time(Cluster& cluster, const ClusterTime& time, const toml::node& node) const {
    const auto text = node.value_exact<std::string>();
    try {
      cluster.*time.field = parse_time(text.value_or(""));
    } catch (const std::invalid_argument& error) {
      fail(node,
           fmt::format("{}: '{}' is not allowed; allowed: {}", time.key, text.value_or("?"), error.what()));
    }
  }

  void read_switch(Cluster& cluster, const toml::node& node) const {
    const auto allowed = names(switches());
    cluster.switch_name = node.value_exact<std::string>().value_or("?");
    if (std::find(allowed.begin(), allowed.end(), cluster.switch_name) == allowed.end()) {
      fail(node, fmt::format("switch: '{}' is not allowed; allowed: {}", cluster.switch_name,
                             fmt::join(allowed, " ")));
    }
  }

  void read_key(Cluster& cluster, const toml::key& name, const toml::node& node) {
    const std::string key(name.str());
    for (const auto& time : kTimes) {
      if (key == time.key) return read_time(cluster, time, node);
    }
    if (key == "frame-beats") {
      cluster.frame_beats = whole(key, node, kMaxPacketBeats);
    } else if (key == "payload-bytes") {
      cluster.payload_bytes = whole(key, node, 1 << 20);
    } else if (key == "switch") {
      read_switch(cluster, node);
    } else if (key == "store-forward") {
      cluster.store_forward = truth(key, node);
    } else if (key == "whole-messages") {
      cluster.whole_messages = truth(key, node);
    } else if (key == "defaults") {
      read_defaults(cluster, node);
    } else if (key == "send-ring") {
      cluster.send_ring = whole(key, node, 1 << 20);
    } else {
      const std::string nearest = nearest_word(key, allowed_keys());
      fail(name, fmt::format("unknown key '{}'; allowed: {}{}", key,
                             nearest.empty() ? "" : fmt::format("'{}', the nearest; of ", nearest),
                             fmt::join(allowed_keys(), " ")));
    }
  }

  void check_clock(const Cluster& cluster, const toml::table& table) const {
    if (cluster.clock_period.value >= kShortestClock.value) return;
    const auto* clock = table.get("clock-period");
    const std::string at = clock == nullptr ? name_ + ":1:1" : toml_place(name_, *clock);
    throw InputError(
        fmt::format("{}: clock-period: {}; allowed: a time such as 640ns, at least {}", at,
                    clock == nullptr ? "missing" : format_time(cluster.clock_period) + " is not allowed",
                    format_time(kShortestClock)));
  }

  std::string name_;
  ErrorList errors_;
};

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
  for (const auto& cluster : kBuiltIn) {
    if (name == cluster.name) return ClusterReader(name).read(cluster.text);
  }
  const bool is_file = name.size() > 5 && name.substr(name.size() - 5) == ".toml";
  if (!is_file)
    throw InputError(fmt::format("cluster: '{}' is not allowed; allowed: {}", name, allowed_clusters()));
  return ClusterReader(name).read(read_text_file(name, "cluster", "a file that can be read"));
}

}  // namespace xb
