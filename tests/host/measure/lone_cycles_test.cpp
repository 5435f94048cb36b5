// SPDX-License-Identifier: Apache-2.0
#include "host/measure/lone_cycles.h"

#include <vector>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("a table of packets that are alone has what it was told", "[host][measure]") {
  RandomStream random(GENERATE(1, 2, 3), StreamPurpose::Length, 0);
  constexpr unsigned kPorts = 5, kPhases = 7;
  const bool turns = GENERATE(false, true);  // an input waits for its turn, and then for the output's
  const unsigned most = GENERATE(1U, 65535U);
  std::vector<std::vector<std::uint64_t>> behind(kPorts), all;
  for (auto& input : behind)
    for (unsigned output = 0; output < kPorts; ++output) input.push_back(random.below(most / 2 + 1));
  LoneCycles table(kPorts, kPhases);
  for (unsigned phase = 0; phase < kPhases; ++phase) {
    for (unsigned input = 0; input < kPorts; ++input) {
      std::vector<std::uint64_t> cycles = behind[input];
      const unsigned turn = random.below(most / 2 + 1);
      for (std::uint64_t& c : cycles) c = turns ? c + turn : random.below(2) * most;
      REQUIRE(table.set(phase, input, cycles));
      all.push_back(cycles);
    }
  }
  table.close();
  for (unsigned n = 0; n < kPhases * kPorts * kPorts; ++n) {
    const unsigned pair = n / kPorts;
    REQUIRE(table.in(pair / kPorts)(pair % kPorts, n % kPorts) == all[pair][n % kPorts]);
  }
  if (turns) CHECK(table.size() <= 2 * kPhases * kPorts + kPorts * kPorts);
}

TEST_CASE("a table of packets that are alone refuses what has no room in it", "[host][measure]") {
  LoneCycles large(2, 1);
  CHECK(large.set(0, 0, {0, 65535}));
  CHECK_FALSE(large.set(0, 1, {0, 65536}));
  CHECK_FALSE(large.set(0, 1, {65536, 65536}));
  constexpr unsigned kPorts = 64;
  LoneCycles many(kPorts, 1100);  // each row another one: 1024 of them have room
  std::vector<std::uint64_t> cycles(kPorts);
  unsigned rows = 0;
  for (cycles[1] = 1; many.set(rows, 0, cycles); ++cycles[1]) ++rows;
  CHECK(rows == 1024);
}
