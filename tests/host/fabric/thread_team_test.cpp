// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/thread_team.h"

#include <algorithm>
#include <vector>

#include "host/fabric/trip.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("each worker does its part of each piece of work, and all are done before the next", "[host]") {
  for (const unsigned workers : {1U, 2U, 5U}) {
    ThreadTeam team(workers);
    std::vector<unsigned> done(workers);
    for (unsigned piece = 0; piece < 300; ++piece) {
      team.run([&](unsigned worker) { ++done[worker]; });
      CHECK(done == std::vector<unsigned>(workers, piece + 1));
    }
  }
}

TEST_CASE("places of trips go from thread to thread, and none is two trips'", "[host]") {
  constexpr unsigned kThreads = 3, kTrips = 20000, kRounds = 20;
  TripStore store;
  std::vector<TripPool> pools(kThreads, TripPool(store));
  std::vector<std::vector<std::uint32_t>> held(kThreads);
  ThreadTeam threads(kThreads);
  std::uint32_t most = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    threads.run([&](unsigned thread) {
      for (unsigned n = 0; n < kTrips; ++n) {
        const std::uint32_t slot = pools[thread].add();
        pools[thread][slot].source = thread;
        pools[thread][slot].sequence = n;
        held[thread].push_back(slot);
      }
    });
    threads.run([&](unsigned thread) {
      const unsigned from = (thread + round) % kThreads;
      for (unsigned n = 0; n < kTrips; ++n) {
        const std::uint32_t slot = held[from][n];
        if (pools[thread][slot].source != from || pools[thread][slot].sequence != n) held[from][n] = ~0U;
        pools[thread].remove(slot);
      }
    });
    for (auto& slots : held) {
      for (const std::uint32_t slot : slots) most = std::max(most, slot);
      slots.clear();
    }
  }
  CHECK(most < 2 * kThreads * kTrips);  // no trip is lost, and a place is used again
}
