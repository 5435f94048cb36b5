// SPDX-License-Identifier: Apache-2.0
#include "host/nic/schedule_workload.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

constexpr unsigned kFrame = 10;
NicSettings program_settings() {
  NicSettings s;
  s.timing = {7, 23, 31, 13, 5, 40, 60};  // O_s g_s g_r O_r U_r, uplink, downlink
  s.sizes = {1, kFrame, 64, false};
  return s;
}

Schedule one_way(std::uint32_t packets) {
  Schedule schedule;
  schedule.ranks.resize(2);
  schedule.ranks[0].send(1, packets, 3);
  schedule.ranks[1].receive(0, packets, 3);
  return schedule;
}

/// The workload on inputs that take every beat at once; the test brings the packets to their outputs.
class ProgramDesk {
 public:
  explicit ProgramDesk(Schedule schedule, const NicSettings& s = program_settings())
      : job(std::move(schedule), s),
        workload(job, HostRange::of_one_switch(4)),
        transmitter_(4, 1),
        scoreboard_(4) {}

  /// Goes on to cycle `end`; ready() and sending() show the cycle before it.
  void run_to(std::uint64_t end) {
    for (; now_ < end; ++now_) {
      ready_ = workload.before_cycle(now_, transmitter_);
      const SwitchInputs& in = transmitter_.wires();
      if ((in.s_tuser & in.s_tvalid) != 0) {
        starts.push_back(now_);
        header = PacketHeader::decode(in.s_tdata[__builtin_ctzll(in.s_tuser)]);
      }
      transmitter_.advance(in.s_tvalid, now_, scoreboard_);
    }
  }
  /// A packet from rank 0 moves at output 1 in cycles first..first+kFrame-1.
  void deliver(std::uint64_t first) {
    run_to(first + kFrame);
    workload.delivered({0, 1, kFrame, first - 1, first, first + kFrame - 1, {0, next_++, 0, 0}});
  }
  [[nodiscard]] bool ready(unsigned port) const { return (ready_ >> port & 1U) != 0; }

  ScheduleJob job;
  ScheduleWorkload workload;
  std::vector<std::uint64_t> starts;
  PacketHeader header{};

 private:
  Transmitter transmitter_;
  Scoreboard scoreboard_;
  std::uint64_t now_ = 0;
  PortMask ready_ = 0;
  std::uint32_t next_ = 0;  // packet of the message
};

}  // namespace

TEST_CASE("packets start on the link after O_s and the uplink, g_s apart", "[host]") {
  ProgramDesk desk(one_way(4));
  desk.run_to(500);
  CHECK(desk.starts == std::vector<std::uint64_t>{47, 70, 93, 116});
  CHECK(desk.header.source == 0);
  CHECK(desk.header.destination == 1);
  CHECK(desk.header.length == kFrame);
  CHECK(desk.workload.offered_packets() == 4);
  CHECK(desk.workload.offered_beats() == 40);
}

TEST_CASE("a receiver pauses until g_r after a packet's first beat", "[host]") {
  ProgramDesk desk(one_way(2));
  desk.run_to(100);
  CHECK(desk.ready(1));
  desk.deliver(100);  // first beat in 100, last in 109
  CHECK(desk.ready(1));
  CHECK(desk.workload.next_event(109) == 131);
  desk.run_to(111);
  CHECK_FALSE(desk.ready(1));
  CHECK(desk.ready(0));
  desk.run_to(131);
  CHECK_FALSE(desk.ready(1));
  desk.run_to(132);  // has seen cycle 131
  CHECK(desk.ready(1));
}

TEST_CASE("a run is complete when the last receive is", "[host]") {
  ProgramDesk desk(one_way(1));
  desk.deliver(100);
  CHECK_FALSE(desk.workload.finished());
  desk.run_to(1000);
  CHECK(desk.workload.finished());
  // In memory a downlink after the last beat, then O_r and U_r.
  CHECK(desk.job.completion_cycles() == 110 + 60 + 13 + 5);
}

TEST_CASE("who waits is told by rank, and waiting for the switch is no event", "[host]") {
  ProgramDesk desk(one_way(2));
  desk.deliver(100);
  desk.run_to(1000);
  const auto who = desk.workload.who_waits();
  CHECK(mentions(who, {"rank 1: 1 operations left", "1 packet(s) from 0 (tag 3)"}));
  CHECK(who.find("rank 0") == std::string::npos);
  CHECK(desk.workload.next_event(1000) == Workload::kNever);
}

TEST_CASE("a schedule without operations is finished at once", "[host]") {
  Schedule schedule;
  schedule.ranks.resize(2);
  ProgramDesk desk(schedule);
  CHECK(desk.workload.finished());
  CHECK(desk.job.completion_cycles() == 0);
}
