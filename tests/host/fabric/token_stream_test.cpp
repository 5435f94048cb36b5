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
    const std::uint64_t latency = 1 + random.below(20);
    TokenStream stream(period);
    std::deque<std::uint64_t> due;
    bool flows = false;
    std::uint64_t flow_end = 0, last = 0;  // `last`: arrival of the token sent last
    for (std::uint64_t now = 0; now < 400; ++now) {
      // What sends: a token in each cycle of a flow that is a multiple of the period.
      if (random.below(6) == 0) flow_end = now + random.below(30);
      const bool sends = now < flow_end && now % period == 0;
      const bool alone = random.below(2) == 0;
      if (flows && (!sends || alone)) stream.close(now - 1 + latency + period);
      if (sends && alone)
        CHECK(stream.add(now + latency) == due.empty());
      else if (sends && !flows)
        CHECK(stream.open(now + latency) == due.empty());
      flows = sends && !alone;
      if (sends) due.push_back(last = now + latency);
      // What takes them, up to `latency` cycles later.
      const std::uint64_t next = !due.empty() ? due.front() : flows ? last + period : TokenStream::kNever;
      REQUIRE(stream.next() == next);
      REQUIRE(stream.ready(now) == (!due.empty() && due.front() <= now));
      if (stream.ready(now)) {
        std::uint64_t dry = now;  // one a cycle from now on
        while (dry - now < due.size() && due[dry - now] <= dry) ++dry;
        const bool all_of_flow = flows && period == 1 && dry - now == due.size();
        REQUIRE((stream.dry_at(now) <= dry || all_of_flow));
        REQUIRE(stream.dry_at(now) > now);
      }
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

TEST_CASE("a run of which all has been taken before it ends leaves nothing", "[host][fabric]") {
  TokenStream stream(1);
  stream.open(5);
  CHECK(stream.take_all(7) == 3);
  CHECK(stream.next() == 8);
  stream.close(8);
  CHECK(stream.next() == TokenStream::kNever);
  CHECK(stream.take_all(100) == 0);
  stream.open(20);
  CHECK(stream.dry_at(23) == TokenStream::kNever);
  stream.close(22);
  CHECK(stream.dry_at(20) == 22);
  CHECK(stream.take_all(100) == 2);
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
