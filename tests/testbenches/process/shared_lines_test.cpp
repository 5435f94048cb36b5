// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/shared_lines.h"

#include "testbenches/process/child_process.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("lines of children come whole", "[testbenches]") {
  const SharedLines lines;
  CHECK(lines.read().empty());
  std::vector<std::string> want;
  for (unsigned child = 0; child < 3; ++child) {
    const std::string line(100000 * child + 1, static_cast<char>('a' + child));
    want.push_back(line);
    const auto work = [&] {
      lines.add(line);
      return std::string();
    };
    in_child_process(work);
  }
  CHECK(lines.read() == want);
  CHECK(lines.read_more().empty());
  lines.add("d");
  CHECK(lines.read_more() == std::vector<std::string>{"d"});
  CHECK(lines.read().size() == 4);
}
