// SPDX-License-Identifier: Apache-2.0
#include "host/nic/nic.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/host/nic/nic_hosts.h"

using namespace xb;
using namespace xb::nic_hosts;

TEST_CASE("k packets point to point take O_s + (k-1) g + L + O_r + U_r", "[host]") {
  const std::uint32_t k = GENERATE(1U, 2U, 3U, 40U);  // more than the send ring holds
  auto programs = two();
  programs[0].send(1, k);
  programs[1].receive(0, k);
  Hosts hosts(programs);
  hosts.run(10000);
  CHECK(hosts.end(1) == kSend + (k - 1) * kGap + kLatency + kKernel + kUser);
  REQUIRE(hosts.starts.size() == k);
  for (std::uint32_t n = 0; n < k; ++n) CHECK(hosts.starts[n] == kSend + kUplink + n * kGap);
}

TEST_CASE("without a gap the CPU paces the packets", "[host]") {
  auto programs = two();
  programs[0].send(1, 5);
  programs[1].receive(0, 5);
  Hosts hosts(programs, settings(0));
  hosts.run(10000);
  // Packets come every 7 cycles, the receiver's CPU takes 13 for each kernel part first, then 5 for each user
  // part.
  CHECK(hosts.starts == std::vector<std::uint64_t>{36, 43, 50, 57, 64});
  CHECK(hosts.end(0) == 5 * kSend);
  CHECK(hosts.end(1) == kSend + kLatency + 5 * kKernel + 5 * kUser);
}

TEST_CASE("a message that comes before its receive is posted waits in the kernel", "[host]") {
  auto programs = two();
  programs[0].send(1, 3);
  const std::uint8_t cpu = GENERATE(0, 1);
  const OpId work = programs[1].add({OpKind::Compute, cpu, 0, 0, 0, 5000});
  programs[1].require(programs[1].receive(0, 3), work);
  Hosts hosts(programs);
  hosts.run(10000);
  // Kernel work is processor 0's: there O_r waits for the calculation, elsewhere it was spent when they came.
  CHECK(hosts.end(1) == (cpu == 0 ? 5000 + 3 * (kKernel + kUser) : 5000 + 3 * kUser));
}

TEST_CASE("a receive takes messages of its tag only", "[host]") {
  auto programs = two();
  programs[0].send(1, 1, 1);
  programs[1].receive(0, 1, 2);
  Hosts hosts(programs);
  hosts.run(1000);
  CHECK_FALSE(hosts.nics[1].finished());
  CHECK(mentions(hosts.nics[1].waits_for(), {"rank 1", "1 operations left", "1 packet(s) from 0 (tag 2)"}));
  CHECK(hosts.nics[1].next_event() == Workload::kNever);
}

TEST_CASE("a receive takes messages of its source only", "[host]") {
  std::vector<RankProgram> programs(3);
  programs[0].send(2, 1);
  programs[2].receive(1, 1);
  Hosts hosts(programs);
  hosts.run(1000);
  CHECK_FALSE(hosts.nics[2].finished());
}

TEST_CASE("receives of different tags may be posted in another order than sent", "[host]") {
  auto programs = two();
  programs[0].send(1, 1, 8);
  programs[0].send(1, 1, 9);
  const OpId later = programs[1].receive(0, 1, 9);
  programs[1].require(programs[1].receive(0, 1, 8), later);
  Hosts hosts(programs);
  hosts.run(1000);
  // Tag 9 comes second; tag 8 has been in memory since, and costs its user part only.
  CHECK(hosts.end(1) == kSend + kGap + kLatency + kKernel + 2 * kUser);
}

TEST_CASE("receives of one tag are served in the order in which they are posted", "[host]") {
  auto programs = two();
  programs[0].send(1, 2, 4);
  programs[0].send(1, 1, 4);
  const OpId first = programs[1].receive(0, 2, 4);
  programs[1].receive(0, 1, 4);
  programs[1].require(programs[1].compute(1000), first);
  Hosts hosts(programs);
  hosts.run(5000);
  // The first is complete with the second packet, not with the third, which the calculation holds up.
  CHECK(hosts.end(1) == kSend + kGap + kLatency + kKernel + kUser + 1000 + kKernel + kUser);
}

TEST_CASE("an operation starts when all that it requires have finished", "[host]") {
  std::vector<RankProgram> programs(1);
  RankProgram& program = programs[0];
  const OpId a = program.compute(100);
  const OpId b = program.compute(250);
  const OpId c = program.compute(30);
  program.require(c, a);
  program.require(c, b);
  Hosts hosts(programs);
  hosts.run(1000);
  CHECK(hosts.end(0) == 100 + 250 + 30);  // one processor
}

TEST_CASE("processors work side by side", "[host]") {
  std::vector<RankProgram> programs(1);
  RankProgram& program = programs[0];
  const OpId a = program.add({OpKind::Compute, 0, 0, 0, 0, 100});
  const OpId b = program.add({OpKind::Compute, 7, 0, 0, 0, 250});
  const OpId c = program.add({OpKind::Compute, 0, 0, 0, 0, 30});
  program.require(c, a);
  program.require(c, b);
  Hosts hosts(programs);
  hosts.run(1000);
  CHECK(hosts.end(0) == 280);
}

TEST_CASE("a calculation of no length ends in the cycle in which it starts", "[host]") {
  std::vector<RankProgram> programs(1);
  const OpId a = programs[0].compute(100);
  OpId last = a;
  for (int n = 0; n < 3; ++n) {
    const OpId next = programs[0].compute(0);
    programs[0].require(next, last);
    last = next;
  }
  Hosts hosts(programs);
  hosts.run(1000);
  CHECK(hosts.end(0) == 100);
}

TEST_CASE("an operation that requires a start does not wait for the end", "[host]") {
  std::vector<RankProgram> programs(2);
  RankProgram& program = programs[0];
  const OpId a = program.add({OpKind::Compute, 0, 0, 0, 0, 40});
  const OpId b = program.add({OpKind::Compute, 0, 0, 0, 0, 100});
  program.require(b, a);
  const OpId c = program.add({OpKind::Compute, 1, 0, 0, 0, 500});
  SECTION("of a calculation") {
    program.require_start(c, b);
    Hosts hosts(programs);
    hosts.run(1000);
    CHECK(hosts.end(0) == 540);
  }
  SECTION("of a send, when its first packet takes the processor") {
    const OpId s = program.send(1, 3);
    program.require(s, b);
    program.require_start(c, s);
    Hosts hosts(programs);
    hosts.run(1000);
    CHECK(hosts.end(0) == 640);
  }
  SECTION("of a receive, when it is posted") {
    const OpId r = program.receive(1, 1);
    program.require(r, a);
    program.require_start(c, r);
    Hosts hosts(programs);
    hosts.run(1000);
    CHECK(hosts.nics[0].last_progress() == 540);
  }
}

TEST_CASE("a message may be empty, and its last packet is as short as what it carries", "[host]") {
  NicSettings s = settings();
  s.sizes = {1000, 130, 64, false};  // 125 beats of data
  auto programs = two();
  programs[0].send(1, 0);
  programs[0].send(1, 1000);
  programs[0].send(1, 2001);
  for (const std::uint64_t bytes : {0U, 1000U, 2001U}) programs[1].receive(0, bytes);
  Hosts hosts(programs, s);
  hosts.run(1000);
  CHECK(hosts.beats == std::vector<unsigned>{130 - 125, 130, 130, 130, 130 - 124});
  CHECK(hosts.end(1).has_value());
}

TEST_CASE("a message travels whole where the cluster says so", "[host]") {
  NicSettings s = settings();
  s.sizes = {1000, 130, 64, true};
  auto programs = two();
  programs[0].send(1, 2001);  // 126 beats more than 1000 bytes
  programs[1].receive(0, 2001);
  Hosts hosts(programs, s);
  hosts.run(1000);
  CHECK(hosts.beats == std::vector<unsigned>{256});
  CHECK(hosts.end(1) == kSend + kLatency + kKernel + kUser);
}

TEST_CASE("a process that waits for nothing else polls", "[host]") {
  NicSettings s = settings();
  s.timing.poll = 3;
  auto programs = two();
  programs[0].send(1, 2);
  programs[1].receive(0, 2);
  SECTION("before each packet that finds it idle") {
    Hosts hosts(programs, s);
    hosts.run(1000);
    CHECK(hosts.end(1) == kSend + kGap + kLatency + 3 + kKernel + kUser);
  }
  SECTION("not when the packet finds it at work") {
    s.timing.send_gap = 0;  // the second packet comes 7 cycles after the first
    Hosts hosts(programs, s);
    hosts.run(1000);
    CHECK(hosts.end(1) == kSend + kLatency + 3 + 2 * kKernel + 2 * kUser);
  }
}

TEST_CASE("a packet that comes twice or out of order is an error", "[host]") {
  auto programs = two();
  programs[0].send(1, 3);
  programs[1].receive(0, 3);
  Hosts hosts(programs);
  const std::uint32_t second = GENERATE(0U, 2U);
  hosts.nics[1].arrive(0, {0, 0, 0, 0}, 10);
  hosts.nics[1].arrive(0, {0, second, 0, 0}, 20);
  CHECK(mentions(
      message_of<RunError>([&] { hosts.run(1000); }),
      {"rank 1", "packet " + std::to_string(second) + " of a message from rank 0", "packet 1 of 3 was due"}));
}

TEST_CASE("a message that has not come whole is an error", "[host]") {
  auto programs = two();
  programs[0].send(1, 3, 9);
  programs[1].receive(0, 3, 9);
  const Schedule schedule = schedule_of(programs);
  Hosts hosts(programs);
  hosts.run(kSend + kGap + kLatency + kKernel);
  CHECK(mentions(message_of<RunError>([&] { hosts.messages.check_all_arrived(schedule); }),
                 {"rank 0, operation 1", "1 of 3 packets to rank 1 (tag 9)"}));
  hosts.run(1000);
  hosts.messages.check_all_arrived(schedule);
}

TEST_CASE("a program starts when it is told to, packets that come before do not wait for it", "[host]") {
  auto programs = two();
  programs[1].receive(0, 1);
  programs[0].send(1, 1);
  const Schedule schedule = schedule_of(programs);
  const NicSettings s = settings();
  MessageTable messages(schedule, s.sizes);
  Nic nic(1, schedule, messages, s, 500);
  nic.arrive(0, {messages.id(0, 0), 0, 0, 0}, 30);
  for (std::uint64_t now = 0; now < 1000; ++now)
    if (nic.next_event() <= now) nic.advance(now);
  CHECK(nic.finished_at() == 500 + kUser);
}

TEST_CASE("an answer leaves when the question has been received", "[host]") {
  auto programs = two();
  programs[0].send(1, 1);
  programs[0].receive(1, 1);
  const OpId question = programs[1].receive(0, 1);
  programs[1].require(programs[1].send(0, 1), question);
  Hosts hosts(programs);
  hosts.run(1000);
  CHECK(hosts.end(0) == 2 * (kSend + kLatency + kKernel + kUser));
}

TEST_CASE("the CPU serves the kernel before the user, and both before sends", "[host]") {
  auto programs = two();
  programs[0].send(1, 3);
  programs[0].receive(1, 2);
  programs[1].send(0, 2);
  const Schedule schedule = schedule_of(programs);
  const NicSettings s = settings(0);
  MessageTable messages(schedule, s.sizes);
  Nic nic(0, schedule, messages, s);
  nic.arrive(1, {messages.id(1, 0), 0, 0, 0}, 3);
  nic.arrive(1, {messages.id(1, 0), 1, 0, 0}, 4);
  std::vector<std::uint64_t> ready;
  Nic::Outgoing packet;
  for (std::uint64_t now = 0; now < 1000; ++now) {
    if (nic.next_event() <= now) nic.advance(now);
    while (nic.has_outgoing(now)) {
      ready.push_back(now);
      nic.take_outgoing(now, packet);
    }
  }
  // send 0..7, kernel 7..20 and 20..33, user 33..38 and 38..43, sends 43..50 and 50..57.
  CHECK(ready == std::vector<std::uint64_t>{7 + kUplink, 50 + kUplink, 57 + kUplink});
  CHECK(nic.finished_at() == 57);
}

TEST_CASE("a host with nothing to do is finished", "[host]") {
  Hosts hosts(two());
  CHECK(hosts.end(0).has_value());
}
