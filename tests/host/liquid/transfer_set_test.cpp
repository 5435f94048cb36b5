// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_set.h"

#include <fmt/format.h>

#include <fstream>
#include <map>

#include "host/liquid/certificate_check.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;

TEST_CASE("the exchange of figure 1: loads, bottlenecks, duration and liquid throughput", "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  REQUIRE(set.size() == 25);
  REQUIRE(set.links() == 12);
  CHECK(set.duration() == 6);
  CHECK(set.liquid_throughput() == Approx(25.0 / 6));
  const std::vector<unsigned> bottlenecks = set.bottlenecks();
  REQUIRE(bottlenecks.size() == 2);
  CHECK(set.link_name(bottlenecks[0]) == "s0 -> s1");
  CHECK(set.link_name(bottlenecks[1]) == "s1 -> s0");
  for (unsigned link = 0; link < set.links(); ++link) {
    CHECK(set.load(link) == (set.link_name(link).find("host") == std::string::npos ? 6 : 5));
  }
}

TEST_CASE("a link that is as fast as four others carries four transfers a step", "[liquid]") {
  const TransferSet set = exchange_of_all("hierarchy(4,2,4)");
  REQUIRE_FALSE(set.unit_capacity());
  for (unsigned link = 0; link < set.links(); ++link) {
    const bool host = set.link_name(link).find("host") != std::string::npos;
    CHECK(set.capacity(link) == (host ? 1 : 4));
    CHECK(set.load(link) == (host ? 8 : 16));
  }
  CHECK(set.duration() == 8);
}

TEST_CASE("a packet each: transfers of several packets are as many transfers", "[liquid]") {
  const Topology topology = make_topology("two-switches(3,2)");
  const Wiring wiring(topology);
  const TransferSet set =
      transfers_over(topology, wiring, routes_of(topology, wiring), {{{0, 3}, 2}, {{4, 4}, 3}});
  REQUIRE(set.size() == 5);
  CHECK(set[1] == Transfer{0, 3});
  CHECK(set.path(1).size() == 3);
  CHECK(set[4] == Transfer{4, 4});
  CHECK(set.path(4).size() == 2);
  CHECK(set.duration() == 3);
}

TEST_CASE("no schedule passes that leaves a transfer out, has an empty step or uses a link twice",
          "[liquid]") {
  TransferSet set;
  const unsigned a = set.add_link("a");
  const unsigned b = set.add_link("b", 2);
  set.add({0, 1}, {a, b});
  set.add({1, 1}, {b});
  set.add({0, 0}, {a});
  set.add({2, 1}, {b});
  CHECK(step_fault(set, {2, {0, 0, 1, 1}}).empty());
  CHECK(step_fault(set, {2, {0, 0, 1}}) == "3 transfers have a step; there are 4");
  CHECK(step_fault(set, {2, {0, 0, 1, 2}}) == "transfer 2 -> 1 is in step 2; there are 2");
  CHECK(step_fault(set, {3, {0, 0, 1, 1}}) == "step 2 is empty");
  CHECK(step_fault(set, {2, {0, 0, 0, 1}}) ==
        "step 0: link a carries 2 transfers, 0 -> 0 among them; at most 1");
  CHECK(step_fault(set, {2, {0, 0, 1, 0}}) ==
        "step 0: link b carries 3 transfers, 2 -> 1 among them; at most 2");
}

// nodes, duration, allocations, the first one: of the script that rebuilt the machine's routing.
TEST_CASE("the durations of Swiss-T1's 363 different allocations are those that another program finds",
          "[liquid]") {
  const Topology topology = make_topology("k-ring");
  const Wiring wiring(topology);
  const Routes routes = routes_of(topology, wiring);
  const auto duration_of = [&](const std::string& allocation) {
    std::vector<unsigned> hosts;
    for (unsigned at = 0; at < wiring.switches(); ++at) {
      for (char n = '0'; n < allocation[at]; ++n)
        hosts.push_back(wiring.first_host(at) + static_cast<unsigned>(n - '0'));
    }
    const TransferSet set = transfers_over(topology, wiring, routes, complete_exchange_of(hosts));
    return std::pair(static_cast<unsigned>(hosts.size()), set.duration());
  };
  std::ifstream table(XBARLAB_SOURCE_DIR "/tests/host/liquid/swiss_t1.csv");
  std::string line;
  std::getline(table, line);
  std::map<std::pair<unsigned, unsigned>, std::string> kinds;
  while (std::getline(table, line)) {
    const std::string first = line.substr(line.rfind(',') + 1);
    const auto kind = duration_of(first);
    CHECK(line.rfind(fmt::format("{},{},", kind.first, kind.second), 0) == 0);
    kinds[kind] = first;
  }
  CHECK(kinds.size() == 363);
  RandomStream random(1, StreamPurpose::Test, 0);
  for (unsigned n = 0; n < 300; ++n) {
    std::string allocation;
    while (allocation.size() < 8) allocation += static_cast<char>('0' + random.below(5));
    const auto kind = kinds.find(duration_of(allocation));
    REQUIRE(kind != kinds.end());
    CHECK(kind->second <= allocation);
  }
}
