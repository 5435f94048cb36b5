// SPDX-License-Identifier: Apache-2.0
#include "host/measure/set_counts.h"

#include <vector>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("sets are counted as one port at a time would be", "[host]") {
  RandomStream random(1, StreamPurpose::Test, 5);
  SetCounts sets;
  std::vector<std::uint64_t> counters(kMaxPorts), counts(kMaxPorts);
  for (unsigned n = 0; n < 5000; ++n) {
    // Some ports are in nearly every set, others in nearly none.
    const PortMask set = n % 3 == 0 ? random.next() & random.next() : random.next() | all_ports(9);
    const std::uint64_t times = n % 7 == 0 ? random.below(4) : 1;
    sets.add(set, times, counters.data());
    for (unsigned port = 0; port < kMaxPorts; ++port) counts[port] += (set >> port & 1U) * times;
    if (n % 1000 != 999) continue;
    std::vector<std::uint64_t> all = counters;
    sets.add_to(all.data());
    REQUIRE(all == counts);
  }
}
