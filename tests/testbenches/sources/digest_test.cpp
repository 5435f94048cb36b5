// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/digest.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a digest is XXH3's of 128 bits", "[testbenches]") {
  // As `xxhsum -H128` prints them.
  CHECK(digest_of("") == "99aa06d3014798d86001c324468d497f");
  CHECK(digest_of("xbarlab") == "aef20299b5c1d66154ee5d99dba84133");
}

TEST_CASE("a digest is of all that was added, in any parts", "[testbenches]") {
  const std::string text(100000, 'x');
  Digest parts;
  for (std::size_t begin = 0, length = 1; begin < text.size(); begin += length, length = length * 3 % 1009) {
    parts.add(text.substr(begin, length));
    CHECK(parts.hex() == digest_of(text.substr(0, begin + length)));  // and looking at it changes nothing
  }
  CHECK(parts.hex() == digest_of(text));
  CHECK(digest_of(text + "x") != digest_of(text));
}
