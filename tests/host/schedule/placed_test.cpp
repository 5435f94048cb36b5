// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/placed.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a placed schedule has each rank's program on its host, with the peers' hosts", "[host]") {
  Schedule schedule;
  schedule.ranks.resize(3);
  schedule.ranks[0].send(2, 8, 5);
  schedule.ranks[0].compute(2);  // its peer is no rank
  schedule.ranks[2].receive(0, 8, 5);
  schedule.ranks[1].receive(kAnyRank, 1);
  const OpId send = schedule.ranks[2].send(1, 1);
  schedule.ranks[2].require(send, 0);
  const Schedule all = placed(schedule, 4096, HostList({4095, 0, 7}));
  REQUIRE(all.ranks.size() == 4096);
  CHECK(all.ranks[4095].ops()[0].peer == 7);
  CHECK(all.ranks[4095].ops()[0].tag == 5);
  CHECK(all.ranks[4095].ops()[1].peer == 0);
  CHECK(all.ranks[4095].ops()[1].size == 2);
  CHECK(all.ranks[7].ops()[0].peer == 4095);
  CHECK(all.ranks[7].ops()[1].peer == 0);
  CHECK(all.ranks[7].dependencies().size() == 1);
  CHECK(all.ranks[0].ops()[0].peer == kAnyRank);
  std::size_t ops = 0;
  for (const RankProgram& program : all.ranks) ops += program.ops().size();
  CHECK(ops == 5);
}

TEST_CASE("a schedule of fewer ranks has the first hosts of a list", "[host]") {
  Schedule schedule;
  schedule.ranks.resize(2);
  schedule.ranks[0].send(1, 1);
  schedule.ranks[1].receive(0, 1);
  const Schedule all = placed(schedule, 6, HostList({5, 3, 1}));
  CHECK(all.ranks[5].ops()[0].peer == 3);
  CHECK(all.ranks[3].ops()[0].peer == 5);
  CHECK(all.ranks[1].ops().empty());
}
