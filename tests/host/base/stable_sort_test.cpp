// SPDX-License-Identifier: Apache-2.0
// The radix sort does what std::stable_sort does, with keys of any bytes.
#include "host/base/stable_sort.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a stable sort by keys of 64 bits is that of the standard library", "[host]") {
  std::mt19937_64 random(1);
  // Bits in which keys differ: none, the least and most of a byte, whole words, all.
  for (const std::uint64_t bits :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x80}, std::uint64_t{0x100},
        std::uint64_t{0xffff0003}, std::uint64_t{1} << 63U, ~std::uint64_t{0}}) {
    for (const std::size_t count : {0U, 1U, 2U, 3U, 1000U}) {
      std::vector<std::pair<std::uint64_t, std::size_t>> sorted, expected;
      for (std::size_t n = 0; n < count; ++n)
        expected.emplace_back(0x0123456789abcdefU ^ (random() & bits), n);
      sorted = expected;
      std::stable_sort(expected.begin(), expected.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      stable_sort_by(sorted, [](const auto& item) { return item.first; });
      CHECK(sorted == expected);
    }
  }
}
