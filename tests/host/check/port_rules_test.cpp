// SPDX-License-Identifier: Apache-2.0
#include "host/check/port_rules.h"

#include <functional>

#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// Output 1 offers a beat that stalls in cycle 10; `change` is what cycle 11 shows instead.
std::optional<RuleViolation> verdict(const std::function<void(SwitchInputs&, SwitchOutputs&)>& change,
                                     PortMask withdrawn = 0) {
  HandshakeMonitor monitor(2, true);
  SwitchInputs in{};
  SwitchOutputs out{};
  out.m_tvalid = 0b10;
  out.m_tdest[1] = 1;
  out.m_tdata[2] = 7;
  out.m_tdata[3] = 8;
  monitor.cycle(in, out, 10);
  monitor.may_withdraw(withdrawn);
  change(in, out);
  monitor.cycle(in, out, 11);
  return monitor.violation();
}

bool says(const std::optional<RuleViolation>& violation, const std::string& rule, const std::string& what) {
  return violation && mentions(violation->text(), {"cycle 11: output 1: " + rule + ": expected " + what});
}

constexpr std::uint64_t kBound = 100;
constexpr std::uint64_t kSoon = kBound + 2 * 64;  // it looks now and then

}  // namespace

TEST_CASE("a stalled beat that stays is right, and so is any other after it was taken", "[host]") {
  CHECK_FALSE(verdict([](SwitchInputs&, SwitchOutputs&) {}));
  CHECK_FALSE(verdict([](SwitchInputs& in, SwitchOutputs&) { in.m_tready = 0b10; }));
  CHECK_FALSE(
      verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tdata[0] = 5; }));  // output 0 offers nothing
}

TEST_CASE("a stalled beat that changes or goes is reported", "[host]") {
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tvalid = 0; }), "valid-holds",
             "tvalid 1, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tdata[3] = 9; }), "payload-holds",
             "tdata 0x8, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tdest[1] = 0; }), "payload-holds",
             "tdest 0x1, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tlast = 0b10; }), "payload-holds",
             "tlast 0x0, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tuser = 0b10; }), "payload-holds",
             "tuser 0x0, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tkeep[1] = 1; }), "payload-holds",
             "tkeep 0x0, as the receiver was not ready; seen 0x1"));
}

TEST_CASE("a beat that may be withdrawn may go, and no other", "[host]") {
  const auto gone = [](SwitchInputs&, SwitchOutputs& out) { out.m_tvalid = 0; };
  CHECK_FALSE(verdict(gone, 0b10));
  CHECK(verdict(gone, 0b01));
}

TEST_CASE("an output that shows a beat before a packet for it has come is found", "[host]") {
  const unsigned port = GENERATE(0U, 2U, 3U);
  IdleOutputs outputs;
  Scoreboard scoreboard(4);
  SwitchInputs in{};
  SwitchOutputs out{};
  outputs.cycle(in, out, 6, scoreboard);
  out.m_tvalid = PortMask{1} << port;
  SECTION("after packets for others") {
    for (unsigned other = 0; other < 4; ++other) {
      if (other != port) scoreboard.sent(1, other, {PacketHeader{1, other, 1, 0, 0}.encode(), 5, {}, 5});
    }
    outputs.cycle(in, out, 7, scoreboard);
    REQUIRE(outputs.violation());
    CHECK(outputs.violation()->text() == "cycle 7: output " + std::to_string(port) +
                                             ": idle: expected tvalid 0, since no packet for it has ever "
                                             "come; seen tvalid 1");
  }
  SECTION("with one in it, and after it has gone") {
    scoreboard.sent(1, port, {PacketHeader{1, port, 1, 0, 0}.encode(), 5, {}, 5});
    outputs.cycle(in, out, 7, scoreboard);
    scoreboard.delivered(1, port);
    outputs.cycle(in, out, 8, scoreboard);
    CHECK_FALSE(outputs.violation());
  }
  SECTION("with one that is on offer in this cycle") {
    in.s_tvalid = 0b100;
    in.s_tdest[2] = static_cast<std::uint8_t>(port);
    outputs.cycle(in, out, 7, scoreboard);
    CHECK_FALSE(outputs.violation());
  }
}

TEST_CASE("an input whose beat is not taken is found when its bound is over", "[host]") {
  ProgressWatch watch({4, kBound, 0, GENERATE(false, true)});
  const Scoreboard scoreboard(4);
  const bool counts = GENERATE(true, false);
  const std::uint64_t begin = 1000;
  std::uint64_t now = begin;
  for (; now <= begin + kBound; ++now) watch.cycle(0b0100, 0, 0, counts, now, scoreboard);
  CHECK_FALSE(watch.violation());
  for (; now <= begin + kSoon; ++now) watch.cycle(0b0100, 0, 0, counts, now, scoreboard);
  REQUIRE(watch.violation().has_value() == counts);
  if (!counts) return;
  CHECK(watch.violation()->port == "input 2");
  CHECK(watch.violation()->rule == "progress");
  CHECK(watch.violation()->expected == "one of its beats to move within 100 cycles with ready receivers");
  CHECK(watch.violation()->seen == "none since cycle 1000");
}

TEST_CASE("an input is served when a beat of its moves, in or out, or when it wants nothing", "[host]") {
  ProgressWatch watch({4, kBound, 0, false});
  Scoreboard scoreboard(4);
  for (std::uint64_t now = 0; now < 10 * kSoon; ++now) {
    const bool moves = now % (kBound - 10) == 0;
    watch.cycle(0b0111, moves ? 0b0001 : 0, moves ? 0b0001 : 0, true, now, scoreboard);
    if (moves) watch.leaves(3, 1, false, now);  // of a long packet that came before
    if (moves) watch.leaves(2, 0, true, now);
    if (moves) watch.cycle(0b0011, 0, 0, true, now, scoreboard);
  }
  CHECK_FALSE(watch.violation());
}

TEST_CASE("a packet that stays inside is found, but not in a switch that may have lost it", "[host]") {
  const bool lossy = GENERATE(false, true);
  ProgressWatch watch({4, kBound, 0, lossy});
  Scoreboard scoreboard(4);
  const std::uint64_t header = PacketHeader{3, 1, 2, 7, 0}.encode();
  scoreboard.sent(3, 1, {header, 5, {}, 6});
  watch.cycle(0b1000, 0b1000, 0b1000, true, 5, scoreboard);
  watch.cycle(0b1000, 0b1000, 0, true, 6, scoreboard);
  for (std::uint64_t now = 7; now < 7 + kSoon; ++now) watch.cycle(0, 0, 0, true, now, scoreboard);
  REQUIRE(watch.violation().has_value() != lossy);
  if (lossy) return;
  CHECK(watch.violation()->port == "input 3");
  CHECK(watch.violation()->seen ==
        "none since cycle 6; inside: packet #7 from input 3 to output 1, 2 beats; from output 1 nothing has "
        "come");
}

TEST_CASE("of inputs that wait the first is named, with its oldest packet and what the output did last",
          "[host]") {
  const bool last = GENERATE(false, true);
  ProgressWatch watch({4, kBound, 0, false});
  Scoreboard scoreboard(4);
  const auto sent = [&](unsigned input, unsigned output, std::uint64_t cycle) {
    scoreboard.sent(input, output, {PacketHeader{input, output, 2, 7, 0}.encode(), cycle, {}, cycle + 1});
    watch.cycle(PortMask{1} << input, PortMask{1} << input, PortMask{1} << input, true, cycle, scoreboard);
  };
  sent(3, 2, 5);  // in front of all others
  sent(3, 0, 7);
  sent(0, 2, 8);
  watch.leaves(2, 1, last, 9);  // of a packet that came before
  for (std::uint64_t now = 10; now < 10 + 2 * kSoon; ++now) watch.cycle(0, 0, 0, true, now, scoreboard);
  REQUIRE(watch.violation());
  CHECK(watch.violation()->port == "input 3");
  CHECK(watch.violation()->seen ==
        std::string(
            "none since cycle 7; inside: packet #7 from input 3 to output 2, 2 beats; from output 2 the last "
            "beat came in cycle 9, ") +
            (last ? "a packet's last, from input 1" : "within a packet from input 1"));
}

TEST_CASE("of inputs that wait the one is named that holds up the others", "[host]") {
  ProgressWatch watch({4, kBound, 0, false});
  Scoreboard scoreboard(4);
  std::uint64_t now = 5;
  const auto sent = [&](unsigned input, unsigned output) {
    scoreboard.sent(input, output, {PacketHeader{input, output, 2, 7, 0}.encode(), now, {}, now + 1});
    watch.cycle(PortMask{1} << input, PortMask{1} << input, PortMask{1} << input, true, now, scoreboard);
    now += 10;
  };
  sent(3, 2);  // is the first that waits
  const unsigned named = GENERATE(0U, 1U, 3U);
  if (named == 1) sent(0, 1);
  sent(0, 2);
  sent(1, 1);
  watch.leaves(2, 0, named == 3,
               now);  // within a packet of input 0's, which is its oldest, or behind another
  watch.leaves(1, 1, false, now);
  for (unsigned n = 0; n < 2 * kSoon; ++n) watch.cycle(0, 0, 0, true, now++, scoreboard);
  REQUIRE(watch.violation());
  CHECK(watch.violation()->port == "input " + std::to_string(named));
}

TEST_CASE("whoever waits may wait for all packets that are inside", "[host]") {
  const std::uint64_t per_packet = 50;
  ProgressWatch watch({4, kBound, per_packet, false});
  Scoreboard scoreboard(4);
  for (unsigned n = 0; n < 10; ++n) scoreboard.sent(3, 1, {PacketHeader{3, 1, 50, n, 0}.encode(), n, {}, n});
  std::uint64_t now = 0;
  for (; now < kBound + 10 * per_packet; ++now) watch.cycle(0b0001, 0, 0, true, now, scoreboard);
  CHECK_FALSE(watch.violation());
  for (; now < kSoon + 10 * per_packet; ++now) watch.cycle(0b0001, 0, 0, true, now, scoreboard);
  CHECK(watch.violation());
}
