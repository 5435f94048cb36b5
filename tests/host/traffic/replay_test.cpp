// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/replay.h"

#include "host/base/errors.h"
#include "host/capture/ethernet.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/capture/built_captures.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

constexpr std::uint16_t kFlags = 2;

/// (source, destination) of a frame, by its address' last byte.
using Pair = std::pair<unsigned, unsigned>;

/// Frames in a pcap file, a microsecond apart.
CaptureBuilder pcap_of(const std::vector<Pair>& pairs) {
  CaptureBuilder file;
  file.pcap_header(kPcapMicroseconds);
  std::uint32_t time = 0;
  for (const auto& [source, destination] : pairs) file.pcap_frame(7, time++, test_frame(source, destination));
  return file;
}

ReplayRules rules(unsigned hosts) { return {HostList(hosts), hosts, 64, 1000.0}; }

Replay replay_of(const CaptureBuilder& file, const ReplayRules& rules) {
  return make_replay(parse_capture(file.bytes, "x"), rules);
}
std::string replay_refusal(const CaptureBuilder& file, const ReplayRules& rules) {
  return message_of<InputError>([&] { replay_of(file, rules); });
}

/// Source and destination host of each frame of the capture.
std::vector<Pair> hosts_of(const Replay& replay) {
  std::vector<Pair> pairs(replay.frames);
  for (unsigned host = 0; host < replay.by_host.size(); ++host) {
    for (const ReplayedFrame& frame : replay.by_host[host]) pairs[frame.number] = {host, frame.destination};
  }
  return pairs;
}

/// Of the lab's own.
std::string lab_frame(unsigned source, unsigned destination, std::size_t payload,
                      unsigned type = kLabEtherType) {
  return to_bytes({address_of_host(destination), address_of_host(source), type}) + std::string(payload, 'x');
}

}  // namespace

TEST_CASE("addresses have the hosts in turn, in the order in which they appear", "[host]") {
  const auto file = pcap_of({{10, 20}, {20, 10}, {30, 255}, {40, 10}, {50, 40}, {10, 50}});
  CHECK(hosts_of(replay_of(file, rules(8))) ==
        std::vector<Pair>{{0, 1}, {1, 0}, {2, 3}, {4, 0}, {5, 4}, {0, 5}});
  // The fifth address is host 0 again where there are four.
  CHECK(hosts_of(replay_of(file, rules(4))) ==
        std::vector<Pair>{{0, 1}, {1, 0}, {2, 3}, {0, 0}, {1, 0}, {0, 1}});
  ReplayRules some = rules(8);
  some.taking_part = HostList(std::vector<unsigned>{6, 2, 7});
  CHECK(hosts_of(replay_of(file, some)) == std::vector<Pair>{{6, 2}, {2, 6}, {7, 6}, {2, 6}, {7, 2}, {6, 7}});
}

TEST_CASE("in a capture of several interfaces the interface is the input", "[host]") {
  CaptureBuilder file;
  file.section();
  for (unsigned n = 0; n < 3; ++n) file.interface();
  file.packet(2, 0, test_frame(10, 20));
  file.packet(1, 1, test_frame(20, 10));
  file.packet(0, 2, test_frame(30, 99));  // 99 sends nothing: the first in turn
  file.packet(1, 3, test_frame(30, 10));  // at another interface than before
  file.packet(0, 4, test_frame(31, 30));
  CHECK(hosts_of(replay_of(file, rules(4))) == std::vector<Pair>{{2, 1}, {1, 2}, {0, 0}, {1, 2}, {0, 0}});
  CHECK(mentions(replay_refusal(file, rules(2)),
                 {"x: byte 116: a frame of interface 2; allowed: 0..1", "editcap"}));
}

TEST_CASE("frames that have gone out at an interface go to that output", "[host]") {
  CaptureBuilder file;
  file.section();
  for (unsigned n = 0; n < 3; ++n) file.interface();
  file.packet(2, 0, test_frame(10, 20), {{kFlags, 2, 4}});
  file.packet(1, 1, test_frame(20, 10), {{kFlags, 2, 4}});
  file.packet(0, 2, test_frame(20, 255), {{kFlags, 2, 4}});
  CHECK(hosts_of(replay_of(file, rules(4))) == std::vector<Pair>{{1, 2}, {2, 1}, {2, 0}});
}

TEST_CASE("eight priorities are shared among the classes, the highest for the highest", "[host]") {
  CaptureBuilder file;
  file.pcap_header(kPcapMicroseconds);
  for (unsigned priority = 0; priority < 8; ++priority) {
    std::string tagged = test_frame(10, 20);
    tagged[12] = '\x81';
    tagged[13] = '\0';
    tagged[14] = static_cast<char>(priority << 5U);
    file.pcap_frame(7, priority, tagged);
  }
  const std::vector<std::vector<unsigned>> wanted{
      {}, {0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 1, 2, 2}};
  for (const unsigned classes : {1U, 2U, 3U, 8U}) {
    ReplayRules by_pcp = rules(2);
    by_pcp.classes = classes;
    by_pcp.priority = pcp_of;
    std::vector<unsigned> got;
    const Replay replay = replay_of(file, by_pcp);
    for (const ReplayedFrame& frame : replay.by_host[0]) got.push_back(frame.of_class);
    CHECK(got == (classes == 8 ? std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6, 7} : wanted[classes]));
  }
}

TEST_CASE("the lab's addresses are the hosts that they name", "[host]") {
  CaptureBuilder file;
  file.pcap_header(kPcapMicroseconds);
  file.pcap_frame(0, 0, lab_frame(3, 1, 24));
  file.pcap_frame(0, 0, lab_frame(2, 2, 24, 0x0800));
  const Replay replay = replay_of(file, rules(4));
  CHECK(hosts_of(replay) == std::vector<Pair>{{3, 1}, {2, 2}});
  CHECK(replay.by_host[3].at(0).length == 3);  // what the header is not part of
  CHECK(replay.by_host[2].at(0).length == 5);
  CHECK(mentions(replay_refusal(file, rules(3)),
                 {"byte 40: a frame whose source is 02:78:62:00:00:03, host 3; allowed: the hosts 0..2"}));
  ReplayRules some = rules(4);
  some.taking_part = HostList(std::vector<unsigned>{3, 2});
  CHECK(mentions(replay_refusal(file, some), {"whose destination is", "host 1", "that take part"}));
}

TEST_CASE("a frame's beats are its bytes over the width, rounded up", "[host]") {
  CHECK(beats_of_bytes(0, 64) == 1);
  CHECK(beats_of_bytes(1, 64) == 1);
  CHECK(beats_of_bytes(8, 64) == 1);
  CHECK(beats_of_bytes(9, 64) == 2);
  CHECK(beats_of_bytes(64, 512) == 1);
  CHECK(beats_of_bytes(65, 512) == 2);
  // As long as it was, not as much of it as was captured.
  CaptureBuilder file;
  file.pcap_header(kPcapMicroseconds);
  file.pcap_frame(0, 0, test_frame(1, 2, 60), 1454);
  file.pcap_frame(0, 0, test_frame(1, 2, 60));
  const Replay replay = replay_of(file, rules(2));
  CHECK(replay.longest == 190);
  CHECK(replay.shortest == 8);
  CaptureBuilder longest;
  longest.pcap_header(kPcapMicroseconds);
  longest.pcap_frame(0, 0, test_frame(1, 2, 60), 65535 * 8 - 60);
  CHECK(replay_of(longest, rules(2)).longest == 65535);
  longest.pcap_frame(0, 0, test_frame(1, 2, 60), 65535 * 8 - 59);
  CHECK(mentions(replay_refusal(longest, rules(2)),
                 {"byte 116: a frame of 524281 bytes, 65536 beats of 64 bits"}));
}

TEST_CASE("where lengths are bytes a frame has its own, without the lab's header", "[host]") {
  CaptureBuilder file;
  file.pcap_header(kPcapMicroseconds);
  file.pcap_frame(0, 0, test_frame(1, 2, 61));
  file.pcap_frame(0, 0, test_frame(1, 2, 60), 5);
  file.pcap_frame(0, 0, test_frame(1, 2, 64));
  file.pcap_frame(0, 0, lab_frame(0, 1, 3));
  file.pcap_frame(0, 0, lab_frame(0, 1, 0));
  ReplayRules bytes = rules(2);
  bytes.lengths = LengthUnit::bytes(8);
  bytes.load = 0.5;
  const Replay replay = replay_of(file, bytes);
  std::vector<std::pair<unsigned, std::uint64_t>> sent;
  for (const ReplayedFrame& frame : replay.by_host[0]) sent.emplace_back(frame.length, frame.at);
  // Each waits for the whole beats of those before it.
  CHECK(sent ==
        std::vector<std::pair<unsigned, std::uint64_t>>{{61, 0}, {65, 16}, {64, 34}, {3, 50}, {1, 52}});
  CHECK(replay.shortest == 1);
  CHECK(replay.longest == 65);
  const PacketBytes lengths = packet_bytes(parse_capture(file.bytes, "x"));
  CHECK(lengths.least == 1);
  CHECK(lengths.most == 65);
  file.pcap_frame(0, 0, test_frame(1, 2, 60), 65535 - 60);
  CHECK(replay_of(file, bytes).longest == 65535);
  file.pcap_frame(0, 0, test_frame(1, 2, 60), 65535 - 59);
  CHECK(mentions(replay_refusal(file, bytes), {"a frame of 65536 bytes; allowed: at most 65535"}));
}

TEST_CASE("frames go at their times, whatever their order in the file", "[host]") {
  CaptureBuilder file;
  file.pcap_header(kPcapNanoseconds);
  file.pcap_frame(7, 1000, test_frame(1, 2));
  file.pcap_frame(7, 64, test_frame(1, 2));
  file.pcap_frame(6, 999999936, test_frame(2, 1));
  file.pcap_frame(7, 64, test_frame(1, 2));
  ReplayRules at_clock = rules(2);
  at_clock.clock_mhz = 156.25;
  const Replay replay = replay_of(file, at_clock);
  CHECK(replay.start_nanoseconds == 6999999936);
  CHECK_FALSE(replay.in_beat_times);
  // The first in time is frame 2, of address 2: host 0.
  REQUIRE(replay.by_host[0].size() == 1);
  REQUIRE(replay.by_host[1].size() == 3);
  CHECK(replay.by_host[0][0].at == 0);
  CHECK(replay.by_host[1][0].at == 20);  // 128 ns
  CHECK(replay.by_host[1][0].number == 1);
  CHECK(replay.by_host[1][1].number == 3);
  CHECK(replay.by_host[1][2].at == 166);  // 1064 ns are 166.25 cycles
}

TEST_CASE("at a load each host's frames are spaced by their lengths", "[host]") {
  const auto file = pcap_of({{1, 2}, {1, 2}, {2, 1}, {1, 2}});
  ReplayRules half = rules(2);
  half.load = 0.75;
  const Replay replay = replay_of(file, half);
  CHECK(replay.in_beat_times);
  const auto& first = replay.by_host[0];
  REQUIRE(first.size() == 3);
  CHECK(first[0].at == 0);
  CHECK(first[1].at == 10);  // 8 beats take 10.67
  CHECK(first[2].at == 21);
  CHECK(replay.by_host[1].at(0).at == 0);
  half.load = 1e-17;
  CHECK(mentions(replay_refusal(file, half), {"load: '1e-17' is not allowed here"}));
}

TEST_CASE("a frame without a time, or too late, is refused but at a load", "[host]") {
  CaptureBuilder file;
  file.section();
  file.interface({{9, 0, 1}});  // seconds
  file.packet(0, 1, test_frame(1, 2));
  file.packet(0, 2000000001, test_frame(1, 2));
  CHECK(mentions(replay_refusal(file, rules(2)), {"a frame 2000000000 s after the first"}));
  CaptureBuilder simple;
  simple.section();
  simple.interface();
  simple.simple_packet(test_frame(1, 2));
  CHECK(mentions(replay_refusal(simple, rules(2)), {"byte 60: a frame without a time", "replay load"}));
  ReplayRules full = rules(2);
  full.load = 1;
  CHECK(replay_of(simple, full).frames == 1);
  CHECK(replay_of(file, full).frames == 2);
}

TEST_CASE("cycles of a nanosecond or more become times and come back", "[host]") {
  for (const double mhz : {0.001, 1.5625, 156.25, 322.265625, 999.999, 1000.0}) {
    const ClockScale clock(mhz);
    for (const std::uint64_t cycle : {0ULL, 1ULL, 2ULL, 3ULL, 1001ULL, 9007199254740993ULL / 1024})
      CHECK(clock.cycles(clock.nanoseconds(cycle)) == cycle);
  }
  CHECK(ClockScale(156.25).nanoseconds(1) == 6);
  CHECK(ClockScale(156.25).nanoseconds(5) == 32);
  CHECK(ClockScale(100000).cycles(1) == 100);
}
