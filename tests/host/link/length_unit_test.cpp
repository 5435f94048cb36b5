// SPDX-License-Identifier: Apache-2.0
#include "host/link/length_unit.h"

#include "host/point/run_config.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("beats count as they are, and have no bytes", "[host]") {
  const LengthUnit beats;
  CHECK_FALSE(beats.in_bytes());
  for (const unsigned length : {1U, 2U, 65535U}) {
    CHECK(beats.beats_of(length) == length);
    CHECK(beats.missing_bytes(length) == 0);
  }
}

TEST_CASE("bytes fill all beats but the last", "[host]") {
  for (const unsigned width : {8U, 16U, 32U, 64U}) {
    const LengthUnit bytes = LengthUnit::bytes(width);
    const std::uint64_t full = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    CHECK(bytes.in_bytes());
    CHECK(bytes.full_keep() == full);
    for (const unsigned length :
         {1U, width - 1, width, width + 1, 2 * width, 64U, 65U, 1518U, 9000U, 65535U}) {
      CAPTURE(width, length);
      const unsigned beats = bytes.beats_of(length);
      CHECK((beats - 1) * width < length);
      CHECK(length <= beats * width);
      CHECK(bytes.missing_bytes(length) == beats * width - length);
      const unsigned in_last = length - (beats - 1) * width;
      const std::uint64_t keep = bytes.last_keep(length);
      for (unsigned byte = 0; byte < 64; ++byte) CHECK((keep >> byte & 1U) == (byte < in_last ? 1U : 0U));
    }
  }
}

TEST_CASE("the unit is the configuration's", "[host]") {
  RunConfig config;
  config.width = 128;
  CHECK_FALSE(config.lengths().in_bytes());
  config.packet_in_bytes = true;
  CHECK(config.lengths().beats_of(17U) == 2);
  config.packet_max = 17;
  CHECK(config.longest_beats() == 2);
}
