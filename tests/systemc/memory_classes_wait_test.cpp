// SPDX-License-Identifier: Apache-2.0
// How long a packet of one beat of a high class waits beside a low one that always sends.
#include <algorithm>
#include <cstdint>

#include "systemc/memory_switch_pipe_classes.h"
#include "tests/catch.h"
#include "tests/systemc/memory_classes_bench.h"

using namespace xb::twin;

namespace {

/// Input 0 sends packets of one class to output 0 without a gap; none: of 0 beats. Those of the other class
/// come one by one.
struct Storm {
  unsigned ports, beats, high_input, high_output;
  bool stalls = false;  // output 0 takes nothing
  Service service = Service::Strict;
  unsigned of_class = 0;  // the other one is that of the single packets
};

constexpr unsigned kForEver = 2000;  // cycles

/// Cycles from the offer of such a packet to its delivery, in which it came.
template <class Switch>
class Beside {
 public:
  /// `phase`: of the storm to the turns, and in it.
  Beside(const Storm& storm, unsigned phase)
      : storm_(storm), bench_(storm.ports, 2, settings(storm.service)) {
    for (unsigned n = phase % storm.ports; n > 0; --n) cycle(false);
    for (unsigned n = (storm.stalls ? 2000 : 40 * storm.ports) + phase / storm.ports; n > 0; --n) cycle(true);
    if (storm.stalls) bench_.queue[0].clear();
  }

  unsigned wait() {
    const unsigned before = delivered_;
    unsigned waited = 0;
    bool offered = false;
    bench_.send(storm_.high_input, storm_.high_output, 1 - storm_.of_class, 1);
    while (delivered_ == before && waited < kForEver) {
      offered = offered || bench_.queue[storm_.high_input].front().of_class != storm_.of_class;
      cycle(!storm_.stalls);
      waited += offered ? 1 : 0;
    }
    if (storm_.stalls) REQUIRE(bench_.queue[0].empty());  // it has come into the switch
    return waited;
  }

 private:
  static Settings settings(Service service) {
    Settings settings;
    settings.depth = 1024;
    settings.packet_beats = 80;
    settings.service = service;
    return settings;
  }
  void cycle(bool sends) {
    if (sends && storm_.beats != 0 && bench_.queue[0].size() < 2)
      bench_.send(0, 0, storm_.of_class, storm_.beats);
    bench_.cycle(xb::all_ports(storm_.ports) & ~PortMask{storm_.stalls},
                 [&](unsigned, unsigned c, std::uint64_t, const Side&) {
                   delivered_ += c != storm_.of_class ? 1 : 0;
                 });
  }

  Storm storm_;
  ClassesBench<Switch> bench_;
  unsigned delivered_ = 0;
};

/// The longest, of so many packets that follow each other, in all phases. Short packets share words, so that
/// they have more of them.
template <class Switch>
unsigned longest_wait(const Storm& storm, unsigned packets = 1) {
  const unsigned in_storm = storm.beats >= storm.ports ? storm.beats : 2 * storm.ports * storm.ports;
  unsigned most = 0;
  for (unsigned phase = 0; phase < in_storm * storm.ports; ++phase) {
    Beside<Switch> beside(storm, phase);
    for (unsigned n = 0; n < packets && most < kForEver; ++n) most = std::max(most, beside.wait());
  }
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

constexpr unsigned kFollowing = 4;  // packets

}  // namespace

TEMPLATE_TEST_CASE("a short high packet goes before whole words of a low class at its input", "[systemc]",
                   MemorySwitchClasses, MemorySwitchPipeClasses) {
  for (const unsigned n : {4U, 8U}) {
    for (const unsigned beats : {n - 1, n, n + 1, n + 2, 2 * n - 1, 2 * n, 2 * n + 1, 3 * n, 4 * n}) {
      CAPTURE(n, beats);
      CHECK(added_at_input<TestType>(n, beats) == (beats < n ? n : 0));
    }
  }
}

TEMPLATE_TEST_CASE("a short high packet behind another one waits at its input for 16 turns of a low class",
                   "[systemc]", MemorySwitchClasses, MemorySwitchPipeClasses) {
  for (const unsigned n : {4U, 8U}) {
    CHECK(longest_wait<TestType>({n, n, 0, 1}, kFollowing) == 16 * n);  // each turn has a word
    for (const unsigned beats : {1U, n - 1, n + 1, 2 * n, 2 * n + 1, 3 * n}) {
      CAPTURE(n, beats);
      CHECK(longest_wait<TestType>({n, beats, 0, 1}, kFollowing) < 17 * n);
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

TEST_CASE("a short high packet waits at an output for 16 words of a low class that last", "[systemc]") {
  for (const unsigned n : {4U, 8U}) {
    for (const unsigned beats : {1U, n - 1, n, n + 1, 2 * n, 2 * n + 1, 3 * n}) {
      CAPTURE(n, beats);
      CHECK(longest_wait<MemorySwitchClasses>({n, beats, 1, 0}, kFollowing) <= 25 * n);
    }
    for (const unsigned beats : {1U, n, 2 * n, 3 * n})
      CHECK(added_at_output<MemorySwitchClasses>(n, beats) < 3 * n);
    CHECK(longest_wait<MemorySwitchClasses>({n, n, 1, 0}, kFollowing) == 17 * n);
    CHECK(longest_wait<MemorySwitchClasses>({n, 3 * n, 1, 0}, kFollowing) == 25 * n);  // two words a packet
  }
}

TEMPLATE_TEST_CASE("a word of a low class that a full queue refuses holds no short high packets of its input",
                   "[systemc]", MemorySwitchClasses, MemorySwitchPipeClasses) {
  CHECK(longest_wait<TestType>({4, 4, 0, 1, true}, kFollowing) ==
        longest_wait<TestType>({4, 0, 0, 1, true}, kFollowing));
}

TEMPLATE_TEST_CASE("dwrr: a short packet of either class waits at an output as with strict priority at most",
                   "[systemc]", MemorySwitchClasses, MemorySwitchPipeClasses) {
  for (const unsigned n : {4U, 8U}) {
    for (const unsigned storm : {0U, 1U}) {
      for (const unsigned beats : {1U, n - 1, n, n + 1, 2 * n, 3 * n}) {
        CAPTURE(n, storm, beats);
        CHECK(longest_wait<TestType>({n, beats, 1, 0, false, Service::Dwrr, storm}, kFollowing) <= 25 * n);
      }
    }
    CHECK(longest_wait<TestType>({n, n, 0, 1, false, Service::Dwrr}, kFollowing) == 16 * n);
  }
}
