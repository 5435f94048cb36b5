// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/schedule/schedule_proof.h"

using namespace xb;

namespace {

ExchangeShape hierarchy_shape(unsigned d1, unsigned d2) {
  ExchangeShape shape{d1 * d2, 3, 1, 7};
  shape.switch_of_rank = switch_by_switch(std::vector<unsigned>(d2, d1));
  return shape;
}

/// Packets that one switch gets from others within so many steps in a row, at most; steps follow each other
/// round and round, or only once.
unsigned most_into_a_switch(const ShufflePartners& partners, unsigned d1, unsigned window, bool round) {
  const auto p = static_cast<unsigned>(partners.to.size());
  unsigned most = 0;
  for (unsigned at = 0; at < p / d1; ++at) {
    for (unsigned first = 0; first < p - 1; ++first) {
      if (!round && first + window > p - 1) break;
      unsigned packets = 0;
      for (unsigned step = first; step < first + window; ++step) {
        for (unsigned x = 0; x < p; ++x) {
          if (x / d1 != at && partners.to[x][step % (p - 1)] / d1 == at) ++packets;
        }
      }
      most = std::max(most, packets);
    }
  }
  return most;
}

/// Packets that the first switch sends up in each step.
std::vector<unsigned> uplink_packets(const ShufflePartners& partners, unsigned d1) {
  std::vector<unsigned> packets(partners.to[0].size(), 0);
  for (std::size_t step = 0; step < packets.size(); ++step) {
    for (unsigned x = 0; x < d1; ++x) packets[step] += partners.to[x][step] / d1 != 0 ? 1 : 0;
  }
  return packets;
}

}  // namespace

TEST_CASE("the contention-aware permutation pairs everybody with everybody once", "[host][unsanitized]") {
  for (unsigned d1 = 1; d1 <= 24; ++d1) {
    for (unsigned d2 = d1 == 1 ? 2 : 1; d2 <= 16; ++d2) {
      const unsigned p = d1 * d2;
      const ShufflePartners partners = switch_aware_partners(hierarchy_shape(d1, d2));
      CAPTURE(d1, d2);
      bool good = true;
      for (unsigned step = 0; step < p - 1; ++step) {
        std::set<unsigned> receivers;
        for (unsigned x = 0; x < p; ++x) {
          const unsigned to = partners.to[x][step];
          receivers.insert(to);
          good = good && to != x && partners.from[to][step] == x;
        }
        good = good && receivers.size() == p;
      }
      for (unsigned x = 0; x < p; ++x)
        good = good && std::set<unsigned>(partners.to[x].begin(), partners.to[x].end()).size() == p - 1;
      REQUIRE(good);
    }
  }
}

TEST_CASE("every block of the shuffles is delivered once", "[host]") {
  for (unsigned d1 = 1; d1 <= 9; ++d1) {
    for (unsigned d2 = 2; d2 <= 6; ++d2) {
      CAPTURE(d1, d2);
      const ExchangeShape shape = hierarchy_shape(d1, d2);
      REQUIRE(exchange_fault(make_schedule("modified-sync-shuffle", shape), shape).empty());
      REQUIRE(exchange_fault(make_schedule("sync-shuffle-xor", shape), shape).empty());
    }
  }
}

TEST_CASE("scattered ranks are renumbered by their switches", "[host]") {
  ExchangeShape shape = hierarchy_shape(2, 2);
  shape.switch_of_rank = {1, 0, 0, 1};
  // Switch 0 has ranks 1 and 2, switch 1 has 0 and 3: logical 0, 1, 2, 3 are 1, 0, 2, 3.
  CHECK(switch_aware_partners(shape).to[1] == std::vector<unsigned>{0, 2, 3});
  CHECK(switch_aware_partners(shape).to[3] == std::vector<unsigned>{2, 0, 1});
  CHECK(exchange_fault(make_schedule("modified-sync-shuffle", shape), shape).empty());
}

TEST_CASE("the linear mapping fills an uplink that the contention-aware one does not", "[host]") {
  // Tam, 6.2: 4 x 4, B_L = 30 packets, W_g = 9. What is sent within 9 steps may be under way at once.
  const ShufflePartners linear = linear_xor_partners(16);
  const ShufflePartners aware = switch_aware_partners(hierarchy_shape(4, 4));
  CHECK(most_into_a_switch(linear, 4, 9, false) == 36);
  CHECK(most_into_a_switch(aware, 4, 9, false) == 28);
  // Over the seam of two passes the average's window is 2 packets too long; 8 is not.
  CHECK(most_into_a_switch(aware, 4, 9, true) == 32);
  CHECK(most_into_a_switch(aware, 4, 8, true) <= 30);
  CHECK(uplink_packets(linear, 4) == std::vector<unsigned>{0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4});
  CHECK(uplink_packets(aware, 4) == std::vector<unsigned>{4, 4, 4, 0, 4, 4, 4, 0, 4, 4, 4, 0, 4, 4, 4});
}
