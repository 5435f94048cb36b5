// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/port_calendar.h"

#include <algorithm>
#include <array>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("a port is due in the cycle that it was added for, or in one a turn of the slots before",
          "[host][fabric]") {
  constexpr std::uint64_t kNever = PortCalendar::kNever;
  RandomStream random(1, StreamPurpose::Test, 0);
  PortCalendar calendar;
  std::array<std::uint64_t, kMaxPorts> due_at{};
  due_at.fill(kNever);
  unsigned added = 0, early = 0;
  for (std::uint64_t now = 0; now < 20000; ++now) {
    const auto port = static_cast<unsigned>(random.below(kMaxPorts));
    if (due_at[port] == kNever && random.below(10) == 0) {
      due_at[port] = now + random.below(200);
      calendar.add(port, due_at[port], random.below(2) == 0);
      ++added;
    }
    std::uint64_t first = kNever;
    PortMask due = 0;
    for (unsigned p = 0; p < kMaxPorts; ++p) {
      if (due_at[p] == kNever) continue;
      first = std::min(first, now + (due_at[p] - now) % kMaxPorts);
      if ((due_at[p] - now) % kMaxPorts == 0) due |= bit(p);
    }
    REQUIRE(calendar.next(now) == first);
    REQUIRE(calendar.is_due(now) == (due != 0));
    REQUIRE(calendar.due(now) == due);
    REQUIRE(calendar.take(now) == due);
    REQUIRE_FALSE(calendar.is_due(now));
    for_each_port(due, [&](unsigned p) {
      if (due_at[p] == now) {
        due_at[p] = kNever;
      } else {
        calendar.add(p, due_at[p], false);
        ++early;
      }
    });
  }
  CHECK(added > 1000);
  CHECK(early > 500);
}
