// SPDX-License-Identifier: Apache-2.0
#include "host/nic/host_delay.h"

#include <cmath>
#include <vector>

#include "tests/catch.h"

using namespace xb;

namespace {
constexpr Seconds kClock{1e-9};
}

TEST_CASE("exponential delays have their mean and their spread", "[host]") {
  constexpr int kDraws = 100000;
  DelaySource source(*parse_host_delay("exponential:2us"), kClock, 1, 3);
  double sum = 0;
  int above_mean = 0;
  for (int n = 0; n < kDraws; ++n) {
    const auto delay = static_cast<double>(source.before_send());
    sum += delay;
    above_mean += delay > 2000 ? 1 : 0;
  }
  // Standard deviations of the mean and of the share 1/e; six of each.
  CHECK(std::abs(sum / kDraws - 2000) < 6 * 2000 / std::sqrt(kDraws));
  CHECK(std::abs(above_mean / double{kDraws} - std::exp(-1)) < 6 * 0.483 / std::sqrt(kDraws) + 0.0005);
}

TEST_CASE("hosts have streams of their own, which only the seed changes", "[host]") {
  const HostDelay delay = *parse_host_delay("exponential:1ms");
  const auto first = [&](std::uint64_t seed, unsigned rank) {
    return DelaySource(delay, kClock, seed, rank).before_send();
  };
  CHECK(first(1, 0) == first(1, 0));
  CHECK(first(1, 0) != first(1, 1));
  CHECK(first(1, 0) != first(2, 0));
}

TEST_CASE("a daemon takes the processor for its time once a period", "[host]") {
  // Free all the time and wanted in every cycle: taken in 200 of any 1000.
  DelaySource source(*parse_host_delay("daemon:1us:200ns"), kClock, 7, 0);
  std::uint64_t free_at = 0;
  std::uint64_t taken = 0;
  for (std::uint64_t now = 0; now < 10000; ++now) {
    free_at = source.taken_until(free_at, now);
    taken += free_at > now ? 1 : 0;
  }
  CHECK(taken == 10 * 200);
}

TEST_CASE("a daemon that ran while nobody wanted the processor delays nobody", "[host]") {
  // A phase is below the period: by 1000 + 200 cycles it has run for the first time, and is due again by
  // 2000.
  DelaySource source(*parse_host_delay("daemon:1us:200ns"), kClock, 7, 0);
  std::uint64_t phase = 0;
  DelaySource probe(*parse_host_delay("daemon:1us:200ns"), kClock, 7, 0);
  while (probe.taken_until(phase, phase) <= phase) ++phase;
  REQUIRE(phase < 1000);
  CHECK(source.taken_until(0, phase + 4200) <= phase + 4200);  // the fifth run is just over
  CHECK(source.taken_until(0, phase + 5000) == phase + 5200);
}

TEST_CASE("a daemon that is due waits for the task before it", "[host]") {
  DelaySource source(*parse_host_delay("daemon:1us:200ns"), kClock, 7, 0);
  // A task from before the phase to cycle 2500: the first run, late, then the two more that became due.
  CHECK(source.taken_until(2500, 2500) >= 2700);
}

TEST_CASE("no delay is no delay", "[host]") {
  DelaySource source(HostDelay{}, kClock, 1, 0);
  CHECK(source.before_send() == 0);
  CHECK(source.taken_until(5, 100) == 5);
}

TEST_CASE("paging has its own phase, and runs beside the daemon", "[host]") {
  const Pauses paging = *parse_pauses("1us:100ns");
  const auto taken = [&](const HostDelay& delay, const Pauses& pages) {
    DelaySource source(delay, kClock, 7, 0, pages);
    std::uint64_t free_at = 0;
    std::vector<std::uint64_t> cycles;
    for (std::uint64_t now = 0; now < 10000; ++now) {
      free_at = source.taken_until(free_at, now);
      if (free_at > now) cycles.push_back(now);
    }
    return cycles;
  };
  const HostDelay daemon = *parse_host_delay("daemon:1us:100ns");
  const auto by_daemon = taken(daemon, {});
  const auto by_paging = taken({}, paging);
  CHECK(by_daemon.size() == 10 * 100);
  CHECK(by_paging.size() == 10 * 100);
  CHECK(by_daemon.front() != by_paging.front());
  CHECK(taken(daemon, paging).size() == 10 * 200);
}

TEST_CASE("paging and a daemon that ran while nobody wanted the processor delay nobody", "[host]") {
  // Whoever asks for the first time finds it taken in the same cycles as one who has always asked.
  const auto source = [] {
    return DelaySource(*parse_host_delay("daemon:1us:200ns"), kClock, 7, 0, *parse_pauses("700ns:100ns"));
  };
  DelaySource asked = source();
  std::uint64_t free_at = 0;
  int different = 0;
  for (std::uint64_t now = 0; now < 10000; ++now) {
    free_at = asked.taken_until(free_at, now);
    different += (source().taken_until(0, now) > now) != (free_at > now) ? 1 : 0;
  }
  CHECK(different == 0);
}
