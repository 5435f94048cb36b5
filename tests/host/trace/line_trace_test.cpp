// SPDX-License-Identifier: Apache-2.0
#include "host/trace/line_trace.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/host/trace/made_cycles.h"

using namespace xb;

TEST_CASE("a line trace: what is in the header and in a line", "[host]") {
  SwitchShape shape = made_shape(QueuePlace::Input, 4, true);
  shape.name = "input";
  shape.point = "--switch input --ports 4 --load 1 --packet 1 --seed 1";
  LineTrace trace(shape);
  CHECK(
      trace.header() ==
      "# xbarlab line trace 1\n"
      "# point --switch input --ports 4 --load 1 --packet 1 --seed 1\n"
      "# input, 4 ports, a queue per input (4)\n"
      "# cycle || in 0   | in 1   | in 2   | in 3   || out 0  | out 1  | out 2  | out 3  || beats of queues "
      "0..3 || held || drops\n");

  MadeCycles cycles(shape, 12);
  PortCycle& c = cycles.next();
  cycles.in({0, 3, 41}, Beat::Only).in({2, 1, 0}, Beat::First, false).out({2, 0, 17}, Beat::Last);
  c.s_tready &= ~bit(3);
  c.m_tready = bit(0) | bit(2);
  c.m_tvalid |= bit(3);
  c.occ_beats = {3, 0, 1, 100};
  c.blocked = bit(0) | bit(3);
  c.hol = bit(3);
  c.pool = bit(1);
  c.drop_full = {0, 5, 0, 0};
  c.drop_misrouted = {1, 0, 0, 0};
  CHECK(trace.line(c) ==
        "    12 || 0>3#41 | .      | #      |        || 2>0#17 |        | .      | #      ||  3  0  1 100 || "
        "bp-h "
        "|| 6\n");
  c.higher_class = bit(0) | bit(2) | bit(3);
  CHECK(trace.line(c).find("|| cpch ||") != std::string::npos);
}

TEST_CASE("a line trace: where the run ended the hosts' side is not known", "[host]") {
  const SwitchShape shape = made_shape(QueuePlace::Output, 2);
  LineTrace trace(shape);
  MadeCycles cycles(shape, 1234567);
  cycles.next().inputs_known = false;
  cycles.now().m_tvalid = 1;
  CHECK(trace.line(cycles.now()) == "1234567 || ?      | ?      || ?      | ?      ||  0  0 || -- || 0\n");
  CHECK(trace.header().find("# made, 2 ports, a queue per output (2)\n") != std::string::npos);
}

TEST_CASE("a line trace: what the switch does not show is marked", "[host]") {
  SwitchShape shape = made_shape(QueuePlace::Input, 2);
  shape.known.flags = false;
  MadeCycles cycles(shape);
  cycles.next().drop_full = {2, 1};
  CHECK(LineTrace(shape).line(cycles.now()) ==
        "     0 || .      | .      || .      | .      ||  0  0 || ?? || 3\n");
  shape.known.drops = false;
  CHECK(LineTrace(shape).line(cycles.now()) ==
        "     0 || .      | .      || .      | .      ||  0  0 || ?? || ?\n");
}

TEST_CASE("a line trace: beside an ideal switch outputs have a lag", "[host]") {
  SwitchShape shape = made_shape(QueuePlace::Input, 2);
  shape.lag = true;
  MadeCycles cycles(shape);
  cycles.next().lag = {std::nullopt, 12};
  CHECK(LineTrace(shape).line(cycles.now()) ==
        "     0 || .      | .      || .      | .      ||  0  0 || -- || 0 ||  ? 12\n");
  CHECK(mentions(LineTrace(shape).header(), {"|| drops || lag of outputs\n"}));
}

TEST_CASE("a line trace: with classes a packet has its class", "[host]") {
  SwitchShape shape = made_shape(QueuePlace::Input, 2);
  shape.classes = 3;
  MadeCycles cycles(shape);
  cycles.next();
  cycles.in({0, 1, 7, std::uint8_t{2}}, Beat::Only);
  CHECK(LineTrace(shape).line(cycles.now()) ==
        "     0 || 0>1#7/2  | .        || .        | .        ||  0  0 || -- || 0\n");
}

TEST_CASE("a line trace: queues of pairs are grouped by input", "[host]") {
  const SwitchShape shape = made_shape(QueuePlace::Pair, 2);
  LineTrace trace(shape);
  MadeCycles cycles(shape);
  cycles.next().occ_beats = {1, 2, 33, 4};
  CHECK(trace.line(cycles.now()) ==
        "     0 || .      | .      || .      | .      ||  1  2 | 33  4 || -- || 0\n");
  CHECK(trace.header().find("a queue per input and output (4)\n") != std::string::npos);
  CHECK(trace.header().find("beats of queues 0..3") != std::string::npos);
}

TEST_CASE("a line trace: two digits of a port, and a number that is wider than its cell", "[host]") {
  const SwitchShape shape = made_shape(QueuePlace::Input, 11);
  LineTrace trace(shape);
  MadeCycles cycles(shape);
  cycles.next();
  cycles.in({0, 10, 262143}, Beat::Only).in({1, 1, 2}, Beat::Only);
  const std::string line = trace.line(cycles.now());
  CHECK(line.rfind("     0 || 0>10#262143 | 1>1#2    | .        |", 0) == 0);
  CHECK(trace.header().find("|| in 0     | in 1     |") != std::string::npos);
}

TEST_CASE("a line trace: no blanks at the end of a line", "[host]") {
  for (const auto place : {QueuePlace::Input, QueuePlace::Output, QueuePlace::Pair}) {
    const SwitchShape shape = made_shape(place, 3);
    LineTrace trace(shape);
    MadeCycles cycles(shape);
    cycles.next();
    const std::string text = trace.header() + trace.line(cycles.now());
    CHECK(text.find(" \n") == std::string::npos);
    CHECK(text.back() == '\n');
  }
}
