// SPDX-License-Identifier: Apache-2.0
#include "host/containers/sparse_row.h"

#include <cstdint>
#include <map>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("a sparse row keeps what was written, and all else is zero", "[host][containers]") {
  for (const unsigned size : {1U, 255U, 256U, 257U, 65536U}) {
    SparseRow<std::uint32_t> row(size);
    std::map<unsigned, std::uint32_t> written;
    RandomStream random(size, StreamPurpose::Test, 0);
    for (unsigned n = 0; n < 40; ++n) {
      const unsigned number = n == 0 ? 0 : n == 1 ? size - 1 : random.below(size);
      row[number] += n + 1;
      written[number] += n + 1;
    }
    const SparseRow<std::uint32_t> copy = row;
    row[0] += 1000;
    for (unsigned number = 0; number < size; ++number)
      REQUIRE(copy.at(number) == (written.count(number) != 0 ? written[number] : 0));
    std::map<unsigned, std::uint32_t> seen;
    unsigned before = 0;
    copy.for_each([&](unsigned number, std::uint32_t value) {
      CHECK(number >= before);
      before = number;
      if (value != 0) seen[number] = value;
    });
    CHECK(seen == written);
  }
}

TEST_CASE("a sparse row of which nothing was written has no values to visit", "[host][containers]") {
  unsigned visits = 0;
  SparseRow<int>(70000).for_each([&](unsigned, int) { ++visits; });
  CHECK(visits == 0);
  CHECK(SparseRow<int>().at(5) == 0);
}
