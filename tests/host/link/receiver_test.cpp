// SPDX-License-Identifier: Apache-2.0
#include "host/link/receiver.h"

#include <regex>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/link/link.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

std::string at(unsigned output, std::uint64_t cycle) {
  return "cycle " + std::to_string(cycle) + ": output " + std::to_string(output) + ": ";
}

/// What is said of a link.
std::string said(const Link& link) { return lines_of(link.receiver.violations()); }

}  // namespace

TEST_CASE("a perfect link delivers everything, with its times", "[host]") {
  const unsigned words = GENERATE(1U, 4U);
  Link link(4, words);
  const auto one = link.send(0, 1, 1);
  const auto five = link.send(3, 1, 5);  // in cycles 1..5
  link.now = 20;
  link.deliver(one);
  link.deliver(five);
  CHECK(link.receiver.violations().empty());
  CHECK(link.scoreboard.in_flight() == 0);
  REQUIRE(link.delivered.size() == 2);
  const DeliveredPacket& packet = link.delivered[1];
  CHECK(packet.source == 3);
  CHECK(packet.destination == 1);
  CHECK(packet.length_beats == 5);
  CHECK(packet.first_in_cycle == 1);
  CHECK(packet.last_in_cycle == 5);
  CHECK(packet.first_out_cycle == 21);
  CHECK(packet.last_out_cycle == 25);
}

TEST_CASE("packets for several outputs may come beat by beat in turn", "[host]") {
  Link link(4, 1);
  const auto a = link.send(0, 1, 3);
  const auto b = link.send(2, 3, 3);
  for (int n = 0; n < 3; ++n) {
    link.deliver({a[n], b[n]});
    CHECK(link.receiver.in_packet(1) == (n < 2));
  }
  CHECK(link.receiver.violations().empty());
  CHECK(link.delivered.size() == 2);
}

TEST_CASE("any flipped bit is reported with output and cycle", "[host]") {
  const unsigned beat = GENERATE(0U, 1U, 2U);
  for (unsigned bit = 0; bit < 128; ++bit) {
    Link link(4, 2);
    auto beats = link.send(2, 1, 3);
    beats[beat].data[bit / 64] ^= std::uint64_t{1} << bit % 64;
    link.now = 100;
    link.deliver(beats);
    CAPTURE(beat, bit);
    REQUIRE(mentions(said(link), {at(1, 100 + beat)}));
  }
  Link link(4, 1);
  auto beats = link.send(2, 1, 3);
  beats[1].data[0] ^= 1;
  link.deliver(beats);
  CHECK(mentions(said(link), {at(1, 4) + "data: expected tdata[63:0] 0x",
                              ", beat 1 of packet #0 from input 2 to output 1, 3 beats; seen 0x"}));
}

TEST_CASE("beats of few bits are shown with as many digits", "[host]") {
  Link link(4, 1);
  link.receiver.show_width(16);
  auto beats = link.send(2, 1, 3);
  beats[1].data[0] ^= 1;
  link.deliver(beats);
  const std::regex wrong("data: expected tdata\\[15:0\\] 0x[0-9a-f]{4}, beat .* seen 0x[0-9a-f]{4}$");
  CHECK(std::regex_search(link.receiver.violations().back().text(), wrong));
  const auto packet = link.send(2, 1, 1);
  link.deliver(packet);
  link.deliver(packet);
  const std::regex unknown("packet: expected .* seen tdata 0x[0-9a-f]{4}$");  // these bits are no header
  CHECK(std::regex_search(link.receiver.violations().back().text(), unknown));
}

TEST_CASE("swapped packets of a flow are reported", "[host]") {
  Link link(4, 1);
  const auto first = link.send(0, 3, 2);
  const auto second = link.send(0, 3, 2);
  link.now = 10;
  link.deliver(second);
  CHECK(mentions(said(link),
                 {at(3, 10) + "order: expected packet #0 from input 0", "seen packet #1 from input 0"}));
}

TEST_CASE("packets of different flows may overtake each other", "[host]") {
  Link link(4, 1);
  const auto first = link.send(0, 3, 2);
  const auto second = link.send(1, 3, 2);
  link.deliver(second);
  link.deliver(first);
  CHECK(link.receiver.violations().empty());
}

TEST_CASE("a lost packet is reported when the next of its flow comes, and as missing", "[host]") {
  Link link(4, 1);
  link.send(0, 3, 2);
  const auto second = link.send(0, 3, 2);
  CHECK(mentions(link.scoreboard.missing(8), {"input 0 -> output 3: 2 packet(s)"}));
  link.now = 10;
  link.deliver(second);
  CHECK(mentions(said(link),
                 {at(3, 10) + "order: expected packet #0 from input 0", "seen packet #1 from input 0"}));
  CHECK(link.delivered.empty());
}

TEST_CASE("a packet that comes twice is reported", "[host]") {
  Link link(4, 1);
  const auto packet = link.send(1, 2, 1);
  link.deliver(packet);
  CHECK(link.receiver.violations().empty());
  link.now = 30;
  link.deliver(packet);
  CHECK(mentions(
      said(link),
      {at(2, 30) +
           "packet: expected the first beat of a packet that has come in and not gone out; seen tdata 0x",
       "packet #0 from input 1"}));
}

TEST_CASE("a packet that comes twice is reported while another of its flow is due, too", "[host]") {
  Link link(4, 1);
  const auto packet = link.send(1, 2, 1);
  link.send(1, 2, 1);
  link.deliver(packet);
  link.now = 30;
  link.deliver(packet);
  CHECK(mentions(said(link), {at(2, 30) + "packet: expected", "packet #0 from input 1"}));
}

TEST_CASE("a packet at the wrong output is reported", "[host]") {
  Link link(4, 1);
  auto packet = link.send(1, 2, 1);
  packet[0].output = 3;
  link.now = 40;
  SECTION("where none is due") {
    link.deliver(packet);
    CHECK(mentions(said(link),
                   {at(3, 40) +
                    "route: expected packets to output 3; seen packet #0 from input 1 to output 2, 1 beat"}));
  }
  SECTION("where another of that input is due") {
    link.send(1, 3, 1);
    link.now = 40;
    link.deliver(packet);
    CHECK(mentions(said(link), {at(3, 40) + "route: expected packets to output 3; seen packet #0"}));
  }
}

TEST_CASE("a wrong tdest is reported", "[host]") {
  Link link(4, 1);
  const auto packet = link.send(1, 2, 1);
  SwitchOutputs out{};
  out.m_tuser = out.m_tlast = 0b100;
  out.m_tdata[2] = packet[0].data[0];
  out.m_tdest[2] = 1;
  link.deliver(0b100, out);
  CHECK(mentions(said(link), {at(2, 1) + "tdest: expected 2 at beat 0 of packet #0", "seen 1"}));
}

TEST_CASE("wrong first and last marks are reported", "[host]") {
  Link link(4, 1);
  auto packet = link.send(1, 2, 3);
  link.now = 50;
  SECTION("no last mark at the end") {
    packet[2].last = false;
    link.deliver(packet);
    CHECK(mentions(said(link), {at(2, 52) + "tlast: expected 1 at beat 2 of packet #0", "seen 0"}));
  }
  SECTION("a last mark too early") {
    packet[1].last = true;
    link.deliver(packet);
    CHECK(mentions(said(link), {at(2, 51) + "tlast: expected 0 at beat 1 of packet #0", "seen 1"}));
  }
  SECTION("no first mark") {
    packet[0].first = false;
    link.deliver(packet);
    CHECK(mentions(said(link), {at(2, 50) + "tuser: expected 1 at beat 0 of packet #0", "seen 0"}));
  }
  SECTION("a first mark inside") {
    packet[1].first = true;
    link.deliver(packet);
    CHECK(mentions(said(link), {at(2, 51) + "tuser: expected 0 at beat 1 of packet #0", "seen 1"}));
  }
  SECTION("a beat too few, then the next packet") {
    packet.pop_back();
    const auto next = link.send(1, 2, 1);
    packet.push_back(next[0]);
    link.now = 50;
    link.deliver(packet);
    CHECK(mentions(said(link), {at(2, 52) + "whole-packets: expected beat 2 of packet #0",
                                "the first beat of packet #1"}));
  }
}

TEST_CASE("without payload, packets that end too early or too late are reported", "[host]") {
  Link link(4, 0);
  link.send(1, 2, 3);
  const std::uint64_t header = link.scoreboard.due(1, 2)->header;
  link.now = 50;
  const auto deliver = [&](bool first, bool last) {
    SwitchOutputs out{};
    out.m_tdest[2] = 2;
    out.m_tdata[2] = header;
    out.m_tuser = PortMask{first} << 2U;
    out.m_tlast = PortMask{last} << 2U;
    link.deliver(0b100, out);
  };
  deliver(true, false);
  SECTION("in time") {
    deliver(false, false);
    deliver(false, true);
    CHECK(link.receiver.violations().empty());
    CHECK(link.delivered.size() == 1);
  }
  SECTION("too early") {
    deliver(false, true);
    CHECK(mentions(said(link), {at(2, 51) + "tlast: expected 0 at beat 1 of packet #0", "seen 1"}));
  }
  SECTION("too late") {
    deliver(false, false);
    deliver(false, false);
    CHECK(mentions(said(link), {at(2, 52) + "tlast: expected 1 at beat 2 of packet #0", "seen 0"}));
  }
}

TEST_CASE("interleaved packets on one output are reported", "[host]") {
  Link link(4, 1);
  const auto a = link.send(0, 2, 2);
  const auto b = link.send(1, 2, 2);
  link.now = 60;
  link.deliver({a[0], b[0], a[1], b[1]});
  CHECK(mentions(said(link), {at(2, 61) + "interleaving: expected beat 1 of packet #0 from input 0",
                              "the first beat of packet #0 from input 1"}));
}

TEST_CASE("interleaved packets of other classes are reported as such", "[host]") {
  const unsigned other = GENERATE(0U, 1U);
  Transmitter transmitter(4, 1, {}, 2);
  Receiver receiver(4, 1, false, {}, {}, 2);
  Scoreboard scoreboard(4, {}, 2);
  for (const unsigned input : {0U, 1U}) transmitter.start_of_class(input == 1 ? other : 0, input, 2, 2, 0);
  const std::uint64_t headers[] = {transmitter.wires().s_tdata[0], transmitter.wires().s_tdata[1]};
  for (std::uint64_t now = 0; now < 2; ++now) transmitter.advance(0b11, now, scoreboard);
  for (const unsigned input : {0U, 1U}) {
    SwitchOutputs out{};
    out.m_tdest[2] = 2;
    out.m_tid[2] = static_cast<std::uint8_t>(input == 1 ? other : 0);
    out.m_tdata[2] = headers[input];
    out.m_tuser = bit(2);
    receiver.take(bit(2), out, 10 + input, scoreboard, [](const DeliveredPacket&) {});
  }
  CHECK(mentions(lines_of(receiver.violations()),
                 {at(2, 11) + "interleaving: expected beat 1 of packet #0 from input 0",
                  "the first beat of packet #0 from input 1"}));
}

TEST_CASE("a run ends where a packet is one of two that have the same header", "[host]") {
  Scoreboard scoreboard(2);
  for (std::uint32_t n = 0; n < PacketHeader::kSequences + 9; ++n) {
    const std::uint64_t stamp = n;  // a packet a cycle
    scoreboard.sent(0, 1, {PacketHeader{0, 1, 1, n, stamp}.encode(), n, {}, n});
  }
  SwitchOutputs out{};
  out.m_tdest[1] = 1;
  out.m_tlast = out.m_tuser = 2;
  std::uint64_t first_in = 0;
  const auto take = [&](std::uint32_t n) {
    Receiver receiver(2, 0, true);
    out.m_tdata[1] = PacketHeader{0, 1, 1, n, n}.encode();
    receiver.take(2, out, 300000, scoreboard,
                  [&](const DeliveredPacket& packet) { first_in = packet.first_in_cycle; });
    return lines_of(receiver.violations());
  };
  CHECK(mentions(message_of<RunError>([&] { take(5); }), {"output 1", "#5 from input 0", "same header"}));
  CHECK(take(20).empty());  // the one 2^18 packets later has not been sent
  CHECK(first_in == 20);
}

TEST_CASE("a packet that begins to leave before its routing delay is over is reported", "[host]") {
  const std::uint64_t delay = GENERATE(0U, 7U);
  const std::uint64_t early = GENERATE(0U, 1U);
  Link link(4, 1, {false, delay});
  const auto packet = link.send(2, 1, 1);  // in cycle 0
  link.now = delay + 1 - early;
  link.deliver(packet);
  CHECK(link.receiver.violations().empty() == (early == 0));
  if (early == 0) return;
  CHECK(mentions(said(link),
                 {at(1, delay) + "routing-delay: expected no beat before", "packet #0 from input 2"}));
}

TEST_CASE("under store-and-forward a packet that begins to leave before all of it was taken is reported",
          "[host]") {
  const bool store_forward = GENERATE(false, true);
  Link link(4, 1, {store_forward, 0});
  const auto beats = link.send(2, 1, 5);  // in cycles 0..4
  SECTION("in the cycle of its last beat") {
    link.now = 4;
    link.deliver({beats[0]});
    CHECK(link.receiver.violations().empty() != store_forward);
    if (store_forward)
      CHECK(mentions(said(link),
                     {at(1, 4) + "store-and-forward: expected a packet's first beat after its last one",
                      "packet #0 from input 2 to output 1, 5 beats, taken from cycle 0 on"}));
  }
  SECTION("in the cycle after it") {
    link.now = 5;
    link.deliver(beats);
    CHECK(link.receiver.violations().empty());
  }
}

TEST_CASE("a packet that is out before it is in is reported", "[host]") {
  Link link(4, 1);
  const auto beats = link.send(2, 1, 5);
  link.scoreboard.all_in(2, 1, 14);  // its last beat kept the switch waiting
  const std::uint64_t early = GENERATE(0U, 1U);
  link.now = 11 - early;  // in cycles 11..15
  link.deliver(beats);
  CHECK(link.receiver.violations().empty() == (early == 0));
  if (early == 0) return;
  CHECK(mentions(said(link),
                 {at(1, 14) + "packet: expected no beat before it came in", "packet #0 from input 2"}));
}

TEST_CASE("order is kept within a class, and a packet keeps its class", "[host]") {
  Transmitter transmitter(4, 0, {}, 2);
  Receiver receiver(4, 0, false, {}, {}, 2);
  Scoreboard scoreboard(4, {}, 2);
  std::vector<std::uint64_t> headers;
  for (const unsigned of_class : {0U, 1U, 0U}) {
    transmitter.start_of_class(of_class, 2, 1, 2, 0);
    headers.push_back(transmitter.wires().s_tdata[2]);
    for (std::uint64_t now = 0; now < 2; ++now) transmitter.advance(bit(2), now, scoreboard);
  }
  unsigned delivered = 0;
  const auto beat = [&](std::uint64_t header, unsigned of_class, bool first) {
    SwitchOutputs out{};
    out.m_tdest[1] = 1;
    out.m_tid[1] = static_cast<std::uint8_t>(of_class);
    out.m_tdata[1] = header;
    (first ? out.m_tuser : out.m_tlast) = bit(1);
    receiver.take(bit(1), out, 10, scoreboard, [&](const DeliveredPacket& packet) {
      CHECK(packet.of_class == of_class);
      ++delivered;
    });
    return lines_of(receiver.violations());
  };
  CHECK(beat(headers[1], 1, true).empty());  // before an earlier one of the other class
  CHECK(beat(headers[1], 1, false).empty());
  REQUIRE(delivered == 1);
  SECTION("another class") { CHECK(beat(headers[0], 1, true).find("tid: expected") != std::string::npos); }
  SECTION("a class that there is not") {
    CHECK(beat(headers[0], 7, true).find("tid: expected") != std::string::npos);
  }
  SECTION("another class from the second beat on") {
    CHECK(beat(headers[0], 0, true).empty());
    CHECK(beat(headers[0], 1, false).find("tid: expected") != std::string::npos);
  }
  SECTION("the second of a class before the first") {
    CHECK(beat(headers[2], 0, true).find("order: expected") != std::string::npos);
  }
  SECTION("all") {
    for (const unsigned n : {0U, 2U}) {
      CHECK(beat(headers[n], 0, true).empty());
      CHECK(beat(headers[n], 0, false).empty());
    }
    CHECK(delivered == 3);
    CHECK(scoreboard.in_flight() == 0);
  }
}

TEST_CASE("a packet of one beat keeps its class and its input", "[host]") {
  Transmitter transmitter(4, 0, {}, 2);
  Receiver receiver(4, 0, false, {}, {}, 2);
  Scoreboard scoreboard(4, {}, 2);
  transmitter.start_of_class(1, 2, 1, 1, 0);
  const std::uint64_t header = transmitter.wires().s_tdata[2];
  transmitter.advance(bit(2), 0, scoreboard);
  const auto said_of = [&](std::uint64_t word, unsigned of_class) {
    SwitchOutputs out{};
    out.m_tdest[1] = 1;
    out.m_tid[1] = static_cast<std::uint8_t>(of_class);
    out.m_tdata[1] = word;
    out.m_tuser = out.m_tlast = bit(1);
    receiver.take(bit(1), out, 10, scoreboard,
                  [](const DeliveredPacket& packet) { CHECK(packet.of_class == 1); });
    return lines_of(receiver.violations());
  };
  SECTION("as it should be") {
    CHECK(said_of(header, 1).empty());
    CHECK(scoreboard.in_flight() == 0);
  }
  SECTION("another class") { CHECK(said_of(header, 0).find("tid: expected") != std::string::npos); }
  SECTION("a class that there is not") {
    CHECK(said_of(header, 7).find("tid: expected") != std::string::npos);
  }
  SECTION("an input that there is not, of class 0, for input 2 of class 1") {
    CHECK(said_of(header + 4, 0).find("packet: expected") != std::string::npos);
  }
}

TEST_CASE("only the first violations are listed", "[host]") {
  Link link(4, 1);
  const auto packet = link.send(0, 1, 1);
  for (int n = 0; n < 100; ++n) link.deliver(packet);
  CHECK(link.receiver.violations().size() == 8);
}
