// SPDX-License-Identifier: Apache-2.0
#include "host/trace/trigger.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/trace/made_cycles.h"

using namespace xb;

namespace {

const SwitchShape kShape = made_shape(QueuePlace::Input, 2, true);

Trigger trigger_of(const std::string& text) { return Trigger::parse("--trace-on", text); }

/// Of the cycles the first that fires, as `place: words`; `none`.
std::string fires(const std::string& trigger, const MadeCycles& cycles) {
  TriggerWatch watch(trigger_of(trigger), kShape);
  for (std::size_t at = 0; at < cycles.all().size(); ++at)
    if (const auto words = watch.look(cycles.all()[at])) return std::to_string(at) + ": " + *words;
  return "none";
}

}  // namespace

TEST_CASE("triggers are read and written as they are on the command line", "[host]") {
  for (const char* text :
       {"hol", "drop", "mismatch", "assertion", "occupancy>0", "occupancy>12", "latency>0",
        "latency>1000000000000000000", "lag>0", "higher-class", "waiting>7", "waiting>0:7", "latency>7:30"}) {
    CHECK(trigger_of(text).text() == text);
    CHECK(trigger_of(text).is_failure() ==
          (std::string(text) == "mismatch" || std::string(text) == "assertion"));
  }
  CHECK(trigger_of("latency>30").limit == 30);
  CHECK(trigger_of("latency>7:30").limit == 30);
  CHECK(trigger_of("latency>7:30").of_class == 7);
  CHECK_FALSE(trigger_of("latency>30").of_class);
}

TEST_CASE("a trigger that is not allowed is named with what is", "[host]") {
  for (const char* text : {"",
                           "HOL",
                           "hol ",
                           "hol>1",
                           "drop>",
                           "occupancy",
                           "occupancy>",
                           "occupancy>-1",
                           "occupancy>1.5",
                           "occupancy>x",
                           "occupancy> 1",
                           "occupancy>1>2",
                           "latency",
                           "latency>1000000000000000001",
                           "latency>99999999999999999999999",
                           ">3",
                           "holdrop",
                           "latency>8:1",
                           "latency>:1",
                           "latency>1:",
                           "lag>1:1",
                           "waiting",
                           "higher-class>1"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(
        trigger_of(text),
        "--trace-on: '" + std::string(text) +
            "' is not allowed; allowed: hol higher-class drop mismatch assertion occupancy>BEATS "
            "latency>CYCLES waiting>CYCLES lag>CYCLES, and latency>CLASS:CYCLES "
            "waiting>CLASS:CYCLES");
    CHECK_THROWS_AS(trigger_of(text), InputError);
  }
}

TEST_CASE("the trigger hol fires in the first cycle that shows the flag", "[host]") {
  MadeCycles cycles(kShape);
  cycles.next().blocked = 3;
  cycles.next();
  CHECK(fires("hol", cycles) == "none");
  cycles.next().hol = 2;
  CHECK(fires("hol", cycles) == "2: input 1 is head-of-line blocked");
}

TEST_CASE("the trigger drop fires when a count goes up, of whatever cause", "[host]") {
  MadeCycles cycles(kShape);
  cycles.next();
  CHECK(fires("drop", cycles) == "none");
  SECTION("one") {
    cycles.next().drop_misrouted[1] = 1;
    CHECK(fires("drop", cycles) == "1: a packet is discarded");
  }
  SECTION("several") {
    cycles.next().drop_full = {2, 1};
    CHECK(fires("drop", cycles) == "1: 3 packets are discarded");
  }
  SECTION("not again while it stays") {
    TriggerWatch watch(trigger_of("drop"), kShape);
    ++cycles.next().drop_full[0];
    CHECK(watch.look(cycles.now()));
    CHECK_FALSE(watch.look(cycles.next()));
  }
}

TEST_CASE("the trigger occupancy fires above its limit", "[host]") {
  MadeCycles cycles(kShape);
  cycles.next().occ_beats = {4, 3};
  cycles.next().occ_beats = {4, 5};
  CHECK(fires("occupancy>3", cycles) == "0: queue 0 holds 4 beats");
  CHECK(fires("occupancy>4", cycles) == "1: queue 1 holds 5 beats");
  CHECK(fires("occupancy>5", cycles) == "none");
}

TEST_CASE("the trigger lag fires when a packet has left later than its limit", "[host]") {
  MadeCycles cycles(kShape);
  cycles.next().lag = {std::nullopt, 3};
  cycles.next().lag = {5, 3};
  CHECK(fires("lag>3", cycles) ==
        "1: a packet has left output 0 5 cycles later than an output-queued switch");
  CHECK(fires("lag>5", cycles) == "none");
  CHECK(fires("lag>2", cycles).substr(0, 2) == "0:");
}

TEST_CASE("the trigger latency counts from the first beat in to the last one out", "[host]") {
  const PacketId lost{0, 1, 0};
  const PacketId packet{0, 1, 1};
  MadeCycles cycles(kShape);
  cycles.next();
  cycles.in(lost, Beat::Only);
  cycles.next();
  cycles.in(packet, Beat::First, false);
  cycles.next();
  cycles.in(packet, Beat::First);
  cycles.next();
  cycles.in(packet, Beat::Last).out(packet, Beat::First);
  cycles.next();
  cycles.out(packet, Beat::Last, false);
  cycles.next();
  cycles.out(packet, Beat::Last);
  CHECK(fires("latency>2", cycles) == "5: packet 0>1#1 leaves 3 cycles after it came");
  CHECK(fires("latency>3", cycles) == "none");
  // Neither one that never came nor one of ports that are not there.
  cycles.next();
  cycles.out({1, 1, 7}, Beat::Only);
  cycles.next();
  cycles.out({40, 1, 7}, Beat::Only);
  CHECK(fires("latency>3", cycles) == "none");
}

TEST_CASE("no cycle fires a trigger that waits for the run's failure", "[host]") {
  MadeCycles cycles(kShape);
  cycles.next().hol = 1;
  ++cycles.next().drop_full[0];
  CHECK(fires("mismatch", cycles) == "none");
  CHECK(fires("assertion", cycles) == "none");
}

TEST_CASE("the trigger higher-class fires when packets of an input are held", "[host]") {
  MadeCycles cycles(kShape);
  cycles.next().hol = 1;
  CHECK(fires("higher-class", cycles) == "none");
  cycles.next().higher_class = 2;
  CHECK(fires("higher-class", cycles) == "1: a higher class holds packets of input 1");
}

TEST_CASE("the triggers latency and waiting tell classes apart, whose packets have one number", "[host]") {
  const PacketId low{0, 1, 0, 0}, high{0, 1, 0, 1};
  MadeCycles cycles(kShape);
  cycles.next();
  cycles.in(low, Beat::Only);
  cycles.next();
  cycles.in(high, Beat::Only);
  cycles.next();
  cycles.next();
  cycles.out(high, Beat::Only);
  cycles.next();
  CHECK(fires("latency>1", cycles) == "3: packet 0>1#0/1 leaves 2 cycles after it came");
  CHECK(fires("latency>0:1", cycles) == "none");
  CHECK(fires("waiting>2", cycles) == "3: packet 0>1#0/0 has not left 3 cycles after it came");
  CHECK(fires("waiting>1:2", cycles) == "none");
  CHECK(fires("waiting>1:0", cycles).substr(0, 2) == "2:");
  CHECK(fires("waiting>4", cycles) == "none");
  cycles.next();
  cycles.out(low, Beat::Only);
  CHECK(fires("latency>0:4", cycles) == "5: packet 0>1#0/0 leaves 5 cycles after it came");
}
