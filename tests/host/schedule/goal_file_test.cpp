// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "host/base/errors.h"
#include "host/exchange/schedule_registry.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

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
