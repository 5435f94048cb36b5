// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/token_stream.h"

#include <deque>

#include "host/base/random.h"
#include "host/fabric/fabric_link.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("tokens come one by one in the cycles in which each is due, whatever runs they are kept in",
          "[host][fabric]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomStream random(seed, StreamPurpose::Length, 0);
    const std::uint64_t period = seed % 3 == 0 ? 1 + random.below(10) : 1;
    TokenStream stream(period);
    std::deque<std::uint64_t> due;
    std::uint64_t last = 0;
    for (std::uint64_t now = 0; now < 400; ++now) {
      if (random.below(3) == 0) {
        const std::uint64_t at = std::max(last, now / period * period + period * (1 + random.below(4)));
        const unsigned count = 1 + random.below(5);
        if (stream.add(at, count)) CHECK((due.empty() || at != due.back() + period));
        for (unsigned n = 0; n < count; ++n) due.push_back(at + n * period);
        last = due.back() + period;
      }
      REQUIRE(stream.next() == (due.empty() ? TokenStream::kNever : due.front()));
      REQUIRE(stream.ready(now) == (!due.empty() && due.front() <= now));
      std::uint64_t steady = 0;  // one a cycle from now on
      while (steady < due.size() && due[steady] <= now + steady) ++steady;
      REQUIRE(stream.steady(now) <= steady);
      REQUIRE((stream.steady(now) > 0) == (steady > 0));
      if (random.below(4) == 0) {
        std::uint64_t here = 0;
        for (; !due.empty() && due.front() <= now; ++here) due.pop_front();
        REQUIRE(stream.take_all(now) == here);
      } else if (stream.ready(now)) {
        stream.take();
        due.pop_front();
      }
    }
  }
}

TEST_CASE("a link has credits for two latencies at its rate, a slow one a register", "[host][fabric]") {
  const auto credits = [](std::uint64_t latency, unsigned period) {
    return FabricLink(CableSpeed{latency, period}, 0, 1, 0).credit_beats();
  };
  CHECK(credits(1, 1) == 2);
  CHECK(credits(30, 1) == 60);
  CHECK(credits(7, 3) == 5);
  CHECK(credits(1, 10) == 1);
  CHECK(credits(0, 10) == 1);
  CHECK(FabricLink(CableSpeed{0, 1}, 0, 1, 0).is_wire());
  CHECK_FALSE(FabricLink(CableSpeed{0, 10}, 0, 1, 0).is_wire());
}
