// SPDX-License-Identifier: Apache-2.0
// How long a packet of one beat of a high class waits beside a low one that always sends.
#include <algorithm>
#include <cstdint>

#include "systemc/memory_switch_pipe_classes.h"
#include "tests/catch.h"
#include "tests/systemc/memory_classes_bench.h"

using namespace xb::twin;

namespace {

/// Input 0 sends packets of class 0 to output 0 without a gap; none: of 0 beats. A packet of class 1 comes
/// once.
struct Storm {
  unsigned ports, beats, high_input, high_output;
  bool stalls = false;  // output 0 takes nothing
};

constexpr unsigned kForEver = 2000;  // cycles

/// Cycles from its offer to its delivery, in which it came; `phase`: of the storm to the turns, and in it.
template <class Switch>
unsigned wait_beside(const Storm& storm, unsigned phase) {
  Settings settings;
  settings.depth = 1024;
  settings.packet_beats = 80;
  ClassesBench<Switch> bench(storm.ports, 2, settings);
  unsigned delivered = 0, waited = 0;
  bool offered = false;
  const auto cycle = [&](bool sends) {
    if (sends && storm.beats != 0 && bench.queue[0].size() < 2) bench.send(0, 0, 0, storm.beats);
    bench.cycle(xb::all_ports(storm.ports) & ~PortMask{storm.stalls},
                [&](unsigned, unsigned c, std::uint64_t, const Side&) { delivered += c; });
  };
  for (unsigned n = phase % storm.ports; n > 0; --n) cycle(false);
  for (unsigned n = (storm.stalls ? 2000 : 40 * storm.ports) + phase / storm.ports; n > 0; --n) cycle(true);
  if (storm.stalls) bench.queue[0].clear();
  bench.send(storm.high_input, storm.high_output, 1, 1);
  while (delivered == 0 && waited < kForEver) {
    offered = offered || bench.queue[storm.high_input].front().of_class == 1;
    cycle(!storm.stalls);
    waited += offered ? 1 : 0;
  }
  if (storm.stalls) REQUIRE(bench.queue[0].empty());  // it has come into the switch
  return waited;
}

/// The longest, of all phases. Short packets share words, so that they have more of them.
template <class Switch>
unsigned longest_wait(const Storm& storm) {
  const unsigned in_storm = storm.beats >= storm.ports ? storm.beats : 2 * storm.ports * storm.ports;
  unsigned most = 0;
  for (unsigned phase = 0; phase < in_storm * storm.ports && most < kForEver; ++phase)
    most = std::max(most, wait_beside<Switch>(storm, phase));
  return most;
}

/// What the storm adds where it shares the input alone, or the output alone.
template <class Switch>
unsigned added_at_input(unsigned ports, unsigned beats) {
  return longest_wait<Switch>({ports, beats, 0, 1}) - longest_wait<Switch>({ports, 0, 0, 1});
}
template <class Switch>
unsigned added_at_output(unsigned ports, unsigned beats) {
  return longest_wait<Switch>({ports, beats, 1, 0}) - longest_wait<Switch>({ports, 0, 1, 0});
}

}  // namespace

TEST_CASE("a short high packet waits at its input for a turn that whole words of a low class leave",
          "[systemc]") {
  for (const unsigned n : {4U, 8U}) {
    CAPTURE(n);
    CHECK(added_at_input<MemorySwitchClasses>(n, n - 1) == 2 * n - 1);
    CHECK(added_at_input<MemorySwitchClasses>(n, n + 1) == n * n - n - 1);
    CHECK(added_at_input<MemorySwitchClasses>(n, 2 * n) == n - 1);
    CHECK(added_at_input<MemorySwitchClasses>(n, 2 * n + 1) == 2 * (n * n - n - 1));
    CHECK(added_at_input<MemorySwitchClasses>(n, 4 * n) == n - 1);
    // In the cycles of N packets there are more turns than words.
    for (const unsigned beats : {n + 1, n + 2, 2 * n - 1, 3 * n}) {
      CAPTURE(beats);
      CHECK(added_at_input<MemorySwitchClasses>(n, beats) < n * beats);
      CHECK(added_at_input<MemorySwitchPipeClasses>(n, beats) < n * beats);
    }
  }
}

TEST_CASE("a short high packet waits at an output of the pipelined switch for a low packet or word under way",
          "[systemc]") {
  for (const unsigned n : {4U, 8U}) {
    for (const unsigned beats : {1U, n - 1, n, n + 1, 2 * n, 2 * n + 1, 3 * n}) {
      CAPTURE(n, beats);
      const unsigned added = added_at_output<MemorySwitchPipeClasses>(n, beats);
      CHECK(added < std::max(beats, 2 * n));
      if (beats > n && beats % n == 1) CHECK(added == beats - 1);
    }
  }
}

TEST_CASE("a short high packet waits as long as low ones fill all turns of its input or output",
          "[systemc]") {
  for (const unsigned n : {4U, 8U}) {
    CHECK(longest_wait<MemorySwitchClasses>({n, n, 0, 1}) == kForEver);
    CHECK(longest_wait<MemorySwitchPipeClasses>({n, n, 0, 1}) == kForEver);
    // At an output the words of these lengths last, and the high one's does not.
    for (const unsigned beats : {1U, n, 3 * n})
      CHECK(longest_wait<MemorySwitchClasses>({n, beats, 1, 0}) == kForEver);
  }
}

TEST_CASE("a word of a low class that a full queue refuses holds short high packets of its input",
          "[systemc]") {
  CHECK(longest_wait<MemorySwitchClasses>({4, 0, 0, 1, true}) < kForEver);
  CHECK(longest_wait<MemorySwitchClasses>({4, 4, 0, 1, true}) == kForEver);
}
