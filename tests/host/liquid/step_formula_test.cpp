// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/step_formula.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a formula as a file", "[liquid]") {
  TransferSet set;
  set.add_link("a");
  set.add_link("b", 2);
  set.add({0, 0}, {0, 1});
  set.add({0, 0}, {0, 1});
  set.add({0, 0}, {1});
  CHECK(StepFormula(set, 1, StepFormula::kNoLink).dimacs() ==
        "p cnf 7 11\n"
        "1 0\n2 0\n3 0\n"  // each transfer is in the only step
        "-1 -2 0\n"        // link a carries one
        // link b carries two: 4, 5: more than 0, 1 of the first one are in the step; 6, 7: of the first two
        "-1 4 0\n-2 -5 0\n-2 6 0\n-4 6 0\n-5 7 0\n-2 -4 7 0\n-3 -7 0\n");
}
