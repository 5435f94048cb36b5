// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/random.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/goal_reader.h"
#include "host/schedule/schedule_check.h"
#include "host/schedule/schedule_summary.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/exchange/shape_for.h"
#include "tests/host/message_of.h"
#include "tests/host/schedule/same_schedule.h"

using namespace xb;

namespace {

namespace fs = std::filesystem;

/// A GOAL file that is gone after the test.
class ScratchGoal {
 public:
  ScratchGoal() : path_(fs::temp_directory_path() / ("xbarlab-" + std::to_string(getpid()) + ".goal")) {}
  ~ScratchGoal() { fs::remove(path_); }
  void write(const std::string& text) const { std::ofstream(path_) << text; }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

constexpr const char* kOneMessage = "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n";

/// A file that LogGOPSim's Schedgen wrote.
std::string sample(const std::string& name) {
  std::ifstream file(std::string(XBARLAB_SOURCE_DIR) + "/tests/host/schedule/goal/" + name);
  REQUIRE(file.good());
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Schedule parsed(const std::string& text) { return read_goal(text, "x.goal").schedule; }

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

TEST_CASE("a file is a schedule for as many ports as it has ranks, or more", "[host][goal]") {
  const ScratchGoal file;
  file.write(kOneMessage);
  CHECK(load_goal(file.path(), 2)->schedule.ranks.size() == 2);
  CHECK(load_goal(file.path(), 16)->schedule.ranks.size() == 2);
  CHECK(mentions(message_of<InputError>([&] { load_goal(file.path(), 1); }), {"ports", "'1'", "ranks", "2"}));
}

TEST_CASE("points that have a file in common read it once", "[host][goal]") {
  const ScratchGoal file;
  file.write(kOneMessage);
  GoalFiles goals;
  const auto first = goals.load(file.path(), 2);
  file.write("num_ranks 3\n");
  CHECK(goals.load(file.path(), 16) == first);
  CHECK(
      mentions(message_of<InputError>([&] { goals.load(file.path(), 1); }), {"ports", "'1'", "ranks", "2"}));
  CHECK(load_goal(file.path())->schedule.ranks.size() == 3);
}

TEST_CASE("a file that is wrong or not there is refused", "[host][goal]") {
  const ScratchGoal file;
  CHECK(mentions(message_of<InputError>([&] { load_goal(file.path()); }), {file.path(), "allowed"}));
  file.write("num_ranks 2\nrank 0 {\nsend 8b to 1\n}\n");
  CHECK(mentions(message_of<InputError>([&] { load_goal(file.path()); }), {file.path() + ":3: no receive"}));
  file.write("num_ranks 2\nrank 0 {\nsend 8 to 1\n}\n");
  CHECK(mentions(message_of<InputError>([&] { load_goal(file.path()); }), {file.path() + ":3: 'to 1'"}));
}

TEST_CASE("a schedule is written as GOAL text", "[host][goal]") {
  Schedule schedule;
  schedule.ranks.resize(2);
  RankProgram& program = schedule.ranks[0];
  program.send(1, 4096, 7);
  program.add({OpKind::Receive, 2, 1, kAnyRank, kAnyTag, 8});
  program.compute(2000);
  program.require(1, 0);
  program.require_start(2, 1);
  CHECK(write_goal(schedule) ==
        "num_ranks 2\n"
        "\n"
        "rank 0 {\n"
        "l1: send 4096b to 1 tag 7\n"
        "l2: recv 8b from -1 tag -1 cpu 2 nic 1\n"
        "l2 requires l1\n"
        "l3: calc 2000\n"
        "l3 irequires l2\n"
        "}\n"
        "\n"
        "rank 1 {\n"
        "}\n");
}

TEST_CASE("what is written is read back the same", "[host][goal]") {
  for (const ScheduleEntry& entry : schedules()) {
    for (const unsigned p : {2U, 5U, 8U}) {
      CAPTURE(entry.name, p);
      const Schedule schedule = entry.build(shape_for(entry, p));
      const std::string text = write_goal(schedule);
      CHECK(same_schedule(parsed(text), schedule));
      CHECK(write_goal(parsed(text)) == text);
    }
  }
}

TEST_CASE("what no reader would take is not written", "[host][goal]") {
  Schedule schedule;
  schedule.ranks.resize(2);
  schedule.ranks[1].send(0, kMaxMessageBytes, 0);
  schedule.ranks[1].compute(kMaxCalcNanoseconds);
  CHECK(same_schedule(parsed(write_goal(schedule)), schedule));
  SECTION("messages") {
    schedule.ranks[1].send(0, kMaxMessageBytes + 1, 0);
    CHECK(mentions(message_of<InputError>([&] { write_goal(schedule); }),
                   {"rank 1, operation 3: a message of '4294967296' bytes", "0..4294967295"}));
  }
  SECTION("calculations") {
    schedule.ranks[1].compute(kMaxCalcNanoseconds + 1);
    CHECK(mentions(message_of<InputError>([&] { write_goal(schedule); }),
                   {"rank 1, operation 3: a calculation of '1000000000000001' ns", "0..1000000000000000"}));
  }
}

TEST_CASE("dependencies come back in their order, also where they point ahead", "[host][goal]") {
  Schedule schedule;
  schedule.ranks.resize(1);
  for (int n = 0; n < 4; ++n) schedule.ranks[0].compute(5);
  schedule.ranks[0].require(0, 3);
  schedule.ranks[0].require(2, 1);
  schedule.ranks[0].require_start(3, 2);
  CHECK(same_schedule(parsed(write_goal(schedule)), schedule));
  Schedule other = schedule;
  other.ranks[0].require(1, 0);
  CHECK_FALSE(same_schedule(parsed(write_goal(other)), schedule));
}

TEST_CASE("samples of Schedgen are read and written as they were", "[host][goal]") {
  const auto name = GENERATE(as<std::string>{}, "linear_alltoall_16x4096.goal",
                             "allreduce_recdoub_16x4096.goal", "binary_tree_16.goal");
  const std::string text = sample(name);
  CHECK(same_schedule(parsed(write_goal(parsed(text))), parsed(text)));
}

TEST_CASE("linear is Schedgen's linear all-to-all", "[host][goal]") {
  CHECK(same_schedule(make_schedule("linear", {16, 1, 1, 4096}),
                      parsed(sample("linear_alltoall_16x4096.goal"))));
}

// Whatever is in a GOAL file: it is a schedule, or there is one line that says what is wrong and where.

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
