// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/wake_queue.h"

#include <map>
#include <vector>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("sleepers wake once, in the cycle that was named last, with few entries for each",
          "[host][fabric]") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RandomStream random(seed, StreamPurpose::Test, 0);
    const unsigned count = 1 + random.below(12);
    WakeQueue queue(count);
    std::map<unsigned, std::uint64_t> asleep;
    for (std::uint64_t now = 1; now < 3000; ++now) {
      std::vector<unsigned> due, woken;
      for (const auto& [who, at] : asleep) {
        if (at <= now) due.push_back(who);
        CHECK(queue.next() <= at);
      }
      queue.wake_due(now, [&](unsigned who) { woken.push_back(who); });
      std::sort(woken.begin(), woken.end());
      REQUIRE(woken == due);
      for (const unsigned who : due) asleep.erase(who);
      CHECK(queue.next() > now);

      const unsigned who = random.below(count);
      if (random.below(3) == 0) {
        queue.wake(who);
        asleep.erase(who);
      } else {
        // Soon, far away (such entries stay), or never; not seldom in the same cycle as before.
        const unsigned kind = random.below(4);
        const std::uint64_t at = kind == 0   ? WakeQueue::kNever
                                 : kind == 1 ? std::uint64_t{1} << 40U
                                             : now + 1 + random.below(20);
        queue.sleep(who, at);
        asleep[who] = at;
      }
      for (unsigned n = 0; n < count; ++n) {
        REQUIRE(queue.asleep(n) == (asleep.count(n) != 0));
        if (queue.asleep(n)) CHECK(queue.wakes_at(n) == asleep[n]);
      }
      REQUIRE(queue.entries() <= WakeQueue::kMostEntries * count);
    }
  }
}
