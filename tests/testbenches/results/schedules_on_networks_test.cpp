// SPDX-License-Identifier: Apache-2.0
// Schedules on networks: published values, and closed forms of what a network's bottleneck takes.
#include <cmath>
#include <string>

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

const std::string kClusters = XBARLAB_SOURCE_DIR "/experiments/clusters/";

/// As experiments/jacunski-two-switches.toml.
Keys on_two_switches(const std::string& split, const std::string& schedule) {
  return with("cluster jacunski, depth 16, route-delay 31, packets-per-message 1, link-latency 1",
              {{"topology", "two-switches(" + split + ")"}, {"schedule", schedule}});
}

double microseconds(const Keys& keys) { return *measured(keys).completion_seconds * 1e6; }

/// 32 hosts, 16 on each of two switches, in an order in which a ring goes to and fro so many times.
std::string ring_order(unsigned crossings) {
  std::string order;
  unsigned next[2] = {0, 16};
  const auto add = [&](unsigned at) {
    order += (order.empty() ? "" : ",") + std::to_string(next[at]);
    ++next[at];
  };
  for (unsigned turn = 0; turn < crossings; ++turn) {
    for (const unsigned at : {0U, 1U}) {
      const unsigned end = turn + 1 < crossings ? at * 16 + turn + 1 : at * 16 + 16;
      while (next[at] < end) add(at);
    }
  }
  return order;
}

}  // namespace

TEST_CASE("broadcasts on two switches take what Jacunski et al. print", "[testbenches]") {
  for (const char* split : {"16,16", "21,11"})
    CHECK(microseconds(on_two_switches(split, "switch-ordered-ring")) == Approx(206.84).epsilon(0.005));
  CHECK(microseconds(on_two_switches("16,16", "ls2")) == Approx(141.64).epsilon(0.02));
  CHECK(microseconds(on_two_switches("21,11", "ls2")) == Approx(184.24).epsilon(0.02));
}

TEST_CASE("what hosts with slow cables are predicted is of their rate", "[testbenches]") {
  const Keys slow = with("packet 16, packets-per-message 8", {{"topology", "hierarchy(4,2,10)"}});
  const RunResult incast = measured(with(slow, {{"schedule", "incast"}}));
  CHECK(incast.completion_cycles == 7U * 8 * 16 * 10 + 1);
  CHECK(*incast.predicted_seconds == Approx(*incast.completion_seconds));
  const RunResult ring = measured(with(slow, {{"schedule", "ring-all-reduce"}}));
  CHECK(*ring.predicted_seconds == Approx(*ring.completion_seconds).epsilon(0.01));
  const RunResult exchange = measured(with(slow, {{"schedule", "linear"}, {"ranks", "0..3"}}));
  CHECK(*exchange.completion_over_ideal == Approx(1).margin(0.01));
}

TEST_CASE("a ring takes its crossings of the cable", "[testbenches]") {
  // A message has 256 flits and 17 cycles of the next one's routing.
  for (const unsigned crossings : {3U, 7U, 16U}) {
    CAPTURE(crossings);
    const Keys ring = with(on_two_switches("16,16", "logical-ring"), {{"ranks", ring_order(crossings)}});
    CHECK(microseconds(ring) == Approx(31 * crossings * 273 * 0.016).epsilon(0.01));
  }
}

TEST_CASE("lg takes its blocks on the hosts' links, then on the backbone, and the way", "[testbenches]") {
  const unsigned n = 10;
  const unsigned packets = 16;
  const Keys keys = with(
      "topology hierarchy(10,2,10), schedule lg, width 512, switch crosspoint, "
      "crosspoint-depth 4, forwarding store-and-forward, depth 8192, link-latency 48828",
      {{"cluster", kClusters + "two-clusters.toml"}, {"packets-per-message", std::to_string(packets)}});
  // Ten hosts at a tenth of the backbone's rate: in the second phase all send at theirs.
  const double block = packets * 170;
  const double cycles = (2 * (n - 1) + n) * block + 2 * 48828;
  CHECK(static_cast<double>(*measured(keys).completion_cycles) == Approx(cycles).epsilon(0.02));
}

TEST_CASE("packets over links are messages where these travel whole, and LG's bytes are those of all blocks",
          "[testbenches]") {
  const auto packets = [](const std::string& topology, const std::string& schedule,
                          const std::string& cluster) {
    const RunResult run = measured(
        {{"topology", topology}, {"schedule", schedule}, {"cluster", cluster}, {"packets-per-message", "1"}});
    std::uint64_t sum = 0;
    for (const LinkResult& link : run.network->links) sum += link.packets;
    CHECK(run.network->link_packets == sum);
    return sum;
  };
  CHECK(packets("two-switches(12,5)", "lg", "jacunski") == 2 * 12);
  CHECK(packets("two-switches(12,5)", "linear", "jacunski") == 2 * 12 * 5);
  CHECK(packets("two-switches(12,5)", "lg", "ideal") == 2 * 12 * 5);
  // By way of the switch in the middle.
  CHECK(packets("hierarchy(5,2)", "lg", "jacunski") == 2 * 2 * 5);
}

TEST_CASE("a complete exchange takes what its bottleneck has to carry", "[testbenches]") {
  const Keys keys = "cluster ideal, packet 24, packets-per-message 4, schedule shift";
  const auto cycles = [&](const char* topology) {
    return static_cast<double>(*measured(keys, {{"topology", topology}}).completion_cycles);
  };
  CHECK(cycles("two-switches(16,16)") == Approx(16 * 16 * 96).epsilon(0.01));
  CHECK(cycles("hierarchy(8,4)") == Approx(8 * 24 * 96).epsilon(0.01));
}

TEST_CASE("with some windows the XOR permutation overflows an uplink, and the renumbered one does not",
          "[testbenches]") {
  const Keys keys =
      with("topology hierarchy(4,4,10), depth 5700, flow drop, reliability go-back-n, packets-per-message 1",
           {{"cluster", kClusters + "tam-hierarchy.toml"}});
  const auto lost = [&](const char* schedule, const char* window) {
    return measured(keys, {{"schedule", schedule}, {"global-window", window}}).lost_packets;
  };
  CHECK(lost("sync-shuffle-xor", "10") > 0);
  CHECK(lost("modified-sync-shuffle", "10") == 0);
  CHECK(lost("sync-shuffle-xor", "auto") == 0);
  CHECK(lost("modified-sync-shuffle", "none") > 0);
}

TEST_CASE("a host has few packets on their way on schedule, more once they drift apart, W_g below an uplink",
          "[testbenches]") {
  const Keys one_switch = "schedule sync-shuffle, cluster tam-326, ports 16, depth 5700, flow back-pressure";
  const auto window = [](const Keys& keys, const char* packets) {
    return measured(keys, {{"global-window", "auto"}, {"packets-per-message", packets}})
        .global_window.value();
  };
  // g_r is a cycle more than g_s: after 15 packets the last one has waited for 15 cycles, and 241 + 15 are
  // less than 2 x 191; after 240 not any more.
  const GlobalWindowResult in_step = window(one_switch, "1");
  CHECK(in_step.eta == 2);
  CHECK(in_step.eta_on_schedule == 2);
  CHECK(window(one_switch, "16").eta == 3);
  CHECK_FALSE(measured(one_switch).global_window);

  const Keys below_uplinks = with(
      "topology hierarchy(4,4,10), depth 5700, flow drop, reliability go-back-n, "
      "schedule modified-sync-shuffle",
      {{"cluster", kClusters + "tam-hierarchy.toml"}});
  const GlobalWindowResult blocked = window(below_uplinks, "16");
  CHECK(blocked.buffer_packets == 30);
  CHECK(blocked.nu == Approx(3.2));
  CHECK(blocked.w_g == 9);
  CHECK(blocked.eta_on_schedule == 2);
  CHECK(blocked.eta > 4);
  CHECK(blocked.eta <= 9);
}

// Dimension order on a mesh: how busy each cable is, by counting the pairs of hosts that use it (Dally and
// Towles 2004, section 3.2).

TEST_CASE("each cable of a mesh is as busy as the pairs of hosts that use it", "[testbenches]") {
  constexpr unsigned kSide = 8, kHosts = kSide * kSide;
  RunConfig config = config_of("topology mesh(8,8), engine fast");
  config.traffic->load = 0.4;  // the busiest cable is at .81; by one root the mesh would carry .15
  config.warmup = 2000;
  config.cycles = 8000;
  const RunResult r = run_point(config);
  CHECK(r.throughput.mean == Approx(config.traffic->load).epsilon(0.01));
  REQUIRE(r.network);
  REQUIRE(r.network->links.size() == 4 * kSide * (kSide - 1));
  const auto number = [](const std::string& name) {
    return static_cast<unsigned>(std::stoul(name.substr(1)));
  };
  for (const LinkResult& link : r.network->links) {
    CAPTURE(link.from, link.to);
    const unsigned from = number(link.from), to = number(link.to);
    const bool in_row = from / kSide == to / kSide;
    const unsigned a = in_row ? from % kSide : from / kSide, b = in_row ? to % kSide : to / kSide;
    const unsigned behind = a < b ? a + 1 : kSide - a, ahead = kSide - behind;
    const double busy = config.traffic->load * behind * ahead * kSide / (kHosts - 1);
    CHECK(std::abs(link.utilisation - busy) < 6 * std::sqrt(busy / static_cast<double>(config.cycles)));
  }
}
