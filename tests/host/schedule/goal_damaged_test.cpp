// SPDX-License-Identifier: Apache-2.0
// Whatever is in a GOAL file: it is a schedule, or there is one line that says what is wrong and where.
#include <fstream>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/schedule/goal_reader.h"
#include "host/schedule/schedule_check.h"
#include "host/schedule/schedule_summary.h"
#include "tests/catch.h"

using namespace xb;

namespace {

const std::string kSmall =
    "num_ranks 3 // c\n\nrank 0 {\na: send 8b to 1 tag 7 cpu 1 nic 0\nb: recv 9b from -1 tag -1\nc: calc 20 "
    "cpu 3\n"
    "b requires a\nc irequires b\n/* c */ send 0b to 2\n}\nrank 1 {\nrecv 8b from 0 tag 7\nsend 9b to 0\n}\n"
    "rank 2 {\nrecv 0b from 0\n}\n";

std::string sample() {
  std::ifstream file(std::string(XBARLAB_SOURCE_DIR) + "/tests/host/schedule/goal/binary_tree_16.goal");
  REQUIRE(file.good());
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Reads and checks; false if it is refused. Fails the test if the refusal does not say where in one line.
bool accepted(const std::string& text) {
  try {
    const GoalProgram program = read_goal(text, "x.goal");
    check_schedule(program.schedule, program.places);
    longest_message_chain(program.schedule);
    return true;
  } catch (const InputError& error) {
    const std::string said = error.what();
    const bool one_line =
        said.find('\n') == std::string::npos && said.find("; allowed: ") != std::string::npos;
    const bool placed = said.rfind("x.goal:", 0) == 0 && said.size() > 7 && said[7] >= '1' && said[7] <= '9';
    CAPTURE(text, said);
    if (!one_line || !placed) FAIL("not one line with file and line");
    return false;
  }
}

}  // namespace

TEST_CASE("a GOAL text that ends anywhere is read or refused", "[host][goal]") {
  for (const std::string& text : {kSmall, sample()}) {
    for (std::size_t length = 0; length <= text.size(); ++length) accepted(text.substr(0, length));
  }
  CHECK(accepted(sample()));
}

TEST_CASE("a GOAL text with wrong characters and lines is read or refused", "[host][goal]") {
  constexpr int kTries = 20000;
  const std::string letters = "{}:/*-_ \t\r\n01289bzlcsrt\\\x01\x80\xff";
  RandomStream random(1, StreamPurpose::Test, 0);
  int refused = 0;
  for (int n = 0; n < kTries; ++n) {
    std::string text = n % 4 == 0 ? sample() : kSmall;
    for (std::uint32_t changes = 1 + random.below(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      const char letter = letters[random.below(static_cast<std::uint32_t>(letters.size()))];
      const std::uint32_t kind = random.below(4);
      if (kind == 0) text[at] = letter;
      if (kind == 1) text.insert(at, 1, letter);
      if (kind == 2) text.erase(at, 1 + random.below(3));
      if (kind == 3) text.erase(at, text.find('\n', at) - at);  // the rest of a line
    }
    if (!accepted(text)) ++refused;
  }
  CHECK(refused > kTries / 2);
  CHECK(refused < kTries);
}
