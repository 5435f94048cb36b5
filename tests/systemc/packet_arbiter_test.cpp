// SPDX-License-Identifier: Apache-2.0
#include "systemc/packet_arbiter.h"

#include <array>
#include <optional>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr auto kKind = Arbitration::RoundRobin;

void offer(PacketArbiter& arbiter, PortMask requests, PortMask beats) {
  arbiter.offer(kKind, requests, beats, [](unsigned) { return 0U; });
}

}  // namespace

TEST_CASE("an arbiter without requests offers nothing", "[systemc]") {
  PacketArbiter arbiter(4, 0);
  offer(arbiter, 0, 0b1111);  // beats of packets that other outputs serve
  CHECK_FALSE(arbiter.valid());
  CHECK_FALSE(arbiter.locked());
}

TEST_CASE("a grant holds from its first offer, though others ask and the receiver stalls", "[systemc]") {
  PacketArbiter arbiter(4, 0);
  for (int stall = 0; stall < 5; ++stall) {
    offer(arbiter, stall == 0 ? 0b0100 : 0b0111, 0b0111);
    REQUIRE(arbiter.valid());
    REQUIRE(arbiter.selected() == 2);
    arbiter.clock(kKind, false);
    REQUIRE(arbiter.locked());
  }
  offer(arbiter, 0b0111, 0b0111);
  arbiter.clock(kKind, true);
  CHECK_FALSE(arbiter.locked());
  offer(arbiter, 0b0111, 0b0111);
  CHECK(arbiter.selected() == 0);  // the one after 2, not 2 again
}

TEST_CASE("a grant holds while its input has no beat", "[systemc]") {
  PacketArbiter arbiter(4, 0);
  offer(arbiter, 0b0010, 0b0010);
  arbiter.clock(kKind, false);
  for (int gap = 0; gap < 5; ++gap) {
    offer(arbiter, 0b1001, 0b1001);
    REQUIRE_FALSE(arbiter.valid());
    arbiter.clock(kKind, false);
    REQUIRE(arbiter.locked());
  }
  offer(arbiter, 0b1001, 0b1011);
  CHECK(arbiter.valid());
  CHECK(arbiter.selected() == 1);
}

TEST_CASE("an arbiter never interleaves packets, and serves inputs in turn", "[systemc]") {
  constexpr unsigned kInputs = 5;
  xb::RandomStream random(1, xb::StreamPurpose::Test, 0);
  PacketArbiter arbiter(kInputs, 0);
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
    offer(arbiter, requests, beats);
    const bool taken = arbiter.valid() && random.below(4) != 0;
    if (open) REQUIRE(arbiter.selected() == *open);
    if (arbiter.valid()) {
      REQUIRE((beats & bit(arbiter.selected())) != 0);
      if (!open) {
        for (unsigned i = 0; i < kInputs; ++i) waited[i] = (requests & bit(i)) != 0 ? waited[i] + 1 : 0;
        waited[arbiter.selected()] = 0;
        for (const unsigned w : waited) REQUIRE(w < kInputs);
      }
      open = arbiter.selected();
    } else if (!open) {
      REQUIRE(requests == 0);  // works if there is work
    }
    const bool last = arbiter.valid() && left[arbiter.selected()] == 1;
    const unsigned selected = arbiter.selected();
    arbiter.clock(kKind, taken && last);
    if (!taken) continue;
    started[selected] = !last;
    --left[selected];
    if (last) open.reset();
  }
}
