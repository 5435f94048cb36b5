// SPDX-License-Identifier: Apache-2.0
#include "host/nic/nic.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/host/nic/nic_hosts.h"

using namespace xb;
using namespace xb::nic_hosts;

TEST_CASE("windows bound the packets on their way", "[host]") {
  std::vector<RankProgram> programs(3);
  programs[0].send(1, 4);
  programs[0].send(2, 4);
  programs[1].receive(0, 4);
  programs[2].receive(0, 4);
  NicSettings s = settings(0);
  // A packet is out from the beginning of its O_s until it has come: 7 + 29 + 101 cycles.
  constexpr std::uint64_t kOut = kSend + kUplink + kTransit;
  SECTION("to a partner") {
    s.send_window = 2;
    Hosts hosts(programs, s);
    hosts.run(5000);
    CHECK(hosts.starts == std::vector<std::uint64_t>{36, 43, kOut + 36, kOut + 43, kOut + 50, kOut + 57,
                                                     2 * kOut + 50, 2 * kOut + 57});
  }
  SECTION("to all") {
    s.global_window = 3;
    Hosts hosts(programs, s);
    hosts.run(5000);
    std::vector<std::uint64_t> starts;
    for (std::uint64_t n = 0; n < 8; ++n) starts.push_back(n / 3 * kOut + 36 + n % 3 * kSend);
    CHECK(hosts.starts == starts);
  }
}

TEST_CASE("a receive window is full until the process has taken a packet", "[host]") {
  auto programs = two();
  programs[0].send(1, 3);
  const OpId later = programs[1].compute(1000);
  programs[1].require(programs[1].receive(0, 3), later);
  NicSettings s = settings();
  s.receive_window = 2;
  Hosts hosts(programs, s);
  hosts.nics[1].arrive(0, {0, 0, 0, 0}, 10);
  CHECK(hosts.nics[1].has_room());
  hosts.nics[1].arrive(0, {0, 1, 0, 0}, 20);
  CHECK_FALSE(hosts.nics[1].has_room());
  const auto run_receiver = [&](std::uint64_t end) {
    for (std::uint64_t now = 0; now < end; ++now)
      if (hosts.nics[1].next_event() <= now) hosts.nics[1].advance(now);
  };
  run_receiver(1000 + 2 * kKernel + kUser);
  CHECK_FALSE(hosts.nics[1].has_room());
  CHECK(mentions(hosts.nics[1].waits_for(), {"receive window of 2 packets is full"}));
  hosts.nics[1].advance(1000 + 2 * kKernel + kUser);
  CHECK(hosts.nics[1].has_room());
}

TEST_CASE("the CPU runs as many packets ahead of the link as the send ring holds", "[host]") {
  const unsigned ring = GENERATE(16U, 2U);
  const unsigned more = GENERATE(0U, 1U);
  auto programs = two();
  programs[0].send(1, ring + more);
  const Schedule schedule = schedule_of(programs);
  NicSettings s = settings();
  s.timing.send_ring = ring;
  MessageTable messages(schedule, s.sizes);
  Nic nic(0, schedule, messages, s);
  for (std::uint64_t now = 0; now < 1000; ++now) {
    if (nic.next_event() <= now) nic.advance(now);
  }
  CHECK(nic.finished() == (more == 0));
  REQUIRE(nic.has_outgoing(1000));
  Nic::Outgoing packet;
  REQUIRE(nic.take_outgoing(1000, packet));
  CHECK(packet.destination == 1);
  nic.advance(1000 + kSend);
  CHECK(nic.finished());
  CHECK(mentions(nic.waits_for(), {"for the link, the first to 1"}));
  CHECK_FALSE(nic.has_outgoing(1000 + kGap - 1));
  CHECK(nic.has_outgoing(1000 + kGap));
}

TEST_CASE("a lost packet goes again after the time-out, for another O_s", "[host]") {
  NicSettings s = settings();
  s.go_back_n = {true, 1000, 50, 8};
  auto programs = two();
  programs[0].send(1, 3);
  programs[1].receive(0, 3);
  Hosts hosts(programs, s);
  hosts.lost = {1};
  hosts.run(5000);
  // On the link at 36, 89 and 142. The first is acknowledged alone: there at 137, after 50 cycles and the
  // uplink it starts at 216 and is there at 317. The third, out of order at 243, has that said again at
  // 243 + 50 + 29. The time is out at 1317, and the second and third go again: O_s, uplink, g_s.
  const std::uint64_t again = 1317 + kSend + kUplink;
  CHECK(hosts.starts == std::vector<std::uint64_t>{36, 89, 142, 216, 322, again, again + kGap,
                                                   again + kTransit + 50 + kUplink});
  CHECK(hosts.beats[3] == 8);
  CHECK(hosts.end(1) == again + kGap + kTransit + kKernel + kUser);
  HostCounters all = hosts.nics[0].counters();
  all += hosts.nics[1].counters();
  CHECK(all.time_outs == 1);
  CHECK(all.retransmitted_packets == 2);
  CHECK(all.ack_frames >= 2);
  CHECK(all.discarded_out_of_order == 1);  // the third, at first
}

TEST_CASE("a lost acknowledgement makes a packet come twice, the process has it once", "[host]") {
  NicSettings s = settings();
  s.go_back_n = {true, 1000, 50, 8};
  auto programs = two();
  programs[0].send(1, 1);
  programs[1].receive(0, 1);
  Hosts hosts(programs, s);
  hosts.lost = {1};
  hosts.run(5000);
  // Packet at 36, its acknowledgement at 36 + 101 + 50 + 29 is lost; out of time at 1036.
  const std::uint64_t again = 1036 + kSend + kUplink;
  CHECK(hosts.starts ==
        std::vector<std::uint64_t>{36, 36 + kTransit + 50 + kUplink, again, again + kTransit + 50 + kUplink});
  CHECK(hosts.end(1) == 36 + kTransit + kKernel + kUser);
  CHECK(hosts.nics[1].counters().discarded_out_of_order == 1);
  CHECK(hosts.nics[0].next_event() == Workload::kNever);
}

TEST_CASE("with go-back-N a packet that finds no room is discarded and goes again", "[host]") {
  NicSettings s = settings();
  s.go_back_n = {true, 1000, 50, 8};
  s.receive_window = 1;
  auto programs = two();
  programs[0].send(1, 2);
  programs[1].require(programs[1].receive(0, 2), programs[1].add({OpKind::Compute, 1, 0, 0, 0, 500}));
  Hosts hosts(programs, s);
  hosts.run(5000);
  CHECK(hosts.end(1).has_value());
  CHECK(hosts.nics[1].counters().discarded_no_room == 1);
  CHECK(hosts.nics[0].counters().retransmitted_packets == 1);
}

TEST_CASE("a partner that has all of its packets after all gets no more places, whoever waits before it",
          "[host]") {
  NicSettings s = settings(0);
  s.go_back_n = {true, 1000, 50, 8};
  s.go_back_n.initial_window = 4;
  std::vector<RankProgram> programs(3);
  for (const unsigned to : {1U, 2U}) {
    programs[0].send(to, 2);
    programs[to].receive(0, 2);
  }
  Hosts hosts(programs, s);
  // Lost are both packets to 2, what 1 says of its own, and, after the time-out, the first to 2 again. The
  // first to 1 comes twice, so that 1 says that it has both: while 2, in front, waits for its window.
  hosts.lost = {2, 3, 4, 6};
  hosts.run(8000);
  CHECK(hosts.end(1) == 36 + kTransit + 2 * (kKernel + kUser));
  CHECK(hosts.end(2).has_value());
  CHECK(hosts.nics[0].counters().time_outs == 3);
  CHECK(hosts.nics[0].counters().retransmitted_packets == 4);
  CHECK(hosts.nics[0].next_event() == Workload::kNever);
}
