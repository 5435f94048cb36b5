// SPDX-License-Identifier: Apache-2.0
// Traffic classes of the memory switches: whole packets, each flow and class in order, nothing lost but what
// is counted; no class holds another; who is served first, and how much of each.
#include <array>
#include <cstdlib>
#include <deque>
#include <optional>
#include <vector>

#include "host/base/random.h"
#include "systemc/memory_switch_pipe_classes.h"
#include "tests/catch.h"
#include "tests/systemc/memory_classes_bench.h"

using namespace xb::twin;

namespace {

Settings settings_of(Service service, std::uint64_t weights = 0x0101010101010101) {
  Settings s;
  s.depth = 1024;
  s.service = service;
  s.weights = weights;
  s.packet_beats = 40;
  return s;
}

/// Random packets, gaps and stalls; then everything comes out, or has been counted as lost.
template <class Switch>
void check_random(unsigned ports, unsigned classes, bool per_output, const Settings& settings,
                  Sharing sharing = Sharing::Complete) {
  ClassesBench<Switch> bench(ports, classes, settings, per_output, 4096, sharing);
  xb::RandomStream random(7, xb::StreamPurpose::Test, ports * 8 + classes);
  std::vector<ClassPacket> packets;
  std::vector<std::uint64_t> last(std::size_t{ports} * ports * classes);  // number + 1 that came last
  std::vector<std::optional<std::size_t>> open(ports);
  std::vector<unsigned> beats(ports);
  std::uint64_t delivered = 0;
  std::vector<unsigned> input_of;
  const auto out = [&](unsigned j, unsigned c, std::uint64_t word, const Side& side) {
    const std::size_t number = word >> 8U;
    REQUIRE(number < packets.size());
    const ClassPacket& packet = packets[number];
    REQUIRE(side.user == !open[j].has_value());
    if (side.user) {
      open[j] = number;
      beats[j] = 0;
      std::uint64_t& before = last[(std::size_t{input_of[number]} * ports + j) * classes + c];
      REQUIRE(number >= before);
      before = number + 1;
    }
    REQUIRE(open[j] == number);
    REQUIRE(packet.destination == j);
    REQUIRE(packet.of_class == c);
    REQUIRE((word & 0xffU) == beats[j]);
    REQUIRE(side.last == (++beats[j] == packet.beats));
    if (!side.last) return;
    open[j].reset();
    ++delivered;
  };
  const PortMask all = xb::all_ports(ports);
  for (unsigned n = 0; n < 30000; ++n) {
    const auto i = random.below(ports);
    if (bench.queue[i].size() < 3) {
      const auto destination = random.below(ports);
      const auto of_class = random.below(classes);
      const unsigned length = 1 + random.below(random.below(2) == 0 ? 3 : settings.packet_beats);
      packets.push_back({packets.size(), destination, of_class, length});
      input_of.push_back(i);
      bench.send(i, destination, of_class, length);
    }
    bench.cycle(n / 1000 % 2 == 0 ? all : random.next() & all, out);
  }
  for (unsigned n = 0; n < 60000; ++n) bench.cycle(all, out);
  std::uint64_t dropped = 0;
  for (unsigned j = 0; j < ports; ++j) {
    dropped += bench.sw.drop_full(j);
    CHECK(bench.sw.occ_beats(j) == 0);
    CHECK(bench.sw.occ_packets(j) == 0);
    for (unsigned c = 0; c < classes; ++c) CHECK(bench.sw.queue_words(j, c) == 0);
  }
  CHECK(bench.sw.pool_words() == 0);
  const bool evicts = sharing == Sharing::PushOut || sharing == Sharing::HeadDrop;
  CHECK((bench.sw.evicted_packets() > 0) == evicts);
  CHECK(bench.sw.evicted_packets() <= dropped);
  CHECK((settings.drop ? dropped > 0 : dropped == 0));
  CHECK(delivered + dropped == packets.size());
}

/// Beats of each class that come out of output 0 once both are backlogged, two inputs a class, until one has
/// no more; calls each(beats) for each.
template <class Bench, class Each>
void serve(Bench& bench, const std::vector<unsigned>& lengths, unsigned packets, Each&& each) {
  for (unsigned c = 0; c < lengths.size(); ++c) {
    for (unsigned n = 0; n < packets; ++n) bench.send(c, 0, c, lengths[c]);
  }
  bench.cycles(2000, 0);
  std::vector<std::int64_t> beats(lengths.size());
  bool more = true;
  while (more) {
    bench.cycle(1, [&](unsigned, unsigned c, std::uint64_t, const Side&) {
      ++beats[c];
      each(beats);
    });
    for (unsigned c = 0; c < lengths.size(); ++c) more = more && !bench.queue[c].empty();
  }
}

}  // namespace

TEMPLATE_TEST_CASE("packets of classes come out of a memory switch whole and in the order of their class",
                   "[systemc]", MemorySwitchClasses, MemorySwitchPipeClasses) {
  const auto service = GENERATE(Service::Strict, Service::Dwrr, Service::StrictDwrr);
  Settings s = settings_of(service, 0x0101010101010203);
  check_random<TestType>(4, 3, true, s);
  s.store_forward = true;
  check_random<TestType>(3, 2, false, s);
  s.depth = 128;
  s.drop = true;
  check_random<TestType>(4, 2, true, s);
  s.sharing = Sharing::Dynamic;
  check_random<TestType>(4, 8, false, s);
}

TEST_CASE("packets that lose their place in memory go whole, and are counted", "[systemc]") {
  const auto rule = GENERATE(Sharing::Dynamic, Sharing::Abm, Sharing::PushOut, Sharing::HeadDrop);
  Settings s = settings_of(Service::Strict);
  s.depth = 160;
  s.drop = true;
  s.sharing = Sharing::Dynamic;
  s.class_alphas = 0x12341234;
  s.drop_bandwidth = 20000;
  check_random<MemorySwitchClasses>(4, 3, false, s, rule);
  check_random<MemorySwitchClasses>(3, 1, false, s, rule);
  s.store_forward = true;
  check_random<MemorySwitchClasses>(4, 2, false, s, rule);
}

TEMPLATE_TEST_CASE("a class that a full queue holds off holds no other", "[systemc]", MemorySwitchClasses,
                   MemorySwitchPipeClasses) {
  Settings s = settings_of(Service::Strict);
  s.depth = 64;
  ClassesBench<TestType> bench(4, 2, s);
  for (unsigned n = 0; n < 50; ++n) bench.send(0, 0, 0, 16);
  bench.cycles(2000, 0xe);  // output 0 takes nothing
  REQUIRE((bench.sw.class_ready(0) & 1U) == 0);
  REQUIRE((bench.sw.class_ready(1) & 1U) == 1);
  CHECK((bench.sw.blocked() & 1U) == 1);
  REQUIRE(bench.queue[0].size() > 10);
  // What the input offers is in the middle of a packet, or its first beat: another link would change over.
  bench.queue[1].clear();
  for (unsigned n = 0; n < 10; ++n) bench.send(1, 0, 1, 16);
  bench.cycles(300, 0xe);
  CHECK(bench.queue[1].size() < 8);
  unsigned high = 0;
  bench.send(2, 1, 0, 5);
  for (unsigned n = 0; n < 200; ++n)
    bench.cycle(0xe, [&](unsigned j, unsigned, std::uint64_t, const Side&) { high += j == 1 ? 1 : 0; });
  CHECK(high == 5);
}

TEMPLATE_TEST_CASE("strict: the lower class waits until the higher one has no more", "[systemc]",
                   MemorySwitchClasses, MemorySwitchPipeClasses) {
  ClassesBench<TestType> bench(4, 2, settings_of(Service::Strict));
  unsigned low = 0, high = 0;
  serve(bench, {16, 16}, 400, [&](const auto& beats) {
    low = static_cast<unsigned>(beats[0]);
    high = static_cast<unsigned>(beats[1]);
  });
  // What had been read when the receiver began, and at most a word for each turn of the higher one's input.
  CHECK(low <= 3 * 8);
  CHECK(high > 5000);
}

TEMPLATE_TEST_CASE("dwrr: backlogged classes share by weight, in beats, within one packet a round",
                   "[systemc]", MemorySwitchClasses, MemorySwitchPipeClasses) {
  const auto [w0, w1] = GENERATE(table<unsigned, unsigned>({{1U, 1U}, {1U, 3U}, {5U, 2U}}));
  CAPTURE(w0, w1);
  ClassesBench<TestType> bench(4, 2, settings_of(Service::Dwrr, w0 | w1 << 8U));
  constexpr std::int64_t kQuantum = 40;  // the longest packet
  const std::int64_t bound = std::int64_t{2} * w0 * w1 * kQuantum;
  std::int64_t worst = 0, total = 0;
  serve(bench, {40, 24}, 1000, [&](const auto& beats) {
    worst = std::max(worst, std::abs(beats[0] * w1 - beats[1] * w0));
    total = beats[0] + beats[1];
  });
  CHECK(total > 20000);
  CHECK(worst <= bound + kQuantum * std::max(w0, w1));
}

TEMPLATE_TEST_CASE("strict+dwrr: the highest class first, the others by weight", "[systemc]",
                   MemorySwitchClasses, MemorySwitchPipeClasses) {
  ClassesBench<TestType> bench(4, 3, settings_of(Service::StrictDwrr, 0x0301));
  std::array<std::int64_t, 3> at_end{};
  serve(bench, {16, 16, 16}, 600,
        [&](const auto& beats) { std::copy(beats.begin(), beats.end(), at_end.begin()); });
  CHECK(at_end[2] > 8000);
  CHECK(at_end[0] + at_end[1] <= 3 * 8);
  ClassesBench<TestType> two(4, 3, settings_of(Service::StrictDwrr, 0x0301));
  serve(two, {16, 16}, 1000,
        [&](const auto& beats) { std::copy(beats.begin(), beats.end(), at_end.begin()); });
  CHECK(std::abs(at_end[1] - 3 * at_end[0]) <= 9 * 40);
}

TEST_CASE("a class that is passed over is due after 16 turns, until it is served", "[systemc]") {
  StarvationGuard guard;
  for (unsigned n = 0; n < 16; ++n, guard.pass()) CHECK_FALSE(guard.due());
  guard.pass();
  CHECK(guard.due());
  guard.serve();
  CHECK_FALSE(guard.due());
}

TEST_CASE("a class whose word lasts goes first, and without one each yields after a short word",
          "[systemc]") {
  ClassYield yields;
  CHECK(yields.choice({0b110}) == 0b110);
  yields.read(2, false, {0b110}, true);
  CHECK(yields.choice({0b110}) == 0b110);
  yields.read(2, true, {0b110}, true);
  CHECK(yields.choice({0b110}) == 0b010);
  CHECK(yields.choice({0b110, 0b100}) == 0b100);
  CHECK(yields.choice({0b100}) == 0b100);
  yields.read(1, false, {0b110}, true);
  CHECK(yields.choice({0b110}) == 0b110);
}

TEST_CASE("after 16 words classes whose word does not last are chosen in turn, where one is needed",
          "[systemc]") {
  ClassYield yields;
  const ClassYield::Words words{0b111, 0b001};
  const auto pass = [&] {
    for (unsigned n = 0; n < 16; ++n) {
      CHECK(yields.choice(words) == 0b001);
      yields.read(0, n % 2 != 0, words, true);
    }
    CHECK(yields.choice({0b111, 0b001, false}) == 0b001);
  };
  pass();
  CHECK(yields.choice(words) == 0b111);
  yields.read(2, true, words, true);
  pass();
  CHECK(yields.choice(words) == 0b011);  // not that which had its turn
  yields.read(1, true, words, true);
  pass();
  CHECK(yields.choice(words) == 0b111);
}

TEST_CASE("a word lasts if it bridges the cycles to the next turn's, and has room", "[systemc]") {
  CHECK_FALSE(ClassYield::lasts(4, 0, 5));
  CHECK(ClassYield::lasts(4, 0, 6));
  CHECK_FALSE(ClassYield::lasts(4, 4, 1));
  CHECK(ClassYield::lasts(4, 5, 8));
  CHECK(ClassYield::lasts(4, 6, 3));
  CHECK_FALSE(ClassYield::lasts(4, 6, 4));
  CHECK_FALSE(ClassYield::lasts(4, 9, 1));
}
