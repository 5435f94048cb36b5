// SPDX-License-Identifier: Apache-2.0
// Complete exchange on the switch against the formulas of Tam & Wang (2000).
#include <cmath>
#include <fstream>

#include "host/base/errors.h"
#include "host/exchange/schedule_registry.h"
#include "host/point/run_config.h"
#include "host/schedule/goal_file.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

RunResult exchange(const std::string& schedule, const std::string& cluster, unsigned ports, std::uint32_t k) {
  RunConfig config;
  config.schedule = schedule;
  config.cluster = cluster;
  config.ports = ports;
  config.packets_per_message = k;
  if (cluster == "tam-416") config.forwarding = ForwardingMode::StoreAndForward;
  return run_point(config);
}

double off_by(const RunResult& r) { return std::abs(*r.completion_seconds / *r.predicted_seconds - 1); }

}  // namespace

TEST_CASE("each complete exchange takes the time its formula says", "[testbenches][long]") {
  const auto schedule =
      GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor", "sync-shuffle", "group-shuffle");
  const auto cluster = GENERATE(as<std::string>{}, "tam-326", "tam-416");
  CAPTURE(schedule, cluster);
  const RunResult r = exchange(schedule, cluster, 16, 64);
  CHECK(off_by(r) < 0.02);
  CHECK(r.delivered_packets == 16 * 15 * 64);
}

TEST_CASE("the formulas hold for hosts without any cost", "[testbenches]") {
  const auto schedule = GENERATE(as<std::string>{}, "shift", "pairwise", "sync-shuffle", "group-shuffle");
  RunConfig config;
  config.schedule = schedule;
  config.packet_min = config.packet_max = 24;
  config.packet_given = true;
  const RunResult r = run_point(config);
  CAPTURE(schedule, *r.completion_cycles);
  CHECK(off_by(r) < 0.02);
}

TEST_CASE("broadcasts among hosts without any cost take what their formulas say", "[testbenches]") {
  const auto schedule = GENERATE(as<std::string>{}, "logical-ring", "simultaneous-broadcast", "combining");
  for (const unsigned ports : {5U, 16U}) {
    RunConfig config = config_of("engine fast, packets-per-message 8, packet 24");
    config.schedule = schedule;
    config.ports = ports;
    const RunResult r = run_point(config);
    CAPTURE(schedule, ports, *r.completion_cycles, *r.predicted_seconds);
    CHECK(off_by(r) < 0.001);
    // Every node gets the other nodes' blocks: 8 packets of 24 beats of 8 bytes.
    CHECK(*r.bandwidth_per_node == Approx((ports - 1) * 8 * 24 * 8.0 / *r.completion_seconds));
    CHECK_FALSE(r.completion_over_ideal);
  }
}

TEST_CASE("no run takes less than the bound of its schedule, whose switch may take turns", "[testbenches]") {
  const auto schedule = GENERATE(as<std::string>{}, "switch-ordered-ring", "rank-ordered-ring", "incast",
                                 "tree-all-reduce", "random-order");
  for (const char* keys : {"ports 2", "ports 3, packet 3", "ports 4, packet 16", "ports 33"}) {
    for (const char* circuit : {"switch output", "switch shared, forwarding store-and-forward",
                                "switch output, pipeline 1", "switch voq"}) {
      RunConfig config =
          config_of(std::string("engine fast, packets-per-message 1, ") + keys + ", " + circuit);
      config.schedule = schedule;
      const RunResult r = run_point(config);
      CAPTURE(schedule, keys, circuit, *r.completion_cycles, *r.predicted_seconds);
      CHECK(*r.completion_seconds >= *r.predicted_seconds * (1 - 1e-9));
    }
  }
}

TEST_CASE("the same schedule ends in the same cycle on every engine", "[testbenches][long]") {
  const auto schedule =
      GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor", "sync-shuffle", "group-shuffle",
               "random-order", "same-order", "linear", "logical-ring", "simultaneous-broadcast", "combining",
               XBARLAB_SOURCE_DIR "/tests/host/schedule/goal/binary_tree_16.goal",
               XBARLAB_SOURCE_DIR "/tests/host/schedule/goal/allreduce_recdoub_16x4096.goal");
  const auto switch_name = GENERATE(as<std::string>{}, "input", "voq");
  RunConfig config = config_of("packets-per-message 3, engine fast, packet 16");
  config.schedule = schedule;
  config.switch_name = switch_name;
  const std::uint64_t fast = *run_point(config).completion_cycles;
  CAPTURE(schedule, switch_name, fast);
  for (const char* engine : {"rtl", "systemc"}) {
    config.engine = *find_choice<Engine>(engine);
    CHECK(run_point(config).completion_cycles == fast);
  }
}

TEST_CASE("FIFO inputs take the same order one output at a time, virtual output queues do not",
          "[testbenches]") {
  const auto over_ideal = [](const std::string& name, const std::string& schedule) {
    RunConfig config = config_of("engine fast, depth 65536, packet 16");
    config.switch_name = name;
    config.schedule = schedule;
    return *run_point(config).completion_over_ideal;
  };
  CHECK(over_ideal("input", "shift") == Approx(1).epsilon(0.01));
  CHECK(over_ideal("input", "same-order") == Approx(7.9).epsilon(0.02));
  // The least for that order: the last output gets p-1 blocks from p-2 blocks' time on.
  CHECK(over_ideal("voq", "same-order") == Approx(29 / 15.0).epsilon(0.01));
}

TEST_CASE("broadcasts on one switch take what Jacunski et al. print", "[testbenches]") {
  // Table 2 of the paper, one switch, 32 nodes, 256 flits [us].
  struct Printed {
    const char* schedule;
    double microseconds;
  };
  const auto printed = GENERATE(Printed{"logical-ring", 205.78}, Printed{"simultaneous-broadcast", 137.79},
                                Printed{"combining", 139.69});
  RunConfig config =
      config_of("engine fast, cluster jacunski, ports 32, packets-per-message 1, depth 16, route-delay 31");
  config.schedule = printed.schedule;
  const double measured = *run_point(config).completion_seconds * 1e6;
  CAPTURE(printed.schedule, measured);
  CHECK(std::abs(measured / printed.microseconds - 1) < 0.005);
}

TEST_CASE("a message of the Jacunski cluster takes the time of its parts", "[testbenches]") {
  // 63 + 63 cycles of the processors, a poll, 256 flits behind 31 cycles of routing and one of the switch.
  RunConfig config = config_of(
      "engine fast, cluster jacunski, schedule shift, ports 2, packets-per-message 1, depth 16, "
      "route-delay 31");
  const std::uint64_t cycles = *run_point(config).completion_cycles;
  CHECK(cycles == 63 + 1 + 31 + 256 + 1 + 63);
  CHECK(static_cast<double>(cycles) * 0.016 == Approx(6.638).epsilon(0.001));  // x of the reference
}

TEST_CASE("hosts that cannot go on say what they wait for, instead of hanging", "[testbenches]") {
  // The window is full of the message that is wanted second.
  const ScratchFolder folder;
  const std::string file = (folder.path() / "stuck.goal").string();
  std::ofstream(file) << "num_ranks 2\nrank 0 {\na: send 8b to 1 tag 1\nb: send 8b to 1 tag 2\n}\nrank 1 {\n"
                         "c: recv 8b from 0 tag 2\nd: recv 8b from 0 tag 1\nd requires c\n}\n";
  RunConfig config = config_of("engine fast, ports 2");
  config.schedule = file;
  const auto message = [&] { return message_of<RunError>([&] { run_point(config); }); };
  CHECK_NOTHROW(run_point(config));
  config.receive_window = 2;
  CHECK_NOTHROW(run_point(config));
  config.receive_window = 1;
  CHECK(mentions(message(),
                 {"no progress", "rank 1: 2 operations left", "window of 1 packets is full", "(tag 2)"}));
  config.reliability = Reliability::GoBackN;
  CHECK(mentions(message(),
                 {"no progress", "50 time-outs in a row", "rank 0", "acknowledgement of 1 packet(s) to 1",
                  "rank 1: 2 operations left", "window of 1 packets is full", "(tag 2)"}));
  // Daemons and random times are no progress.
  config.host_delay = "daemon:10us:1us";
  CHECK(mentions(message(), {"no progress"}));
}

TEST_CASE("operations that take turns run like those that are written out in a file", "[testbenches]") {
  const auto schedule = GENERATE(as<std::string>{}, "sync-shuffle", "group-shuffle");
  const auto switch_name = GENERATE(as<std::string>{}, "input", "shared");
  const bool loses = GENERATE(false, true);
  RunConfig config = config_of(
      "engine fast, cluster tam-326, ports 6, packets-per-message 20, group-size 2, "
      "host-delay exponential:30us");
  config.switch_name = switch_name;
  config.schedule = schedule;
  config.depth = loses ? 400 : 16384;
  if (loses) {
    config.flow = FlowControl::Drop;
    config.reliability = Reliability::GoBackN;
    config.timeout = "2ms";
  } else {
    config.receive_window = 40;
  }
  const RunResult turns = run_point(config);
  const ScratchFolder folder;
  config.schedule = (folder.path() / "written.goal").string();
  std::ofstream(config.schedule.text()) << write_goal(make_schedule(schedule, {6, 20, 2, 1492}));
  const RunResult written = run_point(config);
  CAPTURE(schedule, switch_name, loses);
  CHECK(*turns.completion_cycles == *written.completion_cycles);
  CHECK(turns.cycles == written.cycles);
  CHECK(turns.latency.mean == written.latency.mean);
  CHECK(turns.occupancy_beats.mean == written.occupancy_beats.mean);
  CHECK(turns.hol.mean == written.hol.mean);
  CHECK(turns.hosts->retransmitted_packets == written.hosts->retransmitted_packets);
  CHECK(turns.hosts->time_outs == written.hosts->time_outs);
  if (loses) CHECK(turns.dropped_full + turns.hosts->time_outs > 0);
}

TEST_CASE("one message takes the time of equation 1", "[testbenches]") {
  const ScratchFolder folder;
  RunConfig config = config_of("engine fast, cluster tam-326");
  config.schedule = (folder.path() / "message.goal").string();
  std::ofstream(config.schedule.text())
      << "num_ranks 2\nrank 0 {\nsend 14920b to 1\n}\nrank 1 {\nrecv 14920b from 0\n}\n";
  // Ten packets; g_r of 123 us is taken as 192 cycles, 122.88 us.
  CHECK(*run_point(config).completion_seconds * 1e6 ==
        Approx(12.5 + 9 * 122.88 + 154.42 + 27).margin(5 * 0.32));
}

TEST_CASE("an exchange among an odd number of nodes completes", "[testbenches]") {
  const auto schedule =
      GENERATE(as<std::string>{}, "shift", "pairwise", "pairwise-xor", "sync-shuffle", "group-shuffle");
  CAPTURE(schedule);
  const RunResult r = exchange(schedule, "tam-326", 5, 16);
  CHECK(r.delivered_packets == 5 * 4 * 16);
  CHECK(*r.completion_seconds >= 4 * 16 * 122e-6);
}

TEST_CASE("for short messages the shuffles beat the rounds, as measured in the paper", "[testbenches]") {
  const auto k = GENERATE(4U, 8U);
  const auto bandwidth = [&](const char* schedule) {
    return *exchange(schedule, "tam-326", 16, k).bandwidth_per_node;
  };
  const double sync = bandwidth("sync-shuffle");
  const double group = bandwidth("group-shuffle");
  const double shift = bandwidth("shift");
  CHECK(sync > group);
  CHECK(group > shift);
  if (k == 4) {  // figure 2 as the formulas give it [MB/s]
    CHECK(shift / 1e6 == Approx(10.602).epsilon(0.01));
    CHECK(group / 1e6 == Approx(11.790).epsilon(0.01));
    CHECK(sync / 1e6 == Approx(12.015).epsilon(0.01));
  }
}
