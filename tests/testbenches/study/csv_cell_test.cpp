// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/csv_cell.h"

#include "tests/catch.h"

using xb::csv_cell;

TEST_CASE("a cell of CSV is in quotes where it has to be, and no text is a formula", "[testbenches]") {
  for (const char* same : {"", "a b", "-5", "+1.5e3", "-inf", "a=b", "1-2"}) CHECK(csv_cell(same) == same);
  CHECK(csv_cell("a,b") == "\"a,b\"");
  CHECK(csv_cell("a\"b\n") == "\"a\"\"b\n\"");
  CHECK(csv_cell("=1+1") == "'=1+1");
  CHECK(csv_cell("+cmd") == "'+cmd");
  CHECK(csv_cell("-1+2") == "'-1+2");
  CHECK(csv_cell("-") == "'-");
  CHECK(csv_cell("@SUM(1)") == "'@SUM(1)");
  CHECK(csv_cell("\t=1") == "'\t=1");
  CHECK(csv_cell("=a,b") == "\"'=a,b\"");
}
