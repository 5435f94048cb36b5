// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_size.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a chunk has so many points that it takes its seconds, by what others took", "[testbenches]") {
  ChunkSize size(10);
  const auto one = [](std::size_t) { return 1.0; };
  CHECK_FALSE(size.is_known());
  CHECK(size.points(100, one) == 1);
  CHECK(size.points(0, one) == 0);
  size.took(2, 4);  // 2 s a unit
  CHECK(size.is_known());
  CHECK(size.points(100, one) == 5);
  CHECK(size.points(3, one) == 3);
  CHECK(size.points(0, one) == 0);
  size.took(1, 11);  // 5 s
  CHECK(size.points(100, one) == 2);
  CHECK(size.points(100, [](std::size_t n) { return n < 4 ? 0.0 : 100.0; }) == 5);
  CHECK(size.points(100, [](std::size_t) { return 1000.0; }) == 1);
}
