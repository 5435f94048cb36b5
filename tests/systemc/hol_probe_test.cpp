// SPDX-License-Identifier: Apache-2.0
#include "systemc/hol_probe.h"

#include <vector>

#include "host/base/random.h"
#include "tests/catch.h"

using xb::twin::bit;
using xb::twin::HolProbe;
using xb::twin::PortMask;

TEST_CASE("an output is waited for as long as a packet for it has not begun to leave", "[systemc]") {
  HolProbe probe;
  std::vector<int> queued(8);
  xb::RandomStream random(1, xb::StreamPurpose::Test, 0);
  for (int n = 0; n < 5000; ++n) {
    const unsigned output = random.below(8);
    if (random.below(2) == 0) {
      ++queued[output];
      probe.enter(static_cast<std::uint8_t>(output));
    } else if (queued[output] > 0) {
      --queued[output];
      probe.leave(static_cast<std::uint8_t>(output));
    }
    PortMask expected = 0;
    for (unsigned o = 0; o < 8; ++o) expected |= queued[o] > 0 ? bit(o) : 0;
    REQUIRE(probe.waiting() == expected);
  }
}

TEST_CASE("a blocked head starves the outputs that are idle and waited for", "[systemc]") {
  HolProbe probe;
  for (const std::uint8_t output : {0, 1, 3, 3}) probe.enter(output);
  probe.observe(true, true, 0, 0b1110);  // 2 is idle, but nothing here is for it
  CHECK(probe.flags().blocked);
  CHECK_FALSE(probe.flags().backpressure);
  CHECK(probe.flags().blocked_by == 0);
  CHECK(probe.flags().victims == 0b1010);

  probe.observe(true, false, 0, 0b0100);
  CHECK(probe.flags().blocked);
  CHECK(probe.flags().backpressure);
  CHECK(probe.flags().victims == 0);
}

TEST_CASE("a head that moves shows no flags", "[systemc]") {
  HolProbe probe;
  probe.enter(1);
  probe.observe(true, true, 0, 0b0010);
  REQUIRE(probe.flags().victims == 0b0010);
  probe.observe(false, true, 1, 0b0010);
  CHECK_FALSE(probe.flags().blocked);
  CHECK_FALSE(probe.flags().backpressure);
  CHECK(probe.flags().victims == 0);
}

TEST_CASE("a reset probe has forgotten everything", "[systemc]") {
  HolProbe probe;
  probe.enter(1);
  probe.observe(true, true, 0, 0b0010);
  probe.reset();
  CHECK(probe.waiting() == 0);
  CHECK_FALSE(probe.flags().blocked);
  CHECK(probe.flags().victims == 0);
  probe.enter(2);
  CHECK(probe.waiting() == 0b0100);
}
