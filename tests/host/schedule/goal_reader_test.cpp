// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_reader.h"

#include <ctime>
#include <string>

#include "host/base/errors.h"
#include "host/schedule/goal_scanner.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

Schedule read(const std::string& text) { return read_goal(text, "x.goal").schedule; }
std::string error_of(const std::string& text) {
  return message_of<InputError>([&] { read_goal(text, "x.goal"); });
}
/// Three ranks, of which rank 0 has these lines, the first of them being line 3.
std::string in_rank(const std::string& lines) { return "num_ranks 3\nrank 0 {\n" + lines + "\n}\n"; }
Op only_op(const std::string& line) {
  const Schedule schedule = read(in_rank(line));
  REQUIRE(schedule.ranks[0].ops().size() == 1);
  return schedule.ranks[0].ops().front();
}

}  // namespace

TEST_CASE("a schedule is read with all its attributes", "[host][goal]") {
  const Schedule schedule = read(
      "num_ranks 4\n"
      "\n"
      "rank 0 {\n"
      "l1: send 4096b to 1 tag 7\n"
      "l2: recv 8b from 3\n"
      "l3: calc 2000\n"
      "l2 requires l1\n"
      "l3 irequires l2\n"
      "}\n"
      "rank 3 { \n"
      "a_1: recv 10b from -1 tag -1 cpu 2 nic 1\n"
      "calc 0 cpu 255\n"
      "}\n");
  REQUIRE(schedule.ranks.size() == 4);
  const auto& ops = schedule.ranks[0].ops();
  REQUIRE(ops.size() == 3);
  CHECK(ops[0].kind == OpKind::Send);
  CHECK(ops[0].size == 4096);
  CHECK(ops[0].peer == 1);
  CHECK(ops[0].tag == 7);
  CHECK(ops[1].kind == OpKind::Receive);
  CHECK(ops[1].peer == 3);
  CHECK(ops[1].tag == 0);
  CHECK(ops[2].kind == OpKind::Compute);
  CHECK(ops[2].size == 2000);
  const auto& dependencies = schedule.ranks[0].dependencies();
  REQUIRE(dependencies.size() == 2);
  CHECK((dependencies[0].op == 1 && dependencies[0].first == 0 && !dependencies[0].on_start));
  CHECK((dependencies[1].op == 2 && dependencies[1].first == 1 && dependencies[1].on_start));
  CHECK(schedule.ranks[1].ops().empty());
  const auto& others = schedule.ranks[3].ops();
  REQUIRE(others.size() == 2);
  CHECK(others[0].peer == kAnyRank);
  CHECK(others[0].tag == kAnyTag);
  CHECK(others[0].cpu == 2);
  CHECK(others[0].nic == 1);
  CHECK(others[1].cpu == 255);
}

TEST_CASE("what LogGOPSim's converter takes is taken", "[host][goal]") {
  // The one-liners that were tried with txt2bin.
  CHECK(only_op("send 8b to 1").kind == OpKind::Send);
  CHECK(only_op("a: send 8b to 1 tag 5 cpu 0 nic 0").tag == 5);
  CHECK(only_op("recv 8b from -1 tag -1").peer == kAnyRank);
  CHECK(only_op("a:calc 0").size == 0);
  CHECK(only_op("a: send 8 b to 1").size == 8);
  CHECK(only_op("\t send\t8b  to 1 \t").size == 8);
  CHECK(only_op("a: send8bto1tag5").tag == 5);  // blanks are optional where nothing runs together
  CHECK(only_op("// send 9b to 2\na: calc 3 \n  // more").size == 3);
  CHECK(only_op("/* two\nlines */ calc 4").size == 4);
  CHECK(only_op("send 8b to 1\r").size == 8);  // lines that end in CR LF
  CHECK(only_op("send 8b to 1 nic 2").nic == 2);
  CHECK(read("num_ranks 1\nrank 0 {\n}").ranks.size() == 1);  // no newline at the end
  CHECK(read("num_ranks 3\nrank 0 {\n}\nrank 2 {\ncalc 1\n}\n").ranks[2].ops().size() == 1);
  CHECK(read("// a\n/* b */\n\nnum_ranks 2\n// c\n\n").ranks.size() == 2);
  CHECK(read(in_rank("a: calc 1\na2: calc 1\na2 requires a")).ranks[0].dependencies().size() == 1);
  CHECK(read("num_ranks 2\nrank 0 {\na: calc 1\n}\nrank 1 {\na: calc 1\n}\n").ranks.size() == 2);
}

TEST_CASE("what LogGOPSim's converter refuses is refused with file and line", "[host][goal]") {
  const auto refused = [](const std::string& lines, const std::string& where) {
    CAPTURE(lines);
    CHECK(mentions(error_of(in_rank(lines)), {where, "; allowed: "}));
    CHECK(error_of(in_rank(lines)).find('\n') == std::string::npos);
  };
  refused("send 8b to 1 nic 0 cpu 0", "x.goal:3: 'cpu 0'");
  refused("send 8b to 1 cpu 0 tag 5", "x.goal:3: 'tag 5'");
  refused("calc 5 nic 1", "x.goal:3: 'nic 1'");
  refused("a: calc 5\na requires b\nb: calc 5", "x.goal:4: there is no operation 'b' yet");
  refused("calc 5 }", "x.goal:3: '}'");
  refused("send 8 to 1", "x.goal:3: 'to 1'");
  refused("calc 5 // c", "x.goal:3: '// c'");
  refused("_a: calc 5", "x.goal:3: '_a: calc 5'");
  refused("calc \3775", "x.goal:3: '?5'");
  CHECK(mentions(error_of("num_ranks 2\nrank 0 { calc 5\n}\n"), {"x.goal:2: 'calc 5'"}));
  CHECK(mentions(error_of("num_ranks 2\nrank 0\n{\n}\n"), {"x.goal:2: the end of the line"}));
  CHECK(mentions(error_of("num_ranks 2\nrank 1 {\n}\nrank 0 {\n}\n"), {"x.goal:4: rank 0", "ascending"}));
}

TEST_CASE("other errors are named with file and line, too", "[host][goal]") {
  const auto refused = [](const std::string& lines, const std::string& what) {
    CAPTURE(lines);
    CHECK(mentions(error_of(in_rank(lines)), {what, "; allowed: "}));
  };
  refused("send 8b to 3", "x.goal:3: the destination: '3'");
  refused("\n\nrecv 8b from 3", "x.goal:5: the source: '3'");
  refused("send 8b to -1", "x.goal:3: '-1'");
  refused("send 8b to 1 tag -1", "x.goal:3: the tag: '-1'");
  refused("send 8b to 1 tag 4294967295", "x.goal:3: the tag: '4294967295'");
  refused("send 4294967296b to 1", "x.goal:3: the size: '4294967296'");
  refused("send 99999999999999999999999b to 1", "x.goal:3: the size: '99999999999999999999999'");
  refused("calc -5", "x.goal:3: '-5'");
  refused("calc 5 cpu 256", "x.goal:3: the cpu: '256'");
  refused("send 8b from 1", "x.goal:3: 'from 1'");
  refused("a: calc 1\na: calc 2", "x.goal:4: the label 'a' is there already");
  refused("a: calc 1\na after a", "x.goal:4: 'after a'");
  refused("rank 1 {", "x.goal:3: 'rank' is not allowed inside a rank");
  refused("/* never\nended", "x.goal:3: a comment that does not end");
  CHECK(mentions(error_of(""), {"x.goal:1: the end of the file", "num_ranks"}));
  CHECK(mentions(error_of("rank 0 {\n}\n"), {"x.goal:1: 'rank 0 {'", "num_ranks"}));
  CHECK(mentions(error_of("num_ranks 0\n"), {"x.goal:1: the number of ranks: '0'", "1..65536"}));
  CHECK(mentions(error_of("num_ranks 2\nrank 2 {\n}\n"), {"x.goal:2: the rank: '2'", "0..1"}));
  CHECK(mentions(error_of("num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n"), {"x.goal:4: rank 0"}));
  CHECK(mentions(error_of("num_ranks 2\nrank 0 {\ncalc 5\n"), {"x.goal:4: the end of the file"}));
  CHECK(mentions(error_of("num_ranks 2\nsend 8b to 1\n"), {"x.goal:2: no rank starts here"}));
}

TEST_CASE("operations keep the lines that they stand in", "[host][goal]") {
  const GoalProgram program = read_goal("num_ranks 2\nrank 1 {\n\ncalc 1\n// c\ncalc 2\n}\n", "y.goal");
  CHECK(program.places.of(1, 0) == "y.goal:4");
  CHECK(program.places.of(1, 1) == "y.goal:6");
}

TEST_CASE("a million operations are read in a second", "[host][goal][soak]") {
  constexpr unsigned kRanks = 50;
  constexpr unsigned kOps = 20000;
  std::string text = "num_ranks 50\n";
  for (unsigned rank = 0; rank < kRanks; ++rank) {
    text += "rank " + std::to_string(rank) + " {\n";
    for (unsigned n = 1; n <= kOps; ++n) {
      text += "l" + std::to_string(n) + ": send 4096b to " + std::to_string((rank + n) % kRanks) + " tag 7\n";
      if (n > 1) text += "l" + std::to_string(n) + " requires l" + std::to_string(n - 1) + "\n";
    }
    text += "}\n";
  }
  const std::clock_t start = std::clock();
  const Schedule schedule = read(text);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::size_t ops = 0;
  for (const RankProgram& program : schedule.ranks) ops += program.ops().size();
  CHECK(ops == kRanks * kOps);
  WARN(ops / seconds / 1e6 << " million operations, each with a dependency, a CPU second");
  CHECK(seconds < 1);
}

TEST_CASE("a long file is read whole, whatever the labels", "[host][goal]") {
  constexpr unsigned kOps = 50000;
  std::string text = "num_ranks 2\n";
  for (int rank = 0; rank < 2; ++rank) {
    text += "rank " + std::to_string(rank) + " {\n";
    for (unsigned n = 0; n < kOps; ++n) {
      text += "step" + std::to_string(n * 7919U) + "_x: calc " + std::to_string(n) + "\n";
      if (n > 0)
        text += "step" + std::to_string(n * 7919U) + "_x requires step" + std::to_string((n / 2) * 7919U) +
                "_x\n";
    }
    text += "}\n";
  }
  const Schedule schedule = read(text);
  for (const RankProgram& program : schedule.ranks) {
    REQUIRE(program.ops().size() == kOps);
    REQUIRE(program.dependencies().size() == kOps - 1);
    for (unsigned n = 1; n < kOps; ++n) {
      REQUIRE(program.ops()[n].size == n);
      REQUIRE(program.dependencies()[n - 1].op == n);
      REQUIRE(program.dependencies()[n - 1].first == n / 2);
    }
  }
}

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
