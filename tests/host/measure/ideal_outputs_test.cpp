// SPDX-License-Identifier: Apache-2.0
#include "host/measure/ideal_outputs.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <vector>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

struct Packet {
  unsigned source, destination, beats;
  std::uint64_t arrival;
};

/// An output-queued switch, cycle by cycle: when each packet's first beat leaves, and each beat of an output.
struct Naive {
  Naive(const std::vector<Packet>& packets, const std::vector<unsigned>& period, std::uint64_t latency)
      : first(packets.size()), beats(period.size()) {
    std::vector<std::deque<std::pair<std::size_t, unsigned>>> queues(period.size());
    std::size_t next = 0, left = packets.size();
    for (std::uint64_t now = 0; left > 0; ++now) {
      for (; next < packets.size() && packets[next].arrival + latency <= now; ++next)
        queues[packets[next].destination].emplace_back(next, 0);
      for (unsigned output = 0; output < period.size(); ++output) {
        auto& queue = queues[output];
        if (now % period[output] != 0 || queue.empty()) continue;
        auto& [packet, sent] = queue.front();
        if (sent++ == 0) first[packet] = now;
        beats[output].push_back(now);
        if (sent < packets[packet].beats) continue;
        queue.pop_front();
        --left;
      }
    }
  }

  std::vector<std::uint64_t> first;               // by packet
  std::vector<std::vector<std::uint64_t>> beats;  // by output
};

}  // namespace

TEST_CASE("the ideal switch is the one that is simulated cycle by cycle", "[host][measure]") {
  RandomStream random(GENERATE(1, 2, 3), StreamPurpose::Length, 0);
  const std::vector<unsigned> period =
      GENERATE(std::vector<unsigned>{1, 1, 1}, std::vector<unsigned>{1, 2, 5});
  constexpr std::uint64_t kLatency = 3;
  const std::uint64_t soon = GENERATE(0U, 3U);
  const std::size_t even = GENERATE(0U, 700U, 2000U);  // so many of three beats come first
  const std::uint64_t late = GENERATE(7U, 3000U);      // beats leave so much later
  std::vector<Packet> packets;
  for (std::uint64_t now = 0; packets.size() < 2000; now += random.below(6)) {
    for (unsigned source = 0; source < 3; ++source)
      if (random.below(2) == 0)
        packets.push_back({source, random.below(3), random.below(2) == 0 ? 1 : 1 + random.below(9), now});
  }
  for (std::size_t n = 0; n < even; ++n) packets[n].beats = 3;
  const Naive naive(packets, period, kLatency);
  IdealOutputs ideal(period);
  if (even != 0) ideal.expect(3);
  std::vector<std::uint64_t> known;
  std::vector<std::deque<std::size_t>> inside(period.size());
  std::vector<std::size_t> sent(period.size());
  const auto leave_before = [&](std::uint64_t now) {
    for (unsigned output = 0; output < period.size(); ++output) {
      while (!inside[output].empty()) {
        const std::size_t n = inside[output].front();
        const unsigned beats = packets[n].beats;
        const std::uint64_t last = naive.beats[output][sent[output] + beats - 1] + late;
        if (last >= now) break;
        const std::uint64_t first = naive.first[n] + 1000;
        const auto lag = ideal.is_plain() ? ideal.left_plain(output, known[n], first, last)
                                          : ideal.left(output, beats, known[n], first, last);
        REQUIRE(lag.of_packet == 1000);
        REQUIRE(lag.by_rank == static_cast<std::int64_t>(late));
        sent[output] += beats;
        inside[output].pop_front();
      }
    }
  };
  for (const Packet& p : packets) {
    const std::uint64_t reaches = p.arrival + kLatency;
    leave_before(p.arrival);
    inside[p.destination].push_back(known.size());
    if (soon == kLatency && p.beats == 3 && ideal.all_of(3))
      known.push_back(ideal.arrived(p.destination, ideal.slot(reaches)));
    else if (soon == kLatency && p.beats == 1)
      known.push_back(ideal.arrived(p.destination, p.beats, reaches));
    else
      known.push_back(ideal.arrived(p.destination, p.beats, {reaches, reaches, p.arrival + soon}));
  }
  leave_before(1000000);
  for (const auto& left : inside) CHECK(left.empty());
}

TEST_CASE("packets that overtake each other on their way are those of the switch simulated cycle by cycle",
          "[host][measure]") {
  RandomStream random(GENERATE(1, 2, 3, 4), StreamPurpose::Length, 0);
  const std::vector<unsigned> period = GENERATE(std::vector<unsigned>{1, 1}, std::vector<unsigned>{2, 5});
  const unsigned longest = GENERATE(1U, 4U);
  const bool expected = GENERATE(false, true);
  constexpr std::uint64_t kSoon = 3;
  std::vector<Packet> packets;  // `arrival`: with the latency of the packet by itself
  std::vector<std::uint64_t> now;
  for (std::uint64_t cycle = 0; packets.size() < 2000; cycle += random.below(3)) {
    packets.push_back({0, random.below(2), 1 + random.below(longest), cycle + kSoon + random.below(20)});
    now.push_back(cycle);
  }
  IdealOutputs ideal(period);
  if (expected) ideal.expect(1);
  std::vector<std::uint64_t> names;
  for (std::size_t n = 0; n < packets.size(); ++n) {
    const Packet& p = packets[n];
    const std::uint64_t soon = now[n] + kSoon;
    names.push_back(p.beats == 1 && ideal.all_of(1)
                        ? ideal.arrived(p.destination, ideal.slot(soon), p.arrival, soon)
                        : ideal.arrived(p.destination, p.beats, {p.arrival, soon, soon}));
  }
  std::vector<std::size_t> order(packets.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return packets[a].arrival < packets[b].arrival; });
  std::vector<Packet> reached, ranked = packets;
  for (const std::size_t n : order) reached.push_back(packets[n]);
  for (std::size_t n = 0; n < ranked.size(); ++n) ranked[n].arrival = now[n] + kSoon;
  const Naive by_packet(reached, period, 0), by_rank(ranked, period, 0);
  // They leave in the order in which they came, each 1000 cycles late.
  std::vector<std::uint64_t> first(packets.size());
  for (std::size_t n = 0; n < order.size(); ++n) first[order[n]] = by_packet.first[n];
  std::vector<std::size_t> sent(period.size());
  for (std::size_t n = 0; n < packets.size(); ++n) {
    const Packet& p = packets[n];
    sent[p.destination] += p.beats;
    const std::uint64_t last = by_rank.beats[p.destination][sent[p.destination] - 1];
    const auto lag = ideal.left(p.destination, p.beats, names[n], first[n] + 1000, last + 7);
    REQUIRE(lag.of_packet == 1000);
    REQUIRE(lag.by_rank == 7);
  }
}

TEST_CASE("ranks are those of beats that reach their output before others that have come before them",
          "[host][measure]") {
  RandomStream random(GENERATE(1, 2, 3, 4), StreamPurpose::Length, 0);
  const std::vector<unsigned> period = GENERATE(std::vector<unsigned>{1, 1}, std::vector<unsigned>{2, 5});
  const unsigned even = GENERATE(0U, 50U);       // so many of two beats come first
  const std::uint64_t late = GENERATE(1U, 60U);  // the real switch has that much more latency
  std::vector<Packet> packets;                   // `arrival`: at the output
  std::vector<std::uint64_t> now;
  for (std::uint64_t cycle = 0; packets.size() < 1000; cycle += random.below(5)) {
    const unsigned beats = packets.size() < even ? 2 : 1 + random.below(4);
    packets.push_back({0, random.below(2), beats, cycle + 1 + std::uint64_t{3} * beats});
    now.push_back(cycle);
  }
  std::vector<Packet> reached = packets;
  std::stable_sort(reached.begin(), reached.end(),
                   [](const Packet& a, const Packet& b) { return a.arrival < b.arrival; });
  const Naive naive(reached, period, 0);
  IdealOutputs ideal(period);
  if (even != 0) ideal.expect(2);
  // Packets leave in the order in which they reach their outputs, as soon as that is known.
  std::size_t next = 0;
  std::vector<std::size_t> sent(period.size());
  for (std::size_t n = 0; next < packets.size();) {
    const Packet& p = reached[next];
    const std::uint64_t last = naive.beats[p.destination][sent[p.destination] + p.beats - 1] + late;
    if (n < packets.size() && now[n] <= last) {
      ideal.rank(packets[n].destination, packets[n].beats, packets[n].arrival);
      ++n;
      continue;
    }
    REQUIRE(ideal.left(p.destination, p.beats, last) == static_cast<std::int64_t>(late));
    sent[p.destination] += p.beats;
    ++next;
  }
}

TEST_CASE("packets in another order are early and late, ranks never early", "[host][measure]") {
  IdealOutputs ideal({1, 1, 0});
  const auto in_first = ideal.arrived(1, 10, {1, 1, 0});  // leaves in 1..10
  const auto in_second = ideal.arrived(1, 2, {1, 1, 0});  // leaves in 11..12
  const auto shorter = ideal.left(1, 2, in_second, 1, 2);
  CHECK(shorter.of_packet == -10);
  CHECK(shorter.by_rank == 0);
  const auto longer = ideal.left(1, 10, in_first, 4, 13);
  CHECK(longer.of_packet == 3);
  CHECK(longer.by_rank == 1);
  // What leaves before it can have arrived is seen.
  const auto late = ideal.arrived(0, 1, {9, 9, 0});
  CHECK(ideal.left(0, 1, late, 8, 8).by_rank == -1);
}

TEST_CASE("a pause after a packet that leaves is not before it", "[host][measure]") {
  IdealOutputs ideal({1});
  const auto in_3 = ideal.arrived(0, 2, {3, 3, 0});     // in 3..4
  const auto in_10 = ideal.arrived(0, 1, {10, 10, 0});  // in 10, known as the first one leaves
  CHECK(ideal.left(0, 2, in_3, 11, 12).by_rank == 8);
  CHECK(ideal.left(0, 1, in_10, 13, 13).by_rank == 3);
}

TEST_CASE("an output's links move a beat in every so many cycles", "[host][measure]") {
  IdealOutputs ideal({4});
  const auto packet = ideal.arrived(0, 2, {5, 5, 0});  // in 8 and 12
  CHECK(ideal.left(0, 2, packet, 8, 12).of_packet == 0);
  CHECK(ideal.on_link(0, 5, 16) == 8);
  CHECK(ideal.on_link(0, 5, 18) == 5);
}

TEST_CASE("a lost packet takes its turn at the ideal switch", "[host][measure]") {
  IdealOutputs ideal({1, 1, 0});
  const auto lost = ideal.arrived(0, 5, {1, 1, 0});
  const auto next = ideal.arrived(0, 1, {2, 2, 0});
  ideal.lost(0, lost);
  CHECK(ideal.lost_packets() == 1);
  CHECK(ideal.left(0, 1, next, 8, 8).of_packet == 2);
}

TEST_CASE("a packet that is whole first goes first", "[host][measure]") {
  IdealOutputs ideal({1, 1, 0});
  const auto in_21 = ideal.arrived(1, 20, {21, 21, 0});
  const auto in_4 = ideal.arrived(1, 2, {4, 4, 0});
  CHECK(ideal.left(1, 2, in_4, 4, 5).of_packet == 0);
  const auto longer = ideal.left(1, 20, in_21, 22, 41);
  CHECK(longer.of_packet == 1);
  CHECK(longer.by_rank == 1);
}
