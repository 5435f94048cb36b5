// SPDX-License-Identifier: Apache-2.0
#include "host/run/point_facts.h"

#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

PointFacts facts_with(Keys keys) {
  keys["engine"] = "fast";
  return facts_of(resolve(config_of(keys)));
}

}  // namespace

TEST_CASE("the memory of a switch is that of all its queues, and of all switches of a network", "[host]") {
  const auto memory = [](Keys keys) {
    keys.merge(Keys("ports 4, depth 100"));
    return facts_with(keys).memory_bytes;
  };
  CHECK(memory({}) == 4 * 100 * 8);
  CHECK(memory("width 256") == 4 * 100 * 32);
  CHECK(memory("window 2") == 4 * 100 * 8);
  CHECK(memory("switch voq") == 4 * 100 * 8);
  CHECK(memory("switch voq, speedup 2") == 2 * 4 * 100 * 8);
  CHECK(memory("switch shared") == (100 + 8 * 8) * 8);  // and 8 words of 8 beats
  CHECK(memory("switch output") == (4 * 100 + 8 * 8) * 8);
  for (const char* name : {"crosspoint", "cicq-lqf"}) {
    CHECK(memory({{"switch", name}, {"crosspoint-depth", "3"}, {"packet", "1..5"}}) ==
          (4 * 100 + 16 * 15) * 8);
    CHECK(memory({{"switch", name}, {"pipeline", "1"}}) == (4 * 100 + 16 * 16) * 8);
    // A crosspoint's classes are parts of one RAM, of 8 beats each.
    CHECK(memory({{"switch", name}, {"pipeline", "1"}, {"classes", "3"}}) == (3 * 4 * 100 + 16 * 3 * 8) * 8);
  }
  CHECK(facts_with("topology two-switches(2,3), depth 100").memory_bytes == (3 + 4) * 100 * 8);
}

TEST_CASE("lengths of packets are known in beats, and in bytes where they are given so", "[host]") {
  const PointFacts bytes = facts_with("packet 64B..1518B, gap 20B");
  CHECK(bytes.least_beats == 8);
  CHECK(bytes.most_beats == 190);
  CHECK(bytes.least_bytes == 64);
  CHECK(bytes.most_bytes == 1518);
  CHECK(bytes.gap_bytes == 20);
  const PointFacts beats = facts_with("packet 3..9");
  CHECK(beats.least_beats == 3);
  CHECK(beats.most_beats == 9);
  CHECK_FALSE(beats.least_bytes);
  const PointFacts classes =
      facts_with({{"classes", "3"}, {"packet", "12"}, {"class-packet", "0:6,2:9..20"}});
  CHECK(classes.least_beats == 6);
  CHECK(classes.most_beats == 20);
  const PointFacts all_own = facts_with({{"classes", "2"}, {"packet", "12"}, {"class-packet", "0:6,1:9"}});
  CHECK(all_own.least_beats == 6);  // none has 12
  CHECK(all_own.most_beats == 9);
  const PointFacts overrun = facts_with("traffic overrun, flow pfc, packet 8");
  CHECK(overrun.least_beats == 1);  // where an input fills
  CHECK(overrun.most_beats == 8);
  const PointFacts frames = facts_with("schedule shift, cluster tam-326");
  CHECK(frames.least_beats == 190);
  CHECK(frames.most_beats == 190);
}

TEST_CASE("the rate of a link follows from its width and the clock, which is given or the usual one",
          "[host]") {
  CHECK_FALSE(facts_with({}).clock_given);
  CHECK(facts_with({}).link_gbps == Approx(10));
  CHECK(facts_with("clock 200, width 512").link_gbps == Approx(102.4));
  CHECK(facts_with("clock 200").clock_given);
  CHECK_FALSE(facts_with("packet 64B").clock_given);  // which says nothing of the clock
  const PointFacts fast = facts_with("clock 100Gbps, switch voq, speedup 2");
  CHECK(fast.clock_mhz == Approx(3125));  // two cycles a beat
  CHECK(fast.link_gbps == Approx(100));
  CHECK(facts_with("schedule shift, cluster tam-326").link_gbps == Approx(.1));
}

TEST_CASE("a link of a switch with a speed-up has half of the clock, which may be the usual one", "[host]") {
  const auto link = [](Keys keys) {
    const RunConfig config = config_of(keys);
    return fact_lines(config, facts_of(resolve(config))).at(1).second;
  };
  CHECK(link("engine fast") == "10 Gb/s: 64 bits at 156.25 MHz, the usual clock");
  CHECK(link("engine fast, clock 200") == "12.8 Gb/s: 64 bits at 200 MHz");
  CHECK(link("engine fast, switch voq, speedup 2") ==
        "5 Gb/s: 64 bits at 78.125 MHz, half of the usual clock");
  CHECK(link("engine fast, switch voq, speedup 2, clock 200") ==
        "6.4 Gb/s: 64 bits at 100 MHz, half of the switch's clock");
}

TEST_CASE("packets that share words of a memory are named, since they wait for each other", "[host]") {
  const auto is_named = [](const char* name, const char* packet) {
    const RunConfig config = config_of({{"engine", "fast"}, {"switch", name}, {"packet", packet}});
    const auto lines = fact_lines(config, facts_of(resolve(config)));
    return lines.back().first == "short packets" &&
           lines.back().second.find("of 32 beats") != std::string::npos;
  };
  CHECK(is_named("output", "1"));
  CHECK(is_named("shared", "15..64"));
  CHECK_FALSE(is_named("shared", "16"));
  CHECK_FALSE(is_named("voq", "1"));
}
