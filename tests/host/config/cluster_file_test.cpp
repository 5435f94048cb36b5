// SPDX-License-Identifier: Apache-2.0
#include "host/config/cluster_file.h"

#include <stdlib.h>  // mkstemps
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/nic/built_in_clusters.h"
#include "host/nic/cluster.h"
#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// A cluster file that lives as long as the object.
class ClusterFile {
 public:
  explicit ClusterFile(const std::string& text) {
    ::close(::mkstemps(name_.data(), 5));
    std::ofstream(name_) << text;
  }
  ~ClusterFile() { ::unlink(name_.c_str()); }
  ClusterFile(const ClusterFile&) = delete;
  ClusterFile& operator=(const ClusterFile&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_ = "/tmp/xbarlab-cluster-XXXXXX.toml";
};

}  // namespace

TEST_CASE("the tam-326 cluster has the costs of Tam and Wang's Table 1", "[host]") {
  const Cluster& cluster = *find_cluster("tam-326");
  CHECK(cluster.payload_bytes == 1492);
  CHECK(cluster.gap().value == Approx(123e-6));
  CHECK(cluster.latency(16).value == Approx(154.42e-6).epsilon(1e-4));
  // In cycles of 640 ns; the switch that L was measured on took 1 cycle.
  const NicTiming timing = nic_timing(cluster, 16, 1);
  CHECK(timing.send_overhead == 20);     // 12.5 us = 19.53
  CHECK(timing.send_gap == 191);         // 122 us = 190.63
  CHECK(timing.receive_gap == 192);      // 123 us = 192.19
  CHECK(timing.receive_overhead == 31);  // 20 us = 31.25
  CHECK(timing.user_overhead == 11);     // 7 us = 10.94
  // L = 241.28: links + 1 cycle of the switch + 190 beats of the frame (1518 bytes).
  CHECK(timing.uplink_latency + timing.downlink_latency + 1 + 190 == 241);
  CHECK(timing.downlink_latency - timing.uplink_latency <= 1);
}

TEST_CASE("a cluster names the switch that its latency was measured on", "[host]") {
  CHECK(find_cluster("tam-326")->switch_name == "input");
  CHECK(find_cluster("tam-416")->switch_name == "shared");
}

TEST_CASE("the latency of tam-416 holds a second frame, of its store-and-forward switch", "[host]") {
  const Cluster& cluster = *find_cluster("tam-416");
  CHECK(cluster.store_forward);
  CHECK(cluster.latency(16).value == Approx(269.46e-6).epsilon(1e-4));
  const NicTiming timing = nic_timing(cluster, 16, 190);
  CHECK(timing.uplink_latency + timing.downlink_latency + 190 + 190 == 421);  // 421.03
  CHECK(timing.downlink_latency - timing.uplink_latency <= 1);
}

TEST_CASE("an ideal cluster costs nothing", "[host]") {
  const Cluster& cluster = *find_cluster("ideal");
  const NicTiming timing = nic_timing(cluster, 64, 1);
  CHECK(timing.send_overhead + timing.send_gap + timing.receive_gap + timing.receive_overhead +
            timing.user_overhead + timing.uplink_latency + timing.downlink_latency ==
        0);
  CHECK(cluster.latency(64).value == 0);
}

TEST_CASE("a cluster is read from a file", "[host]") {
  const ClusterFile file(
      "clock-period = '8ns'\nframe-beats = 10\npayload-bytes = 46\nsend-overhead = '80ns'\n"
      "latency-base = '1us'\nlatency-per-node = '16ns'\nstore-forward = true\n");
  const Cluster cluster = read_cluster(file.name());
  CHECK(cluster.name == file.name());
  CHECK(cluster.frame_beats == 10);
  CHECK(cluster.payload_bytes == 46);
  CHECK(cluster.store_forward);
  const NicTiming timing = nic_timing(cluster, 4, 10);  // L = 125 + 8 cycles
  CHECK(timing.send_overhead == 10);
  CHECK(timing.send_gap == 0);
  CHECK(timing.uplink_latency + timing.downlink_latency == 133 - 20);
}

TEST_CASE("a wrong cluster file is refused with its line, the key and what is allowed", "[host]") {
  const auto message = [](const std::string& text, int line) {
    const bool has_clock = text.find("clock-period") != std::string::npos;
    const ClusterFile file(has_clock ? text : text + "clock-period = '8ns'\n");
    const auto what = message_of<InputError>([&] { read_cluster(file.name()); });
    CHECK(mentions(what, {file.name() + ":" + std::to_string(line) + ":"}));
    CHECK(what.find('\n') == std::string::npos);
    return what;
  };
  CHECK(mentions(message("clock-period = '8ns'\n\nsend-gab = '1us'\n", 3),
                 {"send-gab", "allowed", "send-gap", "frame-beats"}));
  CHECK(
      mentions(message("clock-period = '8ns'\nsend-gap = 122\n", 2), {"send-gap", "allowed", "unit", "us"}));
  CHECK(mentions(message("clock-period = '8ns'\nsend-gap = '122'\n", 2),
                 {"send-gap", "'122'", "allowed", "unit"}));
  CHECK(mentions(message("frame-beats = 0\n", 1), {"frame-beats", "1..65535"}));
  CHECK(mentions(message("frame-beats = 65536\n", 1), {"frame-beats", "1..65535"}));
  CHECK(mentions(message("frame-beats = '3'\n", 1), {"frame-beats", "1..65535"}));
  CHECK(mentions(message("payload-bytes = 1.5\n", 1), {"payload-bytes", "allowed: 1.."}));
  CHECK(mentions(message("clock-period = '8ns'\nstore-forward = 1\n", 2), {"store-forward", "true false"}));
  CHECK(mentions(message("switch = 'hub'\n", 1), {"switch", "'hub'", "allowed", "input", "shared"}));
  message("clock-period = '8ns'\nsend-gap = \n", 2);  // not even TOML
  CHECK(mentions(message("\nclock-period = '0.9ps'\n", 2), {"clock-period", "at least 1ps"}));
  CHECK(mentions(message("clock-period = '8ns'\nsend-gap = '1e20s'\n", 2),
                 {"send-gap: '1e20s'", "up to 1000s"}));
}

TEST_CASE("all that is wrong in a cluster file is said at once, each with its line", "[host]") {
  const ClusterFile file("send-gab = '1us'\nsend-gap = 122\n\n[defaults]\ndepth = 1\n  load = 7\n");
  const std::string what = message_of<InputError>([&] { read_cluster(file.name()); });
  CHECK(std::count(what.begin(), what.end(), '\n') == 4);
  CHECK(mentions(what, {":1:1: unknown key 'send-gab'; allowed: 'send-gap', the nearest",
                        "  | send-gab = '1us'\n", ":1:1: clock-period: missing", ":2:12: send-gap: '122'",
                        ":5:9: depth: '1'", ":6:10: load: '7'", "  | load = 7"}));
}

TEST_CASE("a cluster file without a clock, or no file at all, is refused", "[host]") {
  const ClusterFile file("frame-beats = 3\n");
  CHECK(mentions(message_of<InputError>([&] { read_cluster(file.name()); }),
                 {file.name() + ":1:1: clock-period: missing", "allowed"}));
  CHECK(mentions(message_of<InputError>([] { read_cluster("no-such-file.toml"); }), {"no-such-file.toml"}));
  RunConfig config;
  CHECK(mentions(message_of<InputError>([&] { set_key(config, "cluster", "tam-999", ""); }),
                 {"cluster", "'tam-999'", "allowed", "ideal tam-326 tam-416 jacunski"}));
}

TEST_CASE("a latency shorter than the frame takes is refused", "[host]") {
  const ClusterFile file("clock-period = '10ns'\nframe-beats = 100\nlatency-base = '1us'\n");
  const Cluster cluster = read_cluster(file.name());
  CHECK(mentions(message_of<InputError>([&] { nic_timing(cluster, 16, 1); }),
                 {file.name() + ":3: latency-base", "100 cycles", "16 nodes", "allowed: at least 101"}));
  CHECK(nic_timing(cluster, 16, 0).uplink_latency == 0);  // just enough
}

TEST_CASE("a cluster gives keys of a run their values where they are not given", "[host]") {
  const ClusterFile file(
      "clock-period = \"1ns\"\nframe-beats = 7\n[defaults]\ndepth = 77\nwindow = 2\n"
      "host-delay = \"exponential:1us\"\nload = 0.5\n");
  RunConfig config;
  config.cluster = file.name();
  take_cluster_defaults(config, {});
  CHECK(config.depth == 1024);  // nothing without a schedule
  config.schedule = "shift";
  config.switch_name = "voq";
  RunConfig given = config;
  take_cluster_defaults(config, {});
  CHECK(config.depth == 77);
  CHECK(config.host_delay.text() == "exponential:1us");
  CHECK(config.window == 1);  // voq has none
  CHECK(config.packet_max == 7);
  CHECK(config.packet_given);
  set_key(given, "packet", "3", "");
  take_cluster_defaults(given, {"depth", "packet"});
  CHECK(given.depth == 1024);
  CHECK(given.packet_max == 3);
}

TEST_CASE("a cluster's defaults that cannot be are refused with their line", "[host]") {
  const auto message = [](const std::string& line) {
    const ClusterFile file("clock-period = \"1ns\"\n[defaults]\n" + line + "\n");
    return message_of<InputError>([&] { read_cluster(file.name()); });
  };
  CHECK(mentions(message("depth = 1"), {".toml:3:9: depth: '1'", "2..1048576"}));
  CHECK(mentions(message("detph = 1"),
                 {".toml:3:1: unknown key 'defaults.detph'; allowed: 'depth', the nearest"}));
  CHECK(mentions(message("cluster = \"ideal\""),
                 {".toml:3:1: unknown key 'defaults.cluster'", "but for cluster and schedule"}));
  CHECK(mentions(message("schedule = \"shift\""), {".toml:3:1: unknown key 'defaults.schedule'"}));
  CHECK(mentions(message("depth = [16]"),
                 {".toml:3:9: defaults.depth: '[ 16 ]' is not allowed; allowed: a text or a number"}));
  const ClusterFile flat("clock-period = \"1ns\"\ndefaults = 3\n");
  CHECK(mentions(message_of<InputError>([&] { read_cluster(flat.name()); }), {".toml:2:12: defaults"}));
}

TEST_CASE("the defaults of clusters without a file are keys of a run, in the order that files have",
          "[host]") {
  for (const Cluster& cluster : built_in_clusters()) {
    CAPTURE(cluster.name);
    RunConfig config;
    for (const ClusterDefault& d : cluster.defaults) CHECK_NOTHROW(set_key(config, d.key, d.value, ""));
    CHECK(std::is_sorted(cluster.defaults.begin(), cluster.defaults.end(),
                         [](const auto& a, const auto& b) { return a.key < b.key; }));
    CHECK(find_cluster(cluster.name) == &cluster);
  }
}
