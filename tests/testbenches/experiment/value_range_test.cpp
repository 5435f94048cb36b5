// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/value_range.h"

#include <random>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

using Values = std::vector<std::string>;

Values range(const std::string& text) { return range_values(text).value(); }

}  // namespace

TEST_CASE("a range with a step is decimal and exact", "[testbenches]") {
  CHECK(range("0.05..0.2 step 0.05") == Values{"0.05", "0.1", "0.15", "0.2"});
  CHECK(range("2..8 step 2") == Values{"2", "4", "6", "8"});
  CHECK(range("1..2 step 0.25") == Values{"1", "1.25", "1.5", "1.75", "2"});
  CHECK(range("-0.1..0.1 step 0.1") == Values{"-0.1", "0", "0.1"});
  CHECK(range(".1 .. .3 step .1") == Values{"0.1", "0.2", "0.3"});
  CHECK(range("-.1..0 step .05") == Values{"-0.1", "-0.05", "0"});
  CHECK(range(" 1 .. 3  step  1 ") == Values{"1", "2", "3"});
  CHECK(range("5..5 step 1") == Values{"5"});
  CHECK(range("0.05..0.95 step 0.05").size() == 19);
  CHECK(range("100..300 step 100") == Values{"100", "200", "300"});
}

TEST_CASE("a step that does not divide ends at the last value below", "[testbenches]") {
  CHECK(range("0..1 step 0.3") == Values{"0", "0.3", "0.6", "0.9"});
  CHECK(range("1..10 step 100") == Values{"1"});
}

TEST_CASE("what lacks the dots or the word step is a value by itself", "[testbenches]") {
  for (const char* value : {"1..4", "0.5", "step", "2 step 1", "1..4step 1", "1..4 step1", "0..3,5"})
    CHECK_FALSE(range_values(value));
}

TEST_CASE("what has both and is no range is refused", "[testbenches]") {
  for (const char* value :
       {"a..b step 1", "1..2 step 0", "1..2 step -1", "2..1 step 1", "1..2 step ", "1...2 step 1",
        "1e3..2e3 step 1", "0x1..2 step 1", "1..2 step 1 step 1", "1..2. step 1", "..2 step 1", "0..1 step .",
        "1..99999999999999999999 step 1", "0.00000000001..9999999999 step 1"}) {
    const std::string message = message_of<InputError>([&] { range_values(value); });
    CHECK(mentions(message, {"'" + std::string(value) + "' is not allowed", "FROM..TO step STEP"}));
  }
  CHECK(mentions(message_of<InputError>([] { range_values("0..1 step 0.00000001"); }),
                 {"at most 100000 values"}));
  CHECK(mentions(message_of<InputError>([] { expand_ranges("load", {"1..0 step 1"}, "x.toml:3:8"); }),
                 {"x.toml:3:8: load: '1..0 step 1'"}));
}

TEST_CASE("values of a range are as long as they need to be, and a step apart", "[testbenches]") {
  std::mt19937 random(1);  // NOLINT: the same draws each time
  for (int n = 0; n < 200; ++n) {
    const unsigned step = 1 + random() % 50, from = random() % 1000, count = 1 + random() % 60;
    const auto decimal = [](unsigned thousandths) {
      return std::to_string(thousandths / 1000) + "." + std::to_string(1000 + thousandths % 1000).substr(1);
    };
    const unsigned below = random() % 2 == 0 ? 0 : random() % step;
    const std::string text =
        decimal(from) + ".." + decimal(from + (count - 1) * step + below) + " step " + decimal(step);
    CAPTURE(text);
    const Values values = range(text);
    REQUIRE(values.size() == count);
    for (unsigned k = 0; k < count; ++k) {
      // The double that is nearest to the decimal, and no trailing zeros.
      CHECK(std::stod(values[k]) == std::stod(decimal(from + k * step)));
      CHECK((values[k].find('.') == std::string::npos || values[k].back() != '0'));
    }
  }
}
