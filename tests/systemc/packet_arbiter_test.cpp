// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet_arbiter.h"

#include <array>
#include <optional>

#include "host/random.h"
#include "tests/catch.h"

using xb::twin::bit;
using xb::twin::PacketArbiter;
using xb::twin::PortMask;

TEST_CASE("an arbiter without requests offers nothing", "[systemc]") {
  PacketArbiter arbiter(4);
  const auto offer = arbiter.offer(0, 0b1111);  // beats of packets that other outputs serve
  CHECK_FALSE(offer.valid);
  CHECK_FALSE(arbiter.locked());
}

TEST_CASE("a grant holds from its first offer, though others ask and the receiver stalls", "[systemc]") {
  PacketArbiter arbiter(4);
  for (int stall = 0; stall < 5; ++stall) {
    const auto offer = arbiter.offer(stall == 0 ? 0b0100 : 0b0111, 0b0111);
    REQUIRE(offer.valid);
    REQUIRE(offer.selected == 2);
    arbiter.clock(offer, false, true);
    REQUIRE(arbiter.locked());
  }
  arbiter.clock(arbiter.offer(0b0111, 0b0111), true, true);
  CHECK_FALSE(arbiter.locked());
  CHECK(arbiter.offer(0b0111, 0b0111).selected == 0);  // the one after 2, not 2 again
}

TEST_CASE("a grant holds while its input has no beat", "[systemc]") {
  PacketArbiter arbiter(4);
  arbiter.clock(arbiter.offer(0b0010, 0b0010), true, false);
  for (int gap = 0; gap < 5; ++gap) {
    const auto offer = arbiter.offer(0b1001, 0b1001);
    REQUIRE_FALSE(offer.valid);
    arbiter.clock(offer, false, false);
    REQUIRE(arbiter.locked());
  }
  const auto offer = arbiter.offer(0b1001, 0b1011);
  CHECK(offer.valid);
  CHECK(offer.selected == 1);
}

TEST_CASE("an arbiter never interleaves packets, and serves inputs in turn", "[systemc]") {
  constexpr unsigned kInputs = 5;
  xb::RandomStream random(1, xb::StreamPurpose::Test, 0);
  PacketArbiter arbiter(kInputs);
  std::array<unsigned, kInputs> left{};  // beats of the packet in front
  std::array<bool, kInputs> started{};
  std::optional<unsigned> open;
  std::array<unsigned, kInputs> waited{};
  for (int cycle = 0; cycle < 20000; ++cycle) {
    PortMask requests = 0;
    PortMask beats = 0;
    for (unsigned i = 0; i < kInputs; ++i) {
      if (left[i] == 0 && random.below(4) == 0) left[i] = 1 + random.below(4);
      if (left[i] == 0) continue;
      if (!started[i]) requests |= bit(i);
      if (!started[i] || random.below(3) != 0) beats |= bit(i);  // gaps inside packets only
    }
    const auto offer = arbiter.offer(requests, beats);
    const bool taken = offer.valid && random.below(4) != 0;
    if (open) REQUIRE(offer.selected == *open);
    if (offer.valid) {
      REQUIRE((beats & bit(offer.selected)) != 0);
      if (!open) {
        for (unsigned i = 0; i < kInputs; ++i) waited[i] = (requests & bit(i)) != 0 ? waited[i] + 1 : 0;
        waited[offer.selected] = 0;
        for (const unsigned w : waited) REQUIRE(w < kInputs);
      }
      open = offer.selected;
    } else if (!open) {
      REQUIRE(requests == 0);  // works if there is work
    }
    const bool last = offer.valid && left[offer.selected] == 1;
    arbiter.clock(offer, taken, last);
    if (!taken) continue;
    started[offer.selected] = !last;
    --left[offer.selected];
    if (last) open.reset();
  }
}
