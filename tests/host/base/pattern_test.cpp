// SPDX-License-Identifier: Apache-2.0
#include "host/base/pattern.h"

#include <stdexcept>

#include "tests/catch.h"

using xb::Pattern;
using Words = std::vector<std::string>;

TEST_CASE("a pattern takes whole texts apart, or finds its first part") {
  const Pattern limit(" *([a-z]+) *([<>])=( unit)? *([0-9]+)");
  CHECK(limit.match("loss <= 12") == Words{"loss <= 12", "loss", "<", "", "12"});
  CHECK(limit.match("loss <= 12 %").empty());
  CHECK(limit.fits("loss >= 0"));
  CHECK_FALSE(limit.fits("loss = 0"));
  CHECK(Pattern("[0-9]+([a-z]?)").find("at 12b and 13c") == Words{"12b", "b"});
  CHECK(Pattern("x").find("").empty());
  CHECK(Pattern("").fits(""));
  CHECK(Pattern("[0-9]+").replace("12 of 345", "*") == "* of *");
  CHECK(Pattern("([0-9])[0-9]*").replace("12 of 345", "$1") == "1 of 3");
  CHECK_THROWS_AS(Pattern("("), std::runtime_error);
}
