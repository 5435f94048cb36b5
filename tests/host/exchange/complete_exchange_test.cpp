// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/turns.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/schedule/schedule_proof.h"

using namespace xb;

namespace {

/// Round of a message in each algorithm, by its two ranks.
unsigned round_of(const std::string& name, unsigned ranks, OpKind kind, unsigned rank, unsigned peer) {
  if (name == "shift")
    return kind == OpKind::Send ? (peer + ranks - rank) % ranks : (rank + ranks - peer) % ranks;
  if (name == "pairwise-xor") return rank ^ peer;
  for (unsigned round = 1; round <= edge_color_rounds(ranks); ++round) {
    if (edge_color(round, rank, ranks) == static_cast<int>(peer)) return round;
  }
  return 0;
}

std::string rounds_fault(const std::string& name, const Schedule& schedule) {
  const auto ranks = static_cast<unsigned>(schedule.ranks.size());
  return step_fault(schedule, find_schedule(name)->steps({ranks, 1, 1}),
                    [&](OpKind kind, unsigned rank, unsigned peer, unsigned) {
                      return round_of(name, ranks, kind, rank, peer);
                    });
}

/// The same schedule with one rank's program made by `change`, which is asked for each operation.
template <class Change>
Schedule changed(const Schedule& schedule, unsigned rank, Change&& change) {
  Schedule other = schedule;
  RankProgram program;
  for (OpId op = 0; op < schedule.ranks[rank].ops().size(); ++op)
    program.add(change(op, schedule.ranks[rank].ops()[op]));
  for (const auto& d : schedule.ranks[rank].dependencies()) program.require(d.op, d.first);
  other.ranks[rank] = program;
  return other;
}

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

TEST_CASE("every block of a complete exchange is delivered exactly once, p = 2..64", "[host][long]") {
  const auto name = GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor", "sync-shuffle");
  for (unsigned p = 2; p <= 64; ++p) {
    for (const std::uint32_t k : {1U, 3U}) {
      const ExchangeShape shape{p, k, 5, 7};
      CAPTURE(name, p, k);
      REQUIRE(exchange_fault(make_schedule(name, shape), shape).empty());
    }
  }
}

TEST_CASE("so is every block of a group shuffle, whether omega divides p-1 or not", "[host][unsanitized]") {
  for (unsigned p = 2; p <= 64; ++p) {
    for (const unsigned omega : {1U, 2U, 3U, 5U, 7U, 16U, 63U}) {
      const ExchangeShape shape{p, 2, omega, 7};
      CAPTURE(p, omega);
      REQUIRE(exchange_fault(group_shuffle_exchange(shape), shape).empty());
    }
  }
}

TEST_CASE("shift and pairwise send one message and receive one in each round, p = 2..64", "[host][long]") {
  const auto name = GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor");
  for (unsigned p = 2; p <= 64; ++p) {
    CAPTURE(name, p);
    REQUIRE(rounds_fault(name, make_schedule(name, {p, 4, 1})).empty());
  }
}

TEST_CASE("a broken exchange is found", "[host]") {
  const ExchangeShape shape{6, 2, 2, 7};
  const Schedule good = shift_exchange(shape);
  REQUIRE(exchange_fault(good, shape).empty());
  // To somebody else; of another size; with one message left out at both ends.
  CHECK_FALSE(exchange_fault(changed(good, 2,
                                     [](OpId op, Op o) {
                                       if (op == 0) o.peer = 5;
                                       return o;
                                     }),
                             shape)
                  .empty());
  const auto shorter = [](OpId op, Op o) {
    if (op == 0) o.size -= 7;
    return o;
  };
  CHECK_FALSE(exchange_fault(changed(good, 2, shorter), shape).empty());
  const auto shorter_receive = [](OpId op, Op o) {
    if (op == 1) o.size -= 7;
    return o;
  };
  CHECK(exchange_fault(changed(changed(good, 2, shorter), 3, shorter_receive), shape) ==
        "7 bytes from 2 to 3 instead of 14");
  Schedule twice = good;
  twice.ranks[1].send(4, 14);
  CHECK_FALSE(exchange_fault(twice, shape).empty());
  twice.ranks[4].receive(1, 14);
  CHECK(exchange_fault(twice, shape) == "28 bytes from 1 to 4 instead of 14");
  Schedule stuck = good;
  stuck.ranks[0].require(0, 1);
  for (unsigned rank = 1; rank < 6; ++rank) stuck.ranks[rank].require(0, 1);
  CHECK_FALSE(exchange_fault(stuck, shape).empty());
}

TEST_CASE("a round with two sends of a rank is found", "[host]") {
  CHECK(rounds_fault("shift", make_schedule("linear", {6, 2, 2})) == "rank 0: two sends at a time");
  CHECK_FALSE(rounds_fault("shift", make_schedule("random-order", {6, 2, 2})).empty());
  CHECK_FALSE(rounds_fault("shift", make_schedule("sync-shuffle", {6, 2, 2})).empty());
  CHECK_FALSE(rounds_fault("pairwise", make_schedule("shift", {6, 2, 2})).empty());
}

TEST_CASE("a shuffle sends its packets one at a time to each partner of the group in turn", "[host]") {
  // p = 6, omega = 2: three groups of 2, 2 and 1 partners.
  const Schedule schedule = without_turns(group_shuffle_exchange({6, 3, 2}));
  for (unsigned rank = 0; rank < 6; ++rank) {
    std::vector<unsigned> partners;
    for (unsigned round = 1; round <= 5; ++round) {
      partners.push_back(static_cast<unsigned>(edge_color(round, rank, 6)));
    }
    std::vector<unsigned> expected;
    for (const auto& group : {std::vector<unsigned>{0, 1}, {2, 3}, {4}}) {
      for (int s = 0; s < 3; ++s) {
        for (const unsigned i : group) expected.push_back(partners[i]);
      }
    }
    std::vector<unsigned> sends;
    for (const Op& op : schedule.ranks[rank].ops()) {
      REQUIRE(op.size == 1);
      if (op.kind == OpKind::Send) sends.push_back(op.peer);
    }
    REQUIRE(sends == expected);
  }
}

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

TEST_CASE("the edge colouring pairs everyone with everyone once", "[host]") {
  for (unsigned p = 2; p <= 64; ++p) {
    std::map<std::pair<unsigned, unsigned>, int> met;
    for (unsigned round = 1; round <= edge_color_rounds(p); ++round) {
      for (unsigned me = 0; me < p; ++me) {
        const int partner = edge_color(round, me, p);
        if (partner < 0) {
          REQUIRE(p % 2 == 1);
          continue;
        }
        REQUIRE(edge_color(round, static_cast<unsigned>(partner), p) == static_cast<int>(me));
        ++met[{me, static_cast<unsigned>(partner)}];
      }
    }
    REQUIRE(met.size() == p * (p - 1));
    for (const auto& [pair, times] : met) REQUIRE(times == 1);
  }
}

TEST_CASE("exclusive or pairs everyone with everyone once", "[host]") {
  for (unsigned p = 2; p <= 64; ++p) {
    std::set<std::pair<unsigned, unsigned>> met;
    for (unsigned round = 1; round <= xor_rounds(p); ++round) {
      for (unsigned me = 0; me < p; ++me) {
        const int partner = xor_partner(round, me, p);
        if (partner < 0) continue;
        REQUIRE(xor_partner(round, static_cast<unsigned>(partner), p) == static_cast<int>(me));
        REQUIRE(met.insert({me, static_cast<unsigned>(partner)}).second);
      }
    }
    REQUIRE(met.size() == p * (p - 1));
  }
}
