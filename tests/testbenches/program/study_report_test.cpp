// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/study_report.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("messages are alike if they differ in numbers only", "[testbenches]") {
  CHECK(normalised("cycle 117: port 3 has 0x1f, not 0.5 or 1e-9") == "cycle *: port * has *, not * or *");
  CHECK(normalised("first line 1\nsecond line 2") == "first line *");
  CHECK(normalised("no numbers") == "no numbers");
  CHECK(normalised("a 0x and 1e and 2.") == "a *x and *e and *.");
  CHECK(normalised("") == "");
}
