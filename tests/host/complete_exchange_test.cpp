// SPDX-License-Identifier: Apache-2.0
#include "host/complete_exchange.h"

#include <algorithm>
#include <map>
#include <set>

#include "host/pairing.h"
#include "host/schedule_registry.h"
#include "tests/catch.h"

using namespace xb;

namespace {

using Pair = std::pair<unsigned, unsigned>;

/// Packets per (source, destination) that the sends, or the receives, of a schedule name.
std::map<Pair, std::uint64_t> packets_of(const Schedule& schedule, OpKind kind) {
  std::map<Pair, std::uint64_t> packets;
  for (unsigned rank = 0; rank < schedule.ranks.size(); ++rank) {
    for (const Op& op : schedule.ranks[rank].ops()) {
      if (op.kind != kind) continue;
      packets[kind == OpKind::Send ? Pair{rank, op.peer} : Pair{op.peer, rank}] += op.size;
    }
  }
  return packets;
}

/// Length of the longest chain of requirements before each operation; empty if there is a cycle.
std::vector<unsigned> levels_of(const RankProgram& program) {
  const std::size_t count = program.ops().size();
  std::vector<unsigned> waits(count, 0);
  std::vector<unsigned> level(count, 0);
  std::vector<std::vector<OpId>> after(count);
  for (const auto& d : program.dependencies()) {
    ++waits[d.op];
    after[d.first].push_back(d.op);
  }
  std::vector<OpId> ready;
  for (OpId op = 0; op < count; ++op) {
    if (waits[op] == 0) ready.push_back(op);
  }
  for (std::size_t n = 0; n < ready.size(); ++n) {
    for (const OpId next : after[ready[n]]) {
      level[next] = std::max(level[next], level[ready[n]] + 1);
      if (--waits[next] == 0) ready.push_back(next);
    }
  }
  return ready.size() == count ? level : std::vector<unsigned>{};
}

void check_complete(const std::string& name, const ExchangeShape& shape) {
  CAPTURE(name, shape.ranks, shape.packets, shape.group_size);
  const Schedule schedule = make_schedule(name, shape);
  REQUIRE(schedule.ranks.size() == shape.ranks);
  std::map<Pair, std::uint64_t> expected;
  for (unsigned i = 0; i < shape.ranks; ++i) {
    for (unsigned j = 0; j < shape.ranks; ++j) {
      if (i != j) expected[{i, j}] = shape.packets;
    }
  }
  REQUIRE(packets_of(schedule, OpKind::Send) == expected);
  REQUIRE(packets_of(schedule, OpKind::Receive) == expected);
  for (const auto& program : schedule.ranks) REQUIRE(levels_of(program).size() == program.ops().size());
}

}  // namespace

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
    std::set<Pair> met;
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

TEST_CASE("every schedule moves every block once, and none waits for itself", "[host]") {
  const auto name = GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor", "sync-shuffle");
  for (unsigned p = 2; p <= 33; ++p) {
    for (const std::uint32_t k : {1U, 2U, 7U}) check_complete(name, {p, k, 5});
  }
}

TEST_CASE("the group shuffle moves every block once, also where omega does not divide p-1", "[host]") {
  for (unsigned p = 2; p <= 33; ++p) {
    for (const unsigned omega : {1U, 2U, 3U, 4U, 5U, 7U, 16U, 63U})
      check_complete("group-shuffle", {p, 3, omega});
  }
}

TEST_CASE("shift and pairwise send one message and receive one in each round", "[host]") {
  const auto name = GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor");
  for (unsigned p = 2; p <= 33; ++p) {
    CAPTURE(name, p);
    const Schedule schedule = make_schedule(name, {p, 4, 1});
    std::set<std::pair<unsigned, Pair>> met;  // round, (rank, partner's end of it)
    for (unsigned rank = 0; rank < p; ++rank) {
      const RankProgram& program = schedule.ranks[rank];
      const auto round = levels_of(program);
      std::map<std::pair<unsigned, OpKind>, int> in_round;
      for (OpId op = 0; op < program.ops().size(); ++op) {
        REQUIRE(++in_round[{round[op], program.ops()[op].kind}] == 1);
        REQUIRE(program.ops()[op].size == 4);
      }
      REQUIRE(in_round.size() == 2 * (p - 1));
    }
    if (name == "shift" || (name == "pairwise" && p % 2 == 0)) {
      // Nobody idles: in each round no rank gets more than one message either.
      for (unsigned rank = 0; rank < p; ++rank) {
        const RankProgram& program = schedule.ranks[rank];
        const auto round = levels_of(program);
        for (OpId op = 0; op < program.ops().size(); ++op) {
          if (program.ops()[op].kind != OpKind::Send) continue;
          REQUIRE(met.insert({round[op], {program.ops()[op].peer, 0}}).second);
        }
      }
    }
  }
}

TEST_CASE("a shuffle sends its packets one at a time to each partner of the group in turn", "[host]") {
  // p = 6, omega = 2: three groups of 2, 2 and 1 partners.
  const Schedule schedule = make_schedule("group-shuffle", {6, 3, 2});
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
