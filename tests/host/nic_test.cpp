// SPDX-License-Identifier: Apache-2.0
#include "host/nic.h"

#include <optional>

#include "host/workload.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

// Different primes, so that no sum is right by accident.
constexpr std::uint64_t kSend = 7, kGap = 53, kKernel = 13, kUser = 5, kUplink = 29, kTransit = 101;
constexpr std::uint64_t kLatency = kUplink + kTransit;  // L, memory to memory

NicTiming timing(std::uint64_t send_gap = kGap) { return {kSend, send_gap, 0, kKernel, kUser, kUplink, 0}; }

/// Hosts whose links end in each other's memory, kTransit cycles after a packet starts on its link.
class Hosts {
 public:
  /// The programs must outlive the hosts.
  explicit Hosts(const std::vector<RankProgram>& programs, const NicTiming& t = timing()) {
    for (unsigned rank = 0; rank < programs.size(); ++rank) nics.emplace_back(rank, programs[rank], t);
  }

  void run(std::uint64_t cycles) {
    for (const auto end = now_ + cycles; now_ < end; ++now_) {
      for (unsigned rank = 0; rank < nics.size(); ++rank) {
        if (nics[rank].next_event() <= now_) nics[rank].advance(now_);
        while (nics[rank].has_outgoing(now_)) {
          const auto packet = nics[rank].take_outgoing(now_);
          starts.push_back(now_);
          nics[packet.destination].arrive(rank, packet.tag, now_ + kTransit);
        }
      }
    }
  }
  /// Cycle in which the rank's last operation finished, if all have.
  std::optional<std::uint64_t> end(unsigned rank) const {
    return nics[rank].finished() ? std::optional<std::uint64_t>(nics[rank].finished_at()) : std::nullopt;
  }

  std::vector<Nic> nics;
  std::vector<std::uint64_t> starts;  // of packets on any link

 private:
  std::uint64_t now_ = 0;
};

std::vector<RankProgram> two() { return std::vector<RankProgram>(2); }

}  // namespace

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
  Hosts hosts(programs, timing(0));
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
  const OpId work = programs[1].compute(5000);
  programs[1].require(programs[1].receive(0, 3), work);
  Hosts hosts(programs);
  hosts.run(10000);
  CHECK(hosts.end(1) == 5000 + 3 * kUser);  // O_r was spent when the packets came
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
  programs[0].send(1, 3, 4);
  const OpId first = programs[1].receive(0, 2, 4);
  programs[1].receive(0, 1, 4);
  programs[1].require(programs[1].compute(1000), first);
  Hosts hosts(programs);
  hosts.run(5000);
  // The first is complete with the second packet, not with the third.
  CHECK(hosts.end(1) == kSend + kGap + kLatency + kKernel + kUser + 1000);
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
  CHECK(hosts.end(0) == 280);
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
  std::vector<RankProgram> programs(2);
  programs[0].send(1, 3);
  programs[0].receive(1, 2);
  Nic nic(0, programs[0], timing(0));
  nic.arrive(1, 0, 3);
  nic.arrive(1, 0, 4);
  std::vector<std::uint64_t> ready;
  for (std::uint64_t now = 0; now < 1000; ++now) {
    if (nic.next_event() <= now) nic.advance(now);
    while (nic.has_outgoing(now)) {
      ready.push_back(now);
      nic.take_outgoing(now);
    }
  }
  // send 0..7, kernel 7..20 and 20..33, user 33..38 and 38..43, sends 43..50 and 50..57.
  CHECK(ready == std::vector<std::uint64_t>{7 + kUplink, 50 + kUplink, 57 + kUplink});
  CHECK(nic.finished_at() == 57);
}

TEST_CASE("the CPU runs 16 packets ahead of the link and no further", "[host]") {
  const std::uint32_t k = GENERATE(16U, 17U);
  RankProgram program;
  program.send(1, k);
  Nic nic(0, program, timing());
  for (std::uint64_t now = 0; now < 1000; ++now) {
    if (nic.next_event() <= now) nic.advance(now);
  }
  CHECK(nic.finished() == (k == 16));
  REQUIRE(nic.has_outgoing(1000));
  CHECK(nic.take_outgoing(1000).destination == 1);
  nic.advance(1000 + kSend);
  CHECK(nic.finished());
  CHECK(mentions(nic.waits_for(), {"for the link, the first to 1"}));
  CHECK_FALSE(nic.has_outgoing(1000 + kGap - 1));
  CHECK(nic.has_outgoing(1000 + kGap));
}

TEST_CASE("a host with nothing to do is finished", "[host]") {
  const RankProgram program;
  CHECK(Nic(0, program, timing()).finished());
}
