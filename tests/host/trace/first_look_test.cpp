// SPDX-License-Identifier: Apache-2.0
#include "host/trace/first_look.h"

#include "tests/catch.h"
#include "tests/host/trace/made_cycles.h"

using namespace xb;

namespace {

std::string look(const MadeCycles& cycles) {
  const auto found = first_look(cycles.window());
  return found ? std::to_string(found->cycle) + ": " + found->text : "none";
}

/// In cycle 52 input 0's head waits for output 0, and a packet for output 1 is behind it.
MadeCycles blocked_head(QueuePlace place) {
  MadeCycles cycles(made_shape(place, 3, place == QueuePlace::Input), 50);
  cycles.next();
  cycles.in({0, 0, 7}, Beat::Only).in({2, 0, 3}, Beat::First);
  cycles.next();
  cycles.in({0, 1, 2}, Beat::Only).in({2, 0, 3}, Beat::Last);
  cycles.next();
  cycles.out({2, 0, 3}, Beat::First);
  cycles.next().blocked = 1;
  cycles.now().blocked_by[0] = 0;
  return cycles;
}

MadeCycles head_of_line(QueuePlace place) {
  MadeCycles cycles = blocked_head(place);
  cycles.now().hol = 1;
  cycles.now().hol_victims[0] = bit(1);
  return cycles;
}

}  // namespace

TEST_CASE("there is nothing to look at in an empty window", "[host]") {
  CHECK_FALSE(first_look(TracedWindow(made_shape(QueuePlace::Input, 2))));
}

TEST_CASE("the first look is at head-of-line blocking, in the cycle before its flag", "[host]") {
  CHECK(
      look(head_of_line(QueuePlace::Input)) ==
      "52: input 0's head 0>0#7 waits for output 0, which sends 2>0#3; 0>1#2 for idle output 1 is behind it");
  CHECK(
      look(head_of_line(QueuePlace::Pair)) ==
      "52: input 0's head 0>0#7 waits for output 0, which sends 2>0#3; 0>1#2 for idle output 1 is behind it");
}

TEST_CASE("the first look names no packet that waits before a memory: the ports do not show which",
          "[host]") {
  MadeCycles cycles = head_of_line(QueuePlace::Output);
  CHECK(look(cycles) ==
        "52: input 0's head waits for output 0, which sends 2>0#3; a packet for idle output 1 is behind it");
  cycles.now().hol_victims[0] = bit(0);  // queue 0 has packets of others, too
  CHECK(look(cycles) ==
        "52: input 0's head waits for output 0, which sends 2>0#3; a packet for idle output 0 is behind it");
}

TEST_CASE("the first look at a head that waits for a receiver, or for an output that shows nothing",
          "[host]") {
  MadeCycles cycles = head_of_line(QueuePlace::Input);
  TracedWindow window = cycles.window();
  window.cycles[2].m_tready = 0;
  CHECK(first_look(window)->text ==
        "input 0's head 0>0#7 waits for output 0, which is not ready; 0>1#2 for idle output 1 is behind it");
  window.cycles[2].m_tready = all_ports(3);
  window.cycles[2].m_tvalid = 0;
  CHECK(first_look(window)->text ==
        "input 0's head 0>0#7 waits for output 0; 0>1#2 for idle output 1 is behind it");
}

TEST_CASE("the first look at flags that cannot be says what it can", "[host]") {
  MadeCycles cycles = head_of_line(QueuePlace::Pair);
  cycles.now().blocked_by[0] = 200;
  CHECK(look(cycles) == "52: input 0's head waits; 0>1#2 for idle output 1 is behind it");
  cycles.now().hol_victims[0] = 0;
  CHECK(look(cycles) == "52: input 0's head waits");
  cycles.now().hol_victims[0] = bit(2);
  CHECK(look(cycles) == "52: input 0's head waits; a packet for idle output 2 is behind it");
}

TEST_CASE("without head-of-line blocking the first look is at a discarded packet", "[host]") {
  MadeCycles cycles = blocked_head(QueuePlace::Input);
  ++cycles.next().drop_full[1];
  CHECK(look(cycles) == "54: a packet was discarded in the cycle before");
  cycles.now().drop_misrouted[0] += 2;
  CHECK(look(cycles) == "54: 3 packets were discarded in the cycle before");
}

TEST_CASE("the counts with which a window begins are no news", "[host]") {
  MadeCycles cycles(made_shape(QueuePlace::Input, 2), 9);
  cycles.next().drop_full[0] = 5;
  cycles.now().hol = 1;  // of the cycle before the window
  cycles.now().blocked = 1;
  cycles.now().pool = 1;
  cycles.next();
  CHECK(look(cycles) == "9: nothing is queued");
}

TEST_CASE("then the first look is at an input that is kept out", "[host]") {
  MadeCycles cycles = blocked_head(QueuePlace::Input);
  cycles.next().pool = bit(2);
  cycles.now().pool_by[2] = 1;
  CHECK(look(cycles) == "53: input 2 is kept out: the memory is full, most of it for output 1");
}

TEST_CASE("then at a packet that a higher class holds", "[host]") {
  SwitchShape shape = made_shape(QueuePlace::Pair, 3);
  shape.classes = 2;
  MadeCycles cycles(shape, 50);
  cycles.next();
  cycles.in({0, 1, 7, 0}, Beat::Only).in({2, 1, 3, 1}, Beat::Only);
  cycles.next();
  cycles.out({2, 1, 3, 1}, Beat::Only);
  cycles.next().higher_class = 1;
  cycles.now().blocked = bit(2);
  CHECK(look(cycles) == "51: a higher class holds input 0's 0>1#7/0: output 1 sends 2>1#3/1");
  cycles.now().higher_class = bit(1);
  CHECK(look(cycles) == "51: a higher class holds a packet of input 1");
}

TEST_CASE("then at a blocked head", "[host]") {
  CHECK(look(blocked_head(QueuePlace::Input)) ==
        "52: input 0's head 0>0#7 waits for output 0, which sends 2>0#3");
}

TEST_CASE("of an input with a window the first look says what is flagged, and names no head", "[host]") {
  const auto look_with_window = [](const MadeCycles& cycles) {
    TracedWindow window = cycles.window();
    window.shape.window = true;
    return first_look(window)->text;
  };
  CHECK(look_with_window(head_of_line(QueuePlace::Input)) ==
        "input 0 is flagged head-of-line blocked, by output 0");
  CHECK(look_with_window(blocked_head(QueuePlace::Input)) == "input 0 is flagged blocked, by output 0");
}

TEST_CASE("then at the longest queue, where it is longest first", "[host]") {
  MadeCycles cycles(made_shape(QueuePlace::Output, 2), 30);
  cycles.next();
  CHECK(look(cycles) == "30: nothing is queued");
  cycles.next().occ_beats = {0, 1};
  CHECK(look(cycles) == "31: queue 1 is the longest of the window, 1 beat");
  cycles.next().occ_beats = {4, 2};
  cycles.next().occ_beats = {4, 4};
  CHECK(look(cycles) == "32: queue 0 is the longest of the window, 4 beats");

  MadeCycles pairs(made_shape(QueuePlace::Pair, 3), 30);
  pairs.next().occ_beats[5] = 2;
  CHECK(look(pairs) == "30: input 1's queue for output 2 is the longest of the window, 2 beats");
}

TEST_CASE("the first look at a switch that does not show its queues is at a flow that does not come out",
          "[host]") {
  SwitchShape shape = made_shape(QueuePlace::Input, 3);
  shape.known.queues = false;
  MadeCycles cycles(shape, 10);
  for (unsigned n = 0; n < 8; ++n) {
    cycles.next();
    cycles.in({0, 1, n}, Beat::First).in({2, 0, n}, Beat::Only);
    if (n == 5) cycles.out({2, 0, 0}, Beat::Only);
    cycles.next();
    cycles.in({0, 1, n}, Beat::Last);
    if (n == 6) CHECK(look(cycles) == "10: nothing is queued");
  }
  CHECK(look(cycles) ==
        "10: 8 packets go in at input 0 for output 1 from here on, and none comes out in the window");
  const auto found = first_look(cycles.window());
  CHECK(found->inputs == std::vector<unsigned>{0});
  CHECK(found->outputs == std::vector<unsigned>{1});
  // A later beat of one that came in before the window.
  MadeCycles comes_out = cycles;
  comes_out.out({0, 1, 900}, Beat::Last);
  CHECK(look(comes_out) == "10: nothing is queued");
  TracedWindow shown = cycles.window();
  shown.shape.known.queues = true;
  CHECK(first_look(shown)->text == "nothing is queued");
}

TEST_CASE("the first look prefers what lasts: there the flags show what it says", "[host]") {
  MadeCycles cycles = head_of_line(QueuePlace::Input);  // of cycle 52, flags in cycle 53
  cycles.out({2, 0, 4}, Beat::First);
  PortCycle& later = cycles.next();  // the flags of cycle 53
  later.hol = later.blocked = 1;
  later.blocked_by[0] = 0;
  later.hol_victims[0] = bit(1) | bit(2);
  const auto lasting = first_look(cycles.window());
  REQUIRE(lasting);
  CHECK(lasting->cycle == 53);
  CHECK(lasting->text ==
        "input 0's head 0>0#7 waits for output 0, which sends 2>0#4; 0>1#2 for idle output 1 is behind it");
  CHECK(lasting->inputs == std::vector<unsigned>{0});
  CHECK(lasting->outputs == std::vector<unsigned>{0, 1});

  cycles.now().blocked_by[0] = 2;  // another output: it does not last
  CHECK(first_look(cycles.window())->cycle == 52);
}

TEST_CASE("the first look names the ports of a queue", "[host]") {
  MadeCycles pairs(made_shape(QueuePlace::Pair, 3), 30);
  pairs.next();
  ++pairs.next().drop_full[5];
  CHECK(first_look(pairs.window())->inputs == std::vector<unsigned>{1});
  CHECK(first_look(pairs.window())->outputs == std::vector<unsigned>{2});
  MadeCycles outputs(made_shape(QueuePlace::Output, 3), 30);
  outputs.next().occ_beats[2] = 9;
  CHECK(first_look(outputs.window())->inputs.empty());
  CHECK(first_look(outputs.window())->outputs == std::vector<unsigned>{2});
}
