// SPDX-License-Identifier: Apache-2.0
// Hosts that pause: the headroom is used to the last beat, and a beat less loses packets.
#include <algorithm>

#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

/// Packets for output 0, which takes a beat in 1000 cycles, hold up all others for long: nothing leaves an
/// input meanwhile. Host 0 hears of its pauses as slowly, and is no part of what follows.
const Keys kStuck{
    {"ports", "4"},        {"load", "1"},        {"packet", "3"},         {"flow", "pfc"},
    {"host-cable", "5"},   {"pause-beats", "2"}, {"pause-response", "4"}, {"output-period", "0:1000"},
    {"cycles", "1000000"}, {"warmup", "0"},      {"depth", "64"}};
constexpr std::uint64_t kHeadroom = 2 * 5 + 4 + 3 + 3 + 2 - 2;

std::uint64_t most_but_first(const std::vector<std::uint64_t>& by_input) {
  return *std::max_element(by_input.begin() + 1, by_input.end());
}

}  // namespace

TEST_CASE("pauses keep a switch from losing anything with the headroom of the formula, and not with less",
          "[results]") {
  for (const char* engine : {"fast", "systemc"}) {
    const PauseResult enough =
        *measured(kStuck, {{"engine", engine}, {"headroom", std::to_string(kHeadroom)}}).pause;
    CHECK(most_but_first(enough.overshoot_by_input) == kHeadroom);
    CHECK(most_but_first(enough.overflowed_by_input) == 0);
    CHECK(enough.frames > 100);
    const PauseResult less =
        *measured(kStuck, {{"engine", engine}, {"headroom", std::to_string(kHeadroom - 1)}}).pause;
    CHECK(most_but_first(less.overflowed_by_input) > 0);
  }
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
