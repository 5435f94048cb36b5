// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <sstream>

#include "host/exchange/schedule_registry.h"
#include "host/schedule/goal_file.h"
#include "host/schedule/goal_reader.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/exchange/shape_for.h"
#include "tests/host/schedule/same_schedule.h"

using namespace xb;

namespace {

/// A file that LogGOPSim's Schedgen wrote.
std::string sample(const std::string& name) {
  std::ifstream file(std::string(XBARLAB_SOURCE_DIR) + "/tests/host/schedule/goal/" + name);
  REQUIRE(file.good());
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Schedule parsed(const std::string& text) { return read_goal(text, "x.goal").schedule; }

}  // namespace

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
