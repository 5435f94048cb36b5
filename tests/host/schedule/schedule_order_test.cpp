// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/schedule_check.h"
#include "tests/catch.h"

using namespace xb;

namespace {

RankProgram computations(unsigned count) {
  RankProgram program;
  for (unsigned n = 0; n < count; ++n) program.compute(1);
  return program;
}

}  // namespace

TEST_CASE("operations start after what they require", "[host]") {
  RankProgram program = computations(4);
  CHECK(start_order(program) == std::vector<OpId>{0, 1, 2, 3});
  program.require(0, 3);
  program.require_start(1, 0);
  CHECK(start_order(program) == std::vector<OpId>{2, 3, 0, 1});
  CHECK(dependency_cycle(program).empty());
}

TEST_CASE("a cycle is left out of the order, with what waits for it", "[host]") {
  RankProgram program = computations(5);
  program.require(1, 2);
  program.require_start(2, 3);
  program.require(3, 1);
  program.require(4, 1);
  CHECK(start_order(program) == std::vector<OpId>{0});
  CHECK(dependency_cycle(program) == std::vector<OpId>{1, 2, 3});
  program = computations(2);
  program.require(1, 1);
  CHECK(dependency_cycle(program) == std::vector<OpId>{1});
}
