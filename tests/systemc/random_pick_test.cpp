// SPDX-License-Identifier: Apache-2.0
#include "systemc/random_pick.h"

#include <array>
#include <cmath>

#include "systemc/lfsr.h"
#include "tests/catch.h"

using namespace xb::twin;

TEST_CASE("of n requesters, equal parts of the numbers pick each", "[systemc]") {
  const PortMask requests = bit(1) | bit(5) | bit(63);
  CHECK(random_pick(requests, 0) == 1);
  CHECK(random_pick(requests, 21845) == 1);
  CHECK(random_pick(requests, 21846) == 5);
  CHECK(random_pick(requests, 43690) == 5);
  CHECK(random_pick(requests, 43691) == 63);
  CHECK(random_pick(requests, 65535) == 63);
  CHECK(random_pick(requests, 0xffff0000U) == 1);  // the upper half does not count
}

TEST_CASE("picks by the generator are uniform", "[systemc]") {
  const PortMask requests = 0b1101'0110'1011;
  Lfsr lfsr(5);
  lfsr.load(1);
  std::array<unsigned, 12> picked{};
  constexpr unsigned kDraws = 80000;
  for (unsigned n = 0; n < kDraws; ++n) {
    ++picked[random_pick(requests, lfsr.value())];
    lfsr.advance();
  }
  const double mean = kDraws / 8.0;
  for (unsigned i = 0; i < 12; ++i) {
    if ((requests & bit(i)) == 0)
      CHECK(picked[i] == 0);
    else
      CHECK(std::abs(picked[i] - mean) < 4 * std::sqrt(mean));
  }
}
