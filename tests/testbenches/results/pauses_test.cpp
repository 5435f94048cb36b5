// SPDX-License-Identifier: Apache-2.0
// Hosts that pause: the headroom is used to the last beat, and a beat less loses packets.
#include <algorithm>

#include "tests/catch.h"
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
    return *measured({{"ports", "8"},
                      {"load", "1"},
                      {"packet", "1.." + std::to_string(longest)},
                      {"flow", "pfc"},
                      {"host-cable", std::to_string(host_cable)},
                      {"pause-beats", std::to_string(pause_beats)},
                      {"pause-response", std::to_string(pause_response)},
                      {"output-period", "0:" + std::to_string(period)},
                      {"cycles", "500000"},
                      {"warmup", "0"},
                      {"depth", "40"},
                      {"headroom", std::to_string(beats)},
                      {"engine", engine}})
                .pause;
  }
};

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
  CHECK_THROWS_WITH(configured({{"flow", "pfc"}, {"receiver-stall", "0.1"}}),
                    "receiver-stall: '0.1' is not allowed; allowed: 0 with flow pfc, or an output-period");
  CHECK_NOTHROW(configured({{"flow", "pfc"}, {"output-period", "2"}}));
}

TEST_CASE("pauses are the same on systemc", "[results]") {
  const Stuck stuck{5, 2, 4, 3, 25};
  const PauseResult fast = stuck.with_headroom(19, "fast"), systemc = stuck.with_headroom(19, "systemc");
  CHECK(systemc.frames == fast.frames);
  CHECK(systemc.overflowed_by_input == fast.overflowed_by_input);
  CHECK(systemc.paused_by_input == fast.paused_by_input);
}

TEST_CASE("pauses hold packets for idle outputs, as one buffer for all outputs does", "[results]") {
  const Keys keys{{"ports", "4"},  {"load", ".9"},  {"packet", "3"},
                  {"flow", "pfc"}, {"depth", "64"}, {"host-cable", "5"}};
  const RunResult fifo = measured(keys, {{"output-period", "0:4"}});
  CHECK(fifo.pause->paused > 0.2);
  CHECK(fifo.pause->victims > 0.05);
  CHECK(fifo.pause->overflowed_packets == 0);
  CHECK(fifo.throughput.mean < 0.6);
  const RunResult idle = measured(keys, {{"load", ".2"}});
  CHECK(idle.pause->frames == 0);
  CHECK(idle.pause->paused == 0);
}
