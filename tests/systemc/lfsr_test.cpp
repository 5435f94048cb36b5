// SPDX-License-Identifier: Apache-2.0
#include "systemc/lfsr.h"

#include <set>

#include "tests/catch.h"

using xb::twin::Lfsr;

TEST_CASE("the generator is xorshift 13/17/5", "[systemc]") {
  Lfsr lfsr;
  lfsr.load(0x9e3779b9U ^ 2463534242U);  // the first number of Marsaglia's paper, and the one after it
  CHECK(lfsr.value() == 2463534242U);
  lfsr.advance();
  CHECK(lfsr.value() == 723471715U);
}

TEST_CASE("generators of one seed differ, and none stays at 0", "[systemc]") {
  for (const std::uint32_t seed : {0U, 1U, 0x9e3779b9U, 2 * 0x9e3779b9U, 64 * 0x9e3779b9U}) {
    std::set<std::uint32_t> states;
    for (unsigned instance = 0; instance < 128; ++instance) {
      Lfsr lfsr(instance);
      lfsr.load(seed);
      CHECK(lfsr.value() != 0);
      states.insert(lfsr.value());
    }
    CHECK(states.size() == 128);
  }
}
