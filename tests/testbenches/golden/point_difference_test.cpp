// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/golden_check.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("golden: the difference between two points is named by key", "[testbenches][golden]") {
  const std::string point = "--ports 4 --device cases/quiet.toml --load 0.2 --observe ports";
  CHECK(point_difference(point, point).empty());
  CHECK(
      point_difference(point, "--ports 4 --device /elsewhere/quiet.toml --load 0.2 --observe ports").empty());
  CHECK(point_difference(point, "--ports 4 --device ../quiet.toml --load 0.2 --observe ports").empty());
  CHECK(point_difference(point, "--ports 4 --device other.toml --load 0.2 --observe ports") ==
        "device quiet.toml there, other.toml here");
  CHECK(point_difference(point, "--ports 8 --device quiet.toml --load 0.2 --seed 3") ==
        "observe ports there only; ports 4 there, 8 here; seed 3 here only");
  CHECK(point_difference("", point) == "it names none");
}
