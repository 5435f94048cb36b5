// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/marking.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("a board has the best first, and equal ones in one place", "[testbenches]") {
  const std::string text = board_text({"Own order", {{30, "c"}, {10, "b"}, {10, "a"}}});
  const auto at = [&](const char* part) { return text.find(part); };
  REQUIRE(at("3      30") != std::string::npos);
  CHECK(at("Own order") < at("a "));
  CHECK(at("a ") < at("b "));
  CHECK(at("1      10") < at("3      30"));
  CHECK(text.find("2      10") == std::string::npos);
}
