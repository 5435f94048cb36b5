// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "host/schedule/goal_scanner.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("labels are found until the table is emptied", "[host][goal]") {
  std::vector<std::string> labels;
  for (int n = 0; n < 20000; ++n) labels.push_back("l" + std::to_string(n));
  LabelTable table;
  for (int round = 0; round < 3; ++round) {
    for (OpId n = 0; n < labels.size(); ++n) {
      REQUIRE(table.find(labels[n]) == nullptr);
      REQUIRE(table.insert(labels[n], n));
    }
    REQUIRE_FALSE(table.insert("l77", 5));
    for (OpId n = 0; n < labels.size(); ++n) {
      const OpId* op = table.find(labels[n]);
      REQUIRE(op != nullptr);
      REQUIRE(*op == n);
    }
    REQUIRE(table.find("l20000") == nullptr);
    table.clear();
  }
}
