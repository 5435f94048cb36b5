// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/config/config_keys.h"
#include "testbenches/program/text_report.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

SwitchResult switch_with(const std::string& name, double blocked, double occupancy) {
  SwitchResult s{name, "fast", 4, {}};
  s.result.blocked.mean = blocked;
  s.result.occupancy_beats.mean = occupancy;
  s.result.occupancy_beats.max = 77;
  return s;
}

RunResult small_network() {
  RunResult r;
  r.throughput.mean = 0.25;
  r.delivered_packets = 100;
  r.occupancy_beats.mean = 12.5;
  NetworkResult n;
  n.switches = {switch_with("west", 0.5, 3), switch_with("east", 0.25, 9.5)};
  n.switches[1].engine = "rtl";
  n.switches[1].result.occupancy_beats.max = 99;
  n.links = {{"west", "east", 0.875, 40}, {"east", "west", 0.125, 6}};
  n.bottleneck = {"east", "host 3", 0.98765, 70};
  n.packet_hops = 150;
  r.network = std::move(n);
  return r;
}

std::string network_report(RunResult result) {
  RunConfig config;
  set_key(config, "load", "1", "");
  return describe_point({config, std::move(result)});
}

}  // namespace

TEST_CASE("ranks are written as ranges", "[testbenches]") {
  CHECK(rank_ranges({}).empty());
  CHECK(rank_ranges({5}) == "5");
  CHECK(rank_ranges({0, 1, 2, 3, 7}) == "0..3, 7");
  CHECK(rank_ranges({1, 2, 4, 6, 7, 8}) == "1, 2, 4, 6..8");
}

TEST_CASE("the report of a network names switches, links and the bottleneck", "[testbenches]") {
  const std::string text = network_report(small_network());
  CHECK(mentions(text, {"2 switches, 1 cable between them", "0.2500", "12.5 beats mean (all switches)",
                        "150 (1.500 switches a packet)", "east -> host 3, 98.8 % busy\n",
                        "  switch  engine  throughput  blocked", "  west      fast      0.0000  50.00 %",
                        "  east       rtl      0.0000  25.00 %", "ports 4",
                        "  from    to  utilisation  packets", "  west  east      87.50 %       40\n"}));
  // What a network has not, and what is known of a single switch alone.
  CHECK_FALSE(mentions(text, {"whole switch"}));
  CHECK_FALSE(mentions(text, {"exact for"}));
  CHECK_FALSE(mentions(text, {"overtaken"}));
  CHECK_FALSE(mentions(text, {"Blocking"}));
  CHECK_FALSE(mentions(text, {"idle links"}));
}

TEST_CASE("the report of a network names links of shortest paths that carried nothing", "[testbenches]") {
  RunResult r = small_network();
  r.network->idle_links = {"east -> west"};
  CHECK(mentions(network_report(r), {"1 of 2 carried nothing, though on shortest paths of what was sent: "
                                     "east -> west\n"}));
  r.network->idle_links = {"a -> b", "b -> c", "c -> d", "d -> e", "e -> f", "f -> g"};
  CHECK(mentions(network_report(r), {"6 of 2 ", ": a -> b, b -> c, c -> d, d -> e, and 2 more\n"}));
}

TEST_CASE("the report of a network has the lag of each switch, and says why there is none from end to end",
          "[testbenches]") {
  RunResult r = small_network();
  CHECK_FALSE(mentions(network_report(r), {"lag"}));
  LagResult lag;
  lag.mean = 1.25;
  lag.p99 = 17;
  r.network->switches[0].result.lag = lag;
  CHECK(mentions(network_report(r), {"mean lag [cycles]  p99 lag [cycles]", "1.25                17",
                                     "Lag from end to end: none, packets choose their way by load."}));
  r.lag = lag;
  CHECK_FALSE(mentions(network_report(r), {"choose their way"}));
}

TEST_CASE("of many switches and links the report has the worst, and says how many there are",
          "[testbenches]") {
  RunResult r = small_network();
  r.network->switches.clear();
  r.network->links.clear();
  for (int n = 0; n < 20; ++n) {
    // 7 is blocked most; the others alike, so that the fullest of them come next.
    r.network->switches.push_back(switch_with(fmt::format("s{}", n), n == 7 ? 0.5 : 0.25, 100 + n));
    r.network->links.push_back({fmt::format("s{}", n), "hub", n / 100.0, 1});
  }
  const std::string text = network_report(r);
  CHECK(mentions(text, {"of 20 the 12 with the most blocked heads", "of 20 the 10 busiest", "  s7 ",
                        "  s19  ", "  s9 ", "s19   hub      19.00 %", "s10   hub"}));
  CHECK(text.find("  s7 ") < text.find("  s19 "));
  CHECK_FALSE(mentions(text, {"  s8 "}));
  CHECK_FALSE(mentions(text, {"s9    hub"}));
}

TEST_CASE("the tree of blocking is indented, with hosts as ranges", "[testbenches]") {
  RunResult r = small_network();
  BlockingTree far{"a -> b", 1, {8, 9, 10}, {}};
  BlockingTree least{"a -> c", 0.001, {11}, {}};
  r.network->blocking = {{"b -> host 0", 3, {0, 1, 2, 3, 7}, {far, least}}, {"b -> host 1", 1, {}, {}}};
  const std::string text = network_report(r);
  CHECK(mentions(text, {"Blocking: 4.00 hosts wait (mean)",
                        "  b -> host 0                 3.00   75.00 %  0..3, 7\n"
                        "    a -> b                    1.00   25.00 %  8..10\n"
                        "    and 1 more\n"
                        "  b -> host 1                 1.00   25.00 %  -\n"}));
}

TEST_CASE("a table of networks has the bottleneck of each, and the fullest switch", "[testbenches]") {
  RunConfig config;
  RunResult other = small_network();
  other.network->bottleneck = {"west", "east", 0.5, 1};
  const std::string text = tabulate_points({{config, small_network()}, {config, other}, {config, {}}});
  CHECK(mentions(text, {"bottleneck", "east -> host 3  98.77 %", "  west -> east  50.00 %", "99"}));
  CHECK_FALSE(mentions(tabulate_points({{config, {}}, {config, {}}}), {"bottleneck"}));
}
