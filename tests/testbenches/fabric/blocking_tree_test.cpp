// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/fabric/wait_watch.h"
#include "tests/catch.h"
#include "tests/testbenches/fabric/small_fabric.h"

using namespace xb;

namespace {

/// Hosts 0, 1 and 2 of switch 0 send to host 3 of switch 1, and host 4 of switch 1 too, if it is asked to.
std::vector<naive::Packet> all_to_host_3(bool neighbour_too) {
  std::vector<naive::Packet> packets;
  for (unsigned n = 0; n < 400; ++n) {
    for (const unsigned host : {0U, 1U, 2U}) packets.push_back({host, 3, 24, 0});
    if (neighbour_too) packets.push_back({4, 3, 24, 0});
  }
  return packets;
}

}  // namespace

TEST_CASE("the tree of blocking ends at the output that all wait for, and says which hosts wait") {
  for (const std::uint64_t latency : {0U, 5U}) {
    FabricCase c{"two-switches(3,2)"};
    c.latency = latency;
    c.depth = 32;
    INFO("latency " << latency);
    {
      // The cable is as fast as the host behind it: what waits, waits for the cable.
      SmallFabric small(fabric_of(c), all_to_host_3(false));
      small.run();
      const auto trees = small.fabric.waits().trees();
      REQUIRE(trees.size() == 1);
      CHECK(trees[0].output == Channel{0, 3});
      CHECK(trees[0].hosts == std::vector<unsigned>{0, 1, 2});
      CHECK(trees[0].through.empty());
      CHECK(trees[0].hosts_held > 1.5);  // two wait, one is served
      CHECK(trees[0].hosts_held <= 3);
    }
    {
      // A second source for the same host: now the cable waits, too.
      SmallFabric small(fabric_of(c), all_to_host_3(true));
      small.run();
      const auto trees = small.fabric.waits().trees();
      // While the cable's packet has the output, the cable moves, and what waits, waits for the cable.
      const auto found = std::find_if(trees.begin(), trees.end(), [](const WaitWatch::Node& tree) {
        return tree.output == Channel{1, 0};
      });
      REQUIRE(found != trees.end());
      CHECK(found->hosts == std::vector<unsigned>{4});
      REQUIRE(found->through.size() == 1);
      CHECK(found->through[0].output == Channel{0, 3});
      CHECK(found->through[0].hosts == std::vector<unsigned>{0, 1, 2});
      CHECK(found->hosts_held > found->through[0].hosts_held);
    }
  }
}

TEST_CASE("nobody waits in a network without contention") {
  FabricCase c{"two-switches(3,2)"};
  std::vector<naive::Packet> packets;
  for (unsigned n = 0; n < 400; ++n) packets.push_back({0, 3, 24, 0});
  SmallFabric small(fabric_of(c), packets);
  small.run();
  CHECK(small.fabric.waits().trees().empty());
}

TEST_CASE("the tree of blocking is that of the measured window") {
  FabricCase c{"two-switches(3,2)"};
  c.depth = 32;
  // Until cycle 7200 or so two of three hosts wait for the cable, after that host 0 has it for itself.
  std::vector<naive::Packet> packets;
  for (unsigned n = 0; n < 100; ++n) {
    for (const unsigned host : {0U, 1U, 2U}) packets.push_back({host, 3, 24, 0});
  }
  for (unsigned n = 0; n < 300; ++n) packets.push_back({0, 3, 24, 0});
  SmallFabric small(fabric_of(c), packets);
  Fabric& fabric = small.fabric;
  const auto held = [&] {
    const auto trees = fabric.waits().trees();
    return trees.size() == 1 ? trees[0].hosts_held : 0;
  };
  fabric.open_measures();
  fabric.advance(6000);
  fabric.close_measures();
  const double in_window = held();
  CHECK(in_window > 1.5);
  while (!fabric.finished()) fabric.advance(Workload::kNever);
  CHECK(fabric.now() > 12000);
  fabric.drain();
  CHECK(held() == in_window);
}
