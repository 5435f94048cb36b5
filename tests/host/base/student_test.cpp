// SPDX-License-Identifier: Apache-2.0
#include "host/base/student.h"

#include <utility>

#include "tests/catch.h"

using namespace xb;

TEST_CASE("Student's quantile is that of the table", "[host]") {
  const std::pair<int, double> table[] = {{1, 12.7062},  {2, 4.3027},     {3, 3.1824},  {4, 2.7764},
                                          {5, 2.5706},   {8, 2.3060},     {15, 2.1314}, {30, 2.0423},
                                          {100, 1.9840}, {100000, 1.9600}};
  for (const auto& [freedom, quantile] : table) {
    CAPTURE(freedom);
    CHECK(student_quantile(freedom) == Approx(quantile).epsilon(0.0012));
  }
}
