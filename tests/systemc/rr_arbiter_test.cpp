// SPDX-License-Identifier: Apache-2.0
#include "systemc/rr_arbiter.h"

#include "host/base/random.h"
#include "tests/catch.h"

using xb::twin::PortMask;
using xb::twin::RrArbiter;

TEST_CASE("the round robin serves requesters in turn", "[systemc]") {
  RrArbiter arbiter(5);
  for (unsigned turn = 0; turn < 12; ++turn) {
    const unsigned granted = arbiter.pick(0b11111);
    REQUIRE(granted == turn % 5);
    arbiter.advance(granted);
  }
}

TEST_CASE("the round robin grants the first requester after the last one granted", "[systemc]") {
  const unsigned requesters = GENERATE(2U, 3U, 16U, 63U, 64U);
  RrArbiter arbiter(requesters);
  xb::RandomStream random(1, xb::StreamPurpose::Test, requesters);
  unsigned next = 0;
  for (int n = 0; n < 2000; ++n) {
    const PortMask requests = (random.next() & random.next()) >> (64 - requesters);
    if (requests == 0) continue;
    unsigned expected = next;
    while ((requests >> expected & 1U) == 0) expected = (expected + 1) % requesters;
    REQUIRE(arbiter.pick(requests) == expected);
    if (random.below(3) == 0) continue;  // not taken: the pointer stays
    arbiter.advance(expected);
    next = (expected + 1) % requesters;
  }
}

TEST_CASE("a requester waits for at most one grant of each other", "[systemc]") {
  const unsigned requesters = 8;
  RrArbiter arbiter(requesters);
  xb::RandomStream random(2, xb::StreamPurpose::Test, 0);
  unsigned waited = 0;
  for (int n = 0; n < 5000; ++n) {
    const unsigned granted = arbiter.pick(random.next() >> 56U | 1U << 5U);
    arbiter.advance(granted);
    waited = granted == 5 ? 0 : waited + 1;
    REQUIRE(waited < requesters);
  }
}

TEST_CASE("a reset round robin starts at the first requester", "[systemc]") {
  RrArbiter arbiter(4);
  arbiter.advance(2);
  CHECK(arbiter.pick(0b1111) == 3);
  arbiter.reset();
  CHECK(arbiter.pick(0b1111) == 0);
}
