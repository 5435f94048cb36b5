// SPDX-License-Identifier: Apache-2.0
#include "host/base/parse_number.h"

#include <cstdint>

#include "tests/catch.h"

using namespace xb;

TEST_CASE("numbers are read as people write them", "[base]") {
  double number = 0;
  CHECK((parse_number("90%", 0, 1, number) && number == 0.9));
  CHECK((parse_number("100%", 0, 1, number) && number == 1));
  CHECK((parse_number("0.5", 0, 1, number) && number == 0.5));
  std::uint64_t whole = 0;
  CHECK((parse_number("1e6", 0, 1e9, whole) && whole == 1000000));
  CHECK((parse_number("1_000_000", 0, 1e9, whole) && whole == 1000000));
  CHECK((parse_number("2K", 0, 1e9, whole) && whole == 2000));
  CHECK((parse_number("1.5M", 0, 1e9, whole) && whole == 1500000));
  CHECK((parse_number("9007199254740993", 0, 1e18, whole) && whole == 9007199254740993));  // as it is
}

TEST_CASE("what is no number, or none of the range, is refused and changes nothing", "[base]") {
  std::uint64_t whole = 7;
  for (const char* text : {"",    "K",   "%",   "_1", "1_",   "1__0", "1.5", "1e-3", "1e400", "nan",
                           "inf", "1KK", "1 K", "+1", "0x10", "-1",   "101", "1e3",  "1K",    "50%"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text, 0, 100, whole));
  }
  double number = 7;
  for (const char* text : {"101%", "-1%", "nan", "inf", "1e999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text, 0, 1, number));
  }
  CHECK(whole == 7);
  CHECK(number == 7);
}
