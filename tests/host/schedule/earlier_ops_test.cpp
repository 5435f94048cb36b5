// SPDX-License-Identifier: Apache-2.0
#include "tests/host/schedule/earlier_ops.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("what an operation requires is finished before it starts, directly or not", "[host]") {
  RankProgram program;
  for (int n = 0; n < 5; ++n) program.compute(1);
  program.require(1, 0);
  program.require(2, 1);
  program.require_start(3, 2);
  const EarlierOps earlier(program);
  CHECK(earlier.finished(0, 2));
  CHECK(earlier.finished(1, 2));
  CHECK_FALSE(earlier.finished(2, 2));
  CHECK_FALSE(earlier.finished(2, 3));  // it has only started
  CHECK(earlier.finished(1, 3));
  CHECK_FALSE(earlier.finished(0, 4));
  CHECK_FALSE(earlier.finished(2, 1));
}

TEST_CASE("dependencies may point ahead, and programs be long", "[host]") {
  RankProgram program;
  for (int n = 0; n < 200; ++n) program.compute(1);
  for (OpId op = 0; op + 1 < 200; ++op) program.require(op, op + 1);
  const EarlierOps earlier(program);
  CHECK(earlier.finished(199, 0));
  CHECK(earlier.finished(64, 63));
  CHECK_FALSE(earlier.finished(63, 64));
}
