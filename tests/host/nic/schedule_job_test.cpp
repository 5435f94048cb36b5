// SPDX-License-Identifier: Apache-2.0
// Hosts of several switches: the same run as on one, whatever the order and the local times of the switches.
#include "host/nic/schedule_job.h"

#include "host/base/errors.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/placed.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/message_of.h"
#include "tests/host/nic/schedule_network.h"

using namespace xb;

namespace {

NicSettings network_settings() {
  NicSettings s;
  s.timing = {7, 23, 0, 13, 5, 40, 60};  // O_s g_s g_r O_r U_r, uplink, downlink
  s.sizes = {1, 10, 64, false};
  s.delay.mean = {20};
  return s;
}

struct WindowCase {
  unsigned send_window, global_window;
  bool go_back_n;
};
const std::vector<WindowCase> kWindows{
    {0, 0, false}, {1, 0, false}, {0, 2, false}, {2, 3, false}, {0, 3, true}};

NicSettings windowed(const WindowCase& c) {
  NicSettings s = network_settings();
  s.send_window = c.send_window;
  s.global_window = c.global_window;
  if (c.go_back_n) s.go_back_n = {true, 900, 30, 8};
  return s;
}

const std::vector<std::vector<unsigned>> kSplits{
    {4, 5}, {1, 8}, {8, 1}, {0, 3, 0, 3, 3}, std::vector<unsigned>(9, 1)};

}  // namespace

TEST_CASE("hosts of several switches do what they do on one", "[host]") {
  const std::string name = GENERATE("shift", "group-shuffle", "linear", "combining");
  const Schedule schedule = make_schedule(name, {9, 3, 2, 1, 1});
  for (const WindowCase& c : kWindows) {
    ScheduleNetwork one(schedule, windowed(c), {9});
    if (c.go_back_n) one.lose_every_nth = 4;
    one.run(1, 1);
    REQUIRE(one.job.completion_cycles() > 1000);
    for (const auto& hosts : kSplits) {
      ScheduleNetwork several(schedule, windowed(c), hosts);
      several.lose_every_nth = one.lose_every_nth;
      several.run(1, 2);
      CAPTURE(name, c.send_window, c.global_window, c.go_back_n, hosts.size());
      REQUIRE(several.starts == one.starts);
      CHECK(several.job.completion_cycles() == one.job.completion_cycles());
      CHECK(several.job.counters().time_outs == one.job.counters().time_outs);
      CHECK(several.job.counters().block_bytes == one.job.counters().block_bytes);
    }
  }
}

TEST_CASE("neither the order of switches nor their local times change a run", "[host]") {
  const Schedule schedule = make_schedule("linear", {9, 3, 2, 1, 1});
  constexpr std::uint64_t kBack = ScheduleNetwork::kTransit;
  for (const WindowCase& c : kWindows) {
    ScheduleNetwork together(schedule, windowed(c), {4, 5}, kBack);
    together.run(1, 1);
    for (const std::uint64_t ahead : {std::uint64_t{2}, std::uint64_t{11}, kBack}) {
      for (unsigned seed = 1; seed < 4; ++seed) {
        ScheduleNetwork apart(schedule, windowed(c), {4, 5}, kBack);
        apart.run(ahead, seed);
        CAPTURE(c.send_window, c.global_window, c.go_back_n, ahead, seed);
        REQUIRE(apart.starts == together.starts);
        CHECK(apart.job.completion_cycles() == together.job.completion_cycles());
      }
    }
  }
}

TEST_CASE("the way back of a notice holds the sender's window up", "[host]") {
  Schedule schedule;
  schedule.ranks.resize(2);
  schedule.ranks[0].send(1, 2, 3);
  schedule.ranks[1].receive(0, 2, 3);
  NicSettings settings = network_settings();
  settings.delay = {};
  settings.send_window = 1;
  const auto second = [&](std::uint64_t way_back) {
    ScheduleNetwork network(schedule, settings, {1, 1}, way_back);
    network.run(1, 1);
    REQUIRE(network.starts.size() == 2);
    CHECK(network.starts[0].at == 7 + 40);
    return network.starts[1].at;
  };
  // Known the cycle after the last beat is out; then O_s and the uplink.
  CHECK(second(0) == 47 + 9 + 37 + 1 + 7 + 40);
  CHECK(second(100) == second(0) + 100);
}

TEST_CASE("notices are events, in whatever order they come", "[host]") {
  Schedule schedule;
  schedule.ranks.resize(2);
  schedule.ranks[0].send(1, 2, 3);
  schedule.ranks[1].receive(0, 2, 3);
  NicSettings settings = network_settings();
  settings.delay = {};
  settings.send_window = 2;
  ScheduleJob job(schedule, settings);
  struct : NoticeSink {
    void notice(unsigned, unsigned, std::uint64_t) override {}
  } sink;
  ScheduleWorkload workload(job, {0, 1, 2}, &sink);
  Transmitter transmitter(2, 0);
  Scoreboard scoreboard(2);
  std::uint64_t now = 0;
  for (; now < 500; ++now) {
    workload.before_cycle(now, transmitter);
    transmitter.advance(transmitter.wires().s_tvalid, now, scoreboard);
  }
  CHECK(workload.next_event(now) == Workload::kNever);
  workload.notice(0, 1, 900);
  CHECK(workload.next_event(now) == 900);
  workload.notice(0, 1, 700);
  CHECK(workload.next_event(now) == 700);
  CHECK(workload.quiet_until(now, transmitter) == 700);
  workload.before_cycle(700, transmitter);
  CHECK(workload.next_event(700) == 900);
  CHECK_THROWS_AS(workload.notice(0, 1, 700), std::logic_error);  // a cycle that has begun
}

TEST_CASE("a few ranks among 4096 run as they do alone", "[host]") {
  const Schedule alone = make_schedule("pairwise", {16, 3, 2, 1, 1});
  std::vector<unsigned> list;
  for (unsigned n = 0; n < 16; ++n) list.push_back(n == 15 ? 4095 : n * 271);
  for (WindowCase c : kWindows) {
    NicSettings settings = windowed(c);
    settings.delay = {};  // streams are those of the hosts
    ScheduleNetwork few(alone, settings, {16});
    few.run(1, 1);
    ScheduleNetwork among(placed(alone, 4096, HostList(list)), settings, std::vector<unsigned>(64, 64));
    among.run(1, 1);
    REQUIRE(among.starts.size() == few.starts.size());
    for (auto& start : few.starts) {
      start.source = list[start.source];
      start.destination = list[start.destination];
    }
    for (std::size_t n = 0; n < few.starts.size(); ++n) REQUIRE(among.starts[n] == few.starts[n]);
    CHECK(among.job.completion_cycles() == few.job.completion_cycles());
  }
}

TEST_CASE("a job whose hosts get nowhere says so, and one that gets on does not", "[host]") {
  NicSettings settings = windowed({0, 0, true});
  Schedule schedule;
  schedule.ranks.resize(2);
  schedule.ranks[0].send(1, 2, 3);
  schedule.ranks[1].receive(0, 2, 3);
  ScheduleNetwork network(schedule, settings, {1, 1});
  network.lose_every_nth = 1;
  network.advance(1, 1, 40000);
  CHECK_NOTHROW(network.job.check_progress(40000));  // 50 time-outs of 900 cycles are not over
  network.advance(1, 1, 100000);
  CHECK(mentions(message_of<RunError>([&] { network.job.check_progress(100000); }),
                 {"no progress since cycle", "rank 0: ", "acknowledgement of 2 packet(s) to 1", "rank 1: "}));
}

TEST_CASE("a schedule has up to 65536 ranks, and an operation as many requirements as its counter holds",
          "[host]") {
  Schedule schedule;
  schedule.ranks.resize(65536);
  schedule.ranks[65535].send(0, 1);
  schedule.ranks[0].receive(65535, 1);
  ScheduleJob job(schedule, network_settings());
  CHECK(job.messages()[job.messages().id(65535, 0)].peer == 0);
  schedule.ranks[0].send(65535, 1);
  ScheduleJob back(schedule, network_settings());
  CHECK(back.messages()[back.messages().id(0, 1)].peer == 65535);
  schedule.ranks.resize(65537);
  CHECK(mentions(message_of<InputError>([&] { ScheduleJob(schedule, network_settings()); }),
                 {"schedule: '65537' ranks are not allowed; allowed: at most 65536"}));

  Schedule waiting;
  waiting.ranks.resize(1);
  const OpId first = waiting.ranks[0].compute(1);
  const OpId second = waiting.ranks[0].compute(1);
  for (std::uint32_t n = 0; n < MessageTable::kMaxWaits; ++n) waiting.ranks[0].require(second, first);
  CHECK(ScheduleJob(waiting, network_settings()).messages()[1].waits == MessageTable::kMaxWaits);
  waiting.ranks[0].require(second, first);
  CHECK(mentions(message_of<InputError>([&] { ScheduleJob(waiting, network_settings()); }),
                 {"rank 0, operation 2", "requires too many", "allowed: 4194303"}));
}
