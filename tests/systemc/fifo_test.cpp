// SPDX-License-Identifier: Apache-2.0
#include "systemc/fifo.h"

#include <deque>

#include "host/random.h"
#include "tests/catch.h"

using namespace xb::twin;

TEST_CASE("the FIFO is a queue with a capacity", "[systemc]") {
  const std::uint32_t max_depth = GENERATE(2U, 5U, 8U);
  const unsigned words = GENERATE(1U, 3U);
  struct Entry {
    std::uint64_t data;
    Side side;
  };
  Fifo fifo(max_depth, words);
  std::deque<Entry> model;
  xb::RandomStream random(1, xb::StreamPurpose::Test, max_depth);
  for (unsigned n = 0; n < 5000; ++n) {
    const std::uint32_t depth = 1 + n / 500 % max_depth;  // set at run time
    REQUIRE(fifo.count() == model.size());
    REQUIRE(fifo.valid() == !model.empty());
    REQUIRE(fifo.ready(depth) == (model.size() < depth));
    if (!model.empty()) {
      for (unsigned w = 0; w < words; ++w) REQUIRE(fifo.data()[w] == model.front().data + w);
      REQUIRE(fifo.side().dest == model.front().side.dest);
      REQUIRE(fifo.side().user == model.front().side.user);
      REQUIRE(fifo.side().last == model.front().side.last);
    }
    const bool push = fifo.ready(depth) && random.below(10) < 6;  // decided before the pop, as in hardware
    if (fifo.valid() && random.below(10) < 5) {
      fifo.pop();
      model.pop_front();
    }
    if (!push) continue;
    const std::uint64_t value = random.next();
    const std::uint64_t data[3] = {value, value + 1, value + 2};
    const Side side{static_cast<std::uint8_t>(random.below(64)), random.below(2) == 1, random.below(2) == 1};
    fifo.push(data, side);
    model.push_back({value, side});
  }
}

TEST_CASE("a reset FIFO is empty", "[systemc]") {
  Fifo fifo(4, 1);
  const std::uint64_t data = 7;
  for (int n = 0; n < 3; ++n) fifo.push(&data, {1, false, true});
  fifo.reset();
  CHECK(fifo.count() == 0);
  CHECK_FALSE(fifo.valid());
  CHECK(fifo.ready(1));
}
