// SPDX-License-Identifier: Apache-2.0
#include "host/containers/ring.h"

#include <deque>
#include <functional>
#include <memory>
#include <set>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// Pushes and pops at random, beside std::deque.
template <class AnyRing>
void check_beside_deque(unsigned seed) {
  RandomStream random(seed, StreamPurpose::Test, 0);
  AnyRing ring;
  std::deque<int> model;
  for (int n = 0; n < 20000; ++n) {
    // Long phases of growing and of shrinking, so that it grows at every position of the head.
    const unsigned percent_push = n / 500 % 2 == 0 ? 60 : 40;
    if (random.below(100) < percent_push) {
      ring.push(n);
      model.push_back(n);
    } else if (!model.empty()) {
      ring.pop();
      model.pop_front();
    }
    REQUIRE(ring.size() == model.size());
    REQUIRE(ring.empty() == model.empty());
    if (!model.empty()) {
      const unsigned any = random.below(static_cast<unsigned>(model.size()));
      REQUIRE(ring.front() == model.front());
      REQUIRE(ring.back() == model.back());
      REQUIRE(ring[any] == model[any]);
    }
  }
  REQUIRE(model.size() > 4);  // it did grow
}

}  // namespace

TEST_CASE("a ring is a queue, whatever the order of pushes and pops", "[host]") {
  const auto seed = GENERATE(1U, 2U, 3U);
  check_beside_deque<Ring<int>>(seed);
  check_beside_deque<Ring<int, 1>>(seed);
  check_beside_deque<Ring<int, 4>>(seed);
  check_beside_deque<Ring<int, 64>>(seed);
}

TEST_CASE("a ring takes values that can only be moved", "[host]") {
  Ring<std::unique_ptr<int>> ring;
  for (int n = 0; n < 9; ++n) ring.push(std::make_unique<int>(n));
  for (int n = 0; n < 9; ++n) {
    REQUIRE(*ring.front() == n);
    ring.pop();
  }
  CHECK(ring.empty());
}

TEST_CASE("a ring that is long enough stays where it is", "[host]") {
  Ring<int> ring;
  for (int n = 0; n < 3; ++n) ring.push(n);
  std::set<const int*> places;
  for (int n = 0; n < 1000; ++n) {
    ring.push(n);
    places.insert(&ring.front());
    ring.pop();
  }
  CHECK(places.size() == 4);
}

TEST_CASE("a ring keeps few elements in itself, and many elsewhere until it is empty", "[host]") {
  Ring<int, 4> ring;
  const auto inside = [](const Ring<int, 4>& any) {
    return std::less_equal<const void*>{}(&any, &any.front()) &&
           std::less<const void*>{}(&any.front(), &any + 1);
  };
  for (int round = 0; round < 3; ++round) {
    for (int n = 0; n < 4; ++n) ring.push(n);
    CHECK(inside(ring));
    ring.push(4);
    CHECK_FALSE(inside(ring));
    for (int n = 0; n < 4; ++n) ring.pop();
    CHECK_FALSE(inside(ring));
    CHECK(ring.front() == 4);
    ring.pop();
    ring.push(5);
    CHECK(inside(ring));
    Ring<int, 4> moved = std::move(ring);
    CHECK(inside(moved));
    CHECK(moved.front() == 5);
    moved.clear();
    ring = moved;
    CHECK(ring.empty());
  }
}

TEST_CASE("a copy of a ring is another ring with the same elements", "[host]") {
  Ring<int> ring;
  for (int n = 0; n < 6; ++n) ring.push(n);
  for (int n = 0; n < 4; ++n) ring.pop();
  for (int n = 6; n < 11; ++n) ring.push(n);  // beyond the end of its slots, and on from their beginning
  Ring<int> copy = ring;
  ring.clear();
  CHECK(ring.empty());
  ring.push(77);
  CHECK(ring.front() == 77);
  REQUIRE(copy.size() == 7);
  for (int n = 0; n < 7; ++n) CHECK(copy[static_cast<unsigned>(n)] == 4 + n);
  const Ring<int> moved = std::move(copy);
  CHECK(moved.size() == 7);
  CHECK(moved.back() == 10);
}
