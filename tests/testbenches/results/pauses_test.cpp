// SPDX-License-Identifier: Apache-2.0
// Hosts that pause: the headroom is used to the last beat, and a beat less loses packets.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

/// Packets for output 0, which takes a beat in `period` cycles, hold up all others: nothing leaves an input
/// meanwhile. Host 0 hears of its pauses as slowly, and is no part of what follows. Packets of several
/// lengths come in any phase.
struct Stuck {
  unsigned host_cable, pause_beats, pause_response, longest, period;

  [[nodiscard]] unsigned formula() const {
    return 2 * host_cable + pause_response + longest + longest + pause_beats - 2;
  }
  [[nodiscard]] PauseResult with_headroom(unsigned beats, const std::string& engine) const {
    return *measured(
                fmt::format(
                    "ports 8, load 1, packet 1..{}, flow pfc, host-cable {}, pause-beats {}, "
                    "pause-response {}, output-period 0:{}, cycles 500000, warmup 0, depth 40, headroom {}, "
                    "engine {}",
                    longest, host_cable, pause_beats, pause_response, period, beats, engine))
                .pause;
  }
};

std::string refused(const Keys& keys) {
  return message_of<InputError>([&] { configured(keys); });
}

std::uint64_t most_but_first(const std::vector<std::uint64_t>& by_input) {
  return *std::max_element(by_input.begin() + 1, by_input.end());
}

}  // namespace

TEST_CASE("a switch uses the headroom of the formula, loses nothing, and loses packets with a beat less",
          "[results]") {
  for (const Stuck& stuck : {Stuck{2, 1, 1, 2, 20}, Stuck{1, 3, 2, 2, 30}, Stuck{5, 2, 4, 3, 25}}) {
    CAPTURE(stuck.host_cable);
    const PauseResult enough = stuck.with_headroom(stuck.formula(), "fast");
    CHECK(most_but_first(enough.overshoot_by_input) == stuck.formula());
    CHECK(most_but_first(enough.overflowed_by_input) == 0);
    const PauseResult less = stuck.with_headroom(stuck.formula() - 1, "fast");
    CHECK(most_but_first(less.overflowed_by_input) > 0);
  }
}

TEST_CASE("receivers that stall at random have no headroom", "[results]") {
  CHECK_THROWS_WITH(configured("flow pfc, receiver-stall 0.1"),
                    "receiver-stall: '0.1' is not allowed; allowed: 0 with flow pfc, or an output-period");
  CHECK_NOTHROW(configured("flow pfc, output-period 2"));
}

TEST_CASE("pauses are the same on systemc", "[results]") {
  const Stuck stuck{5, 2, 4, 3, 25};
  const PauseResult fast = stuck.with_headroom(19, "fast"), systemc = stuck.with_headroom(19, "systemc");
  CHECK(systemc.frames == fast.frames);
  CHECK(systemc.overflowed_by_input == fast.overflowed_by_input);
  CHECK(systemc.paused_by_input == fast.paused_by_input);
}

TEST_CASE("pauses hold packets for idle outputs, as one buffer for all outputs does", "[results]") {
  const Keys keys = "ports 4, load .9, packet 3, flow pfc, depth 64, host-cable 5";
  const RunResult fifo = measured(keys, "output-period 0:4");
  CHECK(fifo.pause->paused > 0.2);
  CHECK(fifo.pause->victims.value() > 0.05);
  CHECK(fifo.pause->overflowed_packets == 0);
  CHECK(fifo.throughput.mean < 0.6);
  const RunResult idle = measured(keys, "load .2");
  CHECK(idle.pause->frames == 0);
  CHECK(idle.pause->paused == 0);
}

TEST_CASE("pauses are counted in the window, as beats are", "[results]") {
  // A host sends a beat in every cycle in which it is not paused. A full input takes 1000 cycles to drain.
  const RunResult r = measured(
      "ports 4, traffic permutation, load 1, flow pfc, depth 512, output-period 2, warmup 20000, cycles "
      "20000");
  CHECK(r.cycles > 40900);
  CHECK(r.throughput.mean < 0.4);
  CHECK(1 - r.pause->paused == Approx(r.throughput.mean).margin(0.001));
}

TEST_CASE("victims of a class that pauses are those of the same packets without classes", "[results]") {
  const Keys keys =
      "ports 4, load .9, packet 3, flow pfc, depth 64, host-cable 5, output-period 0:4, cycles 20000";
  const RunResult alone = measured(keys);
  const RunResult r = measured(keys, "classes 2, class-load 0:.9,1:0");
  CHECK(alone.pause->victims.value() > 0.05);
  CHECK(r.classes.at(0).pause->frames == alone.pause->frames);
  CHECK(r.classes.at(0).pause->paused == alone.pause->paused);
  // Without classes an output that sends is seen a cycle later.
  CHECK(r.classes.at(0).pause->victims.value() == Approx(alone.pause->victims.value()).margin(0.002));
  CHECK(r.classes.at(1).pause->victims == 0);
}

TEST_CASE("storms are hosts that pause for more than a share of some cycles, each counted once",
          "[results]") {
  const Keys keys =
      "ports 4, load .9, packet 3, flow pfc, depth 64, host-cable 5, output-period 0:4, warmup 5000, "
      "cycles 20000";
  CHECK_FALSE(measured(keys).pause->storms.has_value());
  CHECK(measured(keys, "pause-storm 0.1:10000").pause->storms == 4U);  // all hosts, from end to end
  CHECK(measured(keys, "pause-storm 1:10000").pause->storms == 0U);
  CHECK(measured(keys, "pause-storm 0.9:20").pause->storms > 4U);
}

TEST_CASE("flow by class: a storm of a class that pauses takes nothing from one that does not", "[results]") {
  const Keys keys =
      "ports 4, classes 2, packet 2, class-load 0:.9,1:.2, depth 64, class-heads offer, host-cable 5, "
      "flow 0:pfc,1:drop, cycles 20000";
  const RunResult r = measured(keys);
  REQUIRE(r.classes.at(0).pause);
  CHECK_FALSE(r.classes.at(1).pause);
  CHECK(r.classes.at(0).pause->paused > 0.2);
  CHECK(r.classes.at(0).loss == 0);
  CHECK(r.pause->overflowed_packets == 0);
  CHECK(r.classes.at(1).throughput.mean == Approx(0.2).margin(0.02));
  // Without room the one that discards loses packets, and still no other does.
  const RunResult small = measured(keys, "class-load 0:.9,1:.8, depth 24");
  CHECK(small.classes.at(1).loss > 0.01);
  CHECK(small.classes.at(0).loss == 0);
  CHECK(measured(keys, "engine systemc").pause->paused_by_input == r.pause->paused_by_input);
}

TEST_CASE("flow by class: on every switch a class pauses while another one loses packets", "[results]") {
  using Form = std::tuple<const char*, int, int>;
  for (const auto& [architecture, pipeline, depth] :
       {Form{"voq", 0, 32}, Form{"crosspoint", 0, 32}, Form{"cicq-lqf", 0, 32}, Form{"output", 0, 96},
        Form{"input", 1, 32}, Form{"crosspoint", 1, 80}}) {
    INFO(architecture << pipeline);
    const Keys keys = fmt::format(
        "switch {}, pipeline {}, ports 4, classes 2, packet 4, class-load 0:.9,1:.9, depth {}, "
        "host-cable 5, flow 0:pfc,1:drop, cycles 4000",
        architecture, pipeline, depth);
    const RunResult r = measured(keys);
    CHECK(r.classes.at(0).pause->paused > 0.2);
    CHECK(r.pause->overflowed_packets == 0);
    CHECK(r.classes.at(0).loss == 0);
    CHECK(r.classes.at(1).loss > 0);
    CHECK(measured(keys, "engine systemc").pause->paused_by_input == r.pause->paused_by_input);
  }
}

TEST_CASE("credits by class are of every switch", "[results]") {
  using Depth = std::pair<const char*, const char*>;
  for (const auto& [architecture, depth] :
       {Depth("voq", "24"), Depth("crosspoint", "24"), Depth("output", "256"), Depth("shared", "512")}) {
    INFO(architecture);
    const RunResult r =
        measured("ports 4, classes 2, load 1, packet 8, flow 0:cbfc,1:pfc, host-cable 3, cycles 4000",
                 {{"switch", architecture}, {"depth", depth}});
    CHECK(r.classes.at(0).pause->paused > 0.02);
    CHECK(r.pause->overflowed_packets == 0);
  }
}

TEST_CASE("flow by class needs classes and a queue for each, and a twin to discard some of them",
          "[results]") {
  CHECK(mentions(refused("flow 0:pfc"), {"classes 2..8"}));
  CHECK(refused("flow 2:pfc, classes 2") == "flow: '2:pfc' is not allowed; allowed: classes 0..1");
  CHECK(mentions(refused("flow 0:pfc,1:drop, classes 2, engine rtl"), {"engine fast systemc"}));
  CHECK(mentions(refused("flow 0:pfc,1:drop, classes 2, switch shared, sharing pushout"),
                 {"allowed: complete partition dynamic abm with flow 0:pfc,1:drop"}));
  CHECK(mentions(refused("flow pfc, switch shared, ports 4, depth 64, headroom 16"),
                 {"more than the headroom of 16 beats", "for each of 4 parts"}));
  CHECK(refused("flow pfc, depth 60, headroom 5, xoff 30") ==
        "xoff: '30' is not allowed; allowed: 55, or auto: depth less headroom");
  CHECK(refused("flow pfc, depth 60, xoff 61") ==
        "xoff: '61' is not allowed; allowed: 1..60, or auto: depth less headroom");
  for (const char* flow : {"pfc", "cbfc"})
    CHECK(mentions(refused({{"flow", flow}, {"switch", "shared"}, {"ports", "16"}, {"depth", "8"}}),
                   {"depth: '8' is not allowed", "for each of more parts than it has beats"}));
  CHECK(refused("traffic overrun") == "traffic: 'overrun' is not allowed; allowed: with flow pfc");
  const std::string two = "traffic: 'overrun' is not allowed; allowed: with one switch, or two";
  CHECK(mentions(refused({{"traffic", "overrun"}, {"flow", "pfc"}, {"topology", "torus(3,1)"}}), {two}));
  CHECK(mentions(refused("flow cbfc, packet 9, depth 8"), {"room for the longest packet"}));
}

TEST_CASE("credits for 2L + R and a packet give the full rate, half of them half of it", "[results]") {
  // Beats that wait for nobody, so that a credit goes back a cycle after its beat came.
  const auto rate = [](unsigned cable, unsigned response, unsigned packet, unsigned depth) {
    return measured(fmt::format("ports 2, traffic permutation, load 1, packet {}, flow cbfc, host-cable {}, "
                                "pause-response {}, depth {}, warmup 10000, cycles 20000",
                                packet, cable, response, depth))
        .throughput.mean;
  };
  for (const auto& [cable, response] : {std::pair(0U, 1U), std::pair(5U, 3U), std::pair(20U, 10U)}) {
    const unsigned full = 2 * cable + response + 1;
    CAPTURE(full);
    CHECK(rate(cable, response, 1, full) == Approx(1).margin(1e-9));
    CHECK(rate(cable, response, 8, full + 7) == Approx(1).margin(1e-9));
    CHECK(rate(cable, response, 8, full + 6) < 1);
    if (full == 2) continue;  // the least depth
    CHECK(rate(cable, response, 1, full - 1) < 1 - 0.5 / full);
    CHECK(rate(cable, response, 1, full / 2) == Approx(0.5).margin(0.5 / full));
  }
}

TEST_CASE("credits for the full rate of a speed-up count its cycles in beat times", "[results]") {
  // Of voq, which holds a beat for two cycles more.
  for (const unsigned speedup : {1U, 2U}) {
    for (const auto& [cable, response] : {std::pair(0U, 1U), std::pair(3U, 4U), std::pair(5U, 1U)}) {
      const unsigned full = (2 * cable + response + 2 + speedup - 1) / speedup + 8;
      INFO("speed-up " << speedup << " cable " << cable);
      const Keys keys = fmt::format(
          "switch voq, ports 2, speedup {}, traffic permutation, load 1, packet 8, flow cbfc, "
          "host-cable {}, pause-response {}, warmup 2000, cycles 4000",
          speedup, cable, response);
      CHECK(measured(keys, {{"depth", std::to_string(full)}}).throughput.mean == Approx(1).margin(1e-9));
      CHECK(measured(keys, {{"depth", std::to_string(full - 1)}}).throughput.mean < 0.99);
    }
  }
}

TEST_CASE("credits for the full rate of each switch count the cycles that a beat is in it", "[results]") {
  for (const char* const architecture : {"input", "crosspoint", "cicq-lqf", "voq", "output", "shared"}) {
    for (const bool pipeline : {false, true}) {
      const Keys keys{{"ports", "4"},     {"switch", architecture},   {"pipeline", pipeline ? "1" : "0"},
                      {"packet", "1"},    {"traffic", "permutation"}, {"load", "1"},
                      {"warmup", "2000"}, {"cycles", "4000"}};
      const std::uint64_t latency =
          measured(keys, "load 0.01, cycles 50000").latency.max;  // of lone beats, in any cycle
      const std::string name = architecture;
      const bool parts = name == "output" || name == "shared" || (pipeline && name != "input");
      const auto rate = [&](std::uint64_t beats) {
        return measured(keys, {{"flow", "cbfc"},
                               {"host-cable", "8"},
                               {"pause-response", "3"},
                               {"depth", std::to_string(beats * (parts ? 4 : 1))}})
            .throughput.mean;
      };
      const std::uint64_t full = 2 * 8 + 3 + 1 + latency - 1;
      INFO(name << pipeline << " latency " << latency);
      CHECK(rate(full) == Approx(1).margin(1e-9));
      CHECK(rate(full - 1) < 0.99);
    }
  }
}

TEST_CASE("no packet that has credit finds an input full", "[results]") {
  const RunResult r = measured(
      "ports 4, classes 2, load 1, class-packet 0:1..5,1:2, flow 0:cbfc,1:pfc, host-cable 3, "
      "depth 40, cycles 20000");
  REQUIRE(r.classes.at(0).pause);
  CHECK(r.classes.at(0).pause->paused > 0.1);
  CHECK(r.classes.at(0).pause->overflowed_packets == 0);
  CHECK(r.classes.at(0).pause->frames == 0);
  CHECK(r.classes.at(1).pause->overflowed_packets == 0);
}
