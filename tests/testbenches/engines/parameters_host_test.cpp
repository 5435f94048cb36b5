// SPDX-License-Identifier: Apache-2.0
// Each key of a configuration that sets the hosts or the run does what it is there for; see
// parameters_switch_test.cpp. Schedules have tests of their own (exchange_test.cpp).
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/run/run_result.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

TEST_CASE("load: what is offered comes out", "[parameters]") {
  const Keys keys = "switch voq, ports 8, cycles 100000";
  for (const double load : {0.1, 0.5, 0.9}) {
    const RunResult r = measured(keys, {{"load", std::to_string(load)}});
    CAPTURE(load, r.offered_load, r.throughput.mean);
    // Bernoulli: sqrt(p (1-p) / (8 * 100000)) < 0.00056.
    CHECK(std::abs(r.offered_load - load) < 6 * 0.00056);
    CHECK(std::abs(r.throughput.mean - r.offered_load) < 0.001);
  }
}

TEST_CASE("packet: as many beats as asked for", "[parameters]") {
  const Keys keys = "ports 4, load 0.3, cycles 200000";
  const auto beats = [&](const char* packet) {
    const RunResult r = measured(keys, {{"packet", packet}});
    return r.offered_load * 4 * static_cast<double>(r.measured_cycles) /
           static_cast<double>(r.offered_packets);
  };
  CHECK(beats("1") == Approx(1));
  CHECK(beats("40") == Approx(40).epsilon(0.01));
  CHECK(beats("1..9") == Approx(5).epsilon(0.05));
}

TEST_CASE("traffic: where packets go decides what gets through", "[parameters]") {
  const Keys keys = "ports 8, load 1, warmup 2000, cycles 30000";
  CHECK(measured(keys, "traffic permutation").throughput.mean == 1);
  CHECK(measured(keys, "traffic one-hot").throughput.mean == Approx(1 / 8.0).epsilon(0.001));
  CHECK(measured(keys, "traffic uniform").throughput.mean == Approx(0.618).epsilon(0.03));
  const double diagonal = measured(keys, "traffic diagonal").throughput.mean;
  const double log_diagonal = measured(keys, "traffic log-diagonal").throughput.mean;
  CAPTURE(diagonal, log_diagonal);
  CHECK(diagonal > log_diagonal + 0.01);
  CHECK(log_diagonal > 0.618 + 0.01);
}

TEST_CASE("targets: outputs that an input sends to in turn", "[parameters]") {
  const Keys keys = "ports 8, switch voq, traffic alternate, load 1, warmup 2000, cycles 20000";
  for (const unsigned targets : {1U, 2U, 8U}) {
    const RunResult r = measured(keys, {{"targets", std::to_string(targets)}});
    CAPTURE(targets, r.throughput.mean);
    CHECK(std::abs(r.throughput.mean - targets / 8.0) < 0.01);
  }
}

TEST_CASE("seed: draws another random order", "[parameters]") {
  const Keys keys = "schedule random-order, ports 8, packet 16";
  CHECK(measured(keys, "seed 1").completion_cycles == measured(keys, "seed 1").completion_cycles);
  CHECK(measured(keys, "seed 1").completion_cycles != measured(keys, "seed 2").completion_cycles);
}

TEST_CASE("schedule: a file says what the hosts run", "[parameters]") {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "two.goal").string();
  std::ofstream(file) << "num_ranks 2\nrank 0 {\nsend 800b to 1\n}\nrank 1 {\nrecv 800b from 0\n}\n";
  const RunResult r = measured({{"schedule", file}, {"ports", "4"}});
  CHECK(r.delivered_packets == 100);        // of 8 bytes
  CHECK(r.completion_cycles == 100U + 1U);  // a beat a cycle, and one through the switch
  CHECK(*r.bandwidth_per_node == Approx(400 / 1.01e-6));
  CHECK_FALSE(r.predicted_seconds);
}

TEST_CASE("burst: longer bursts wait longer", "[parameters]") {
  const Keys keys = "switch voq, ports 8, traffic bursty, load 0.5, cycles 400000";
  const RunResult none = measured(keys, "burst 1");
  const RunResult few = measured(keys, "burst 4");
  const RunResult many = measured(keys, "burst 16");
  CAPTURE(none.queueing.mean, few.queueing.mean, many.queueing.mean);
  CHECK(surely_below(none.queueing, few.queueing));
  CHECK(surely_below(few.queueing, many.queueing));
  CHECK(many.queueing.mean > 2 * few.queueing.mean);
}

TEST_CASE("unbalance: half and half is hardest to match", "[parameters]") {
  const Keys keys =
      "switch voq, ports 8, traffic unbalanced, iterations 1, load 1, warmup 20000, cycles 50000";
  const double uniform = measured(keys, "unbalance 0").throughput.mean;
  const double half = measured(keys, "unbalance 0.5").throughput.mean;
  const double own = measured(keys, "unbalance 1").throughput.mean;
  CAPTURE(uniform, half, own);
  CHECK(uniform > 0.95);
  CHECK(half < 0.85);
  CHECK(own == 1);
}

TEST_CASE("receiver-stall: so much less gets out", "[parameters]") {
  const Keys keys = "ports 4, traffic permutation, load 1, cycles 100000";
  for (const double stall : {0.1, 0.5, 0.9}) {
    const RunResult r = measured(keys, {{"receiver-stall", std::to_string(stall)}});
    CAPTURE(stall, r.throughput.mean);
    CHECK(std::abs(r.throughput.mean - (1 - stall)) < 6 * 0.5 / std::sqrt(400000));
    CHECK(r.backpressure.mean == Approx(stall).epsilon(0.05));
  }
}

TEST_CASE("output-period: a slow receiver takes a beat every so many beat times", "[parameters]") {
  const Keys keys = "ports 4, traffic permutation, load 1, warmup 8000, cycles 20000";
  CHECK(measured(keys, "output-period 4").throughput.mean == Approx(0.25).epsilon(0.001));
  // Outputs 1 and 3 only.
  CHECK(measured(keys, "output-period 1:2,3:5").throughput.mean ==
        Approx((2 + 0.5 + 0.2) / 4).epsilon(0.001));
}

TEST_CASE("seed: other numbers, the same mean", "[parameters]") {
  const Keys keys = "ports 4, load 0.5, cycles 200000";
  const RunResult one = measured(keys, "seed 1");
  const RunResult again = measured(keys, "seed 1");
  const RunResult other = measured(keys, "seed 2");
  CHECK(again.delivered_packets == one.delivered_packets);
  CHECK(again.queueing.mean == one.queueing.mean);
  CHECK(other.delivered_packets != one.delivered_packets);
  CHECK(other.queueing.mean != one.queueing.mean);
  CHECK(std::abs(other.queueing.mean - one.queueing.mean) <
        six_sigma(one.queueing.ci95, other.queueing.ci95));
}

TEST_CASE("cycles and warmup: what they say is run", "[parameters]") {
  const Keys keys = "ports 4, load 0.5";
  for (const char* cycles : {"5000", "12345"}) {
    for (const char* warmup : {"0", "700"}) {
      const RunResult r = measured(keys, {{"cycles", cycles}, {"warmup", warmup}});
      CHECK(r.warmup_cycles == std::stoull(warmup));
      CHECK(r.measured_cycles == std::stoull(cycles));
    }
  }
  // Nearly saturated: the queues take their time to fill.
  const Keys slow = "switch voq, ports 8, load 0.98, cycles 400000";
  const RunResult found = measured(slow, "warmup auto");
  const RunResult none = measured(slow, "warmup 0");
  CAPTURE(found.warmup_cycles);
  CHECK(found.warmup_cycles > 1000);
  CHECK(none.warmup_cycles == 0);
}

TEST_CASE("ci: a run ends when it knows its mean as well as asked", "[parameters]") {
  const Keys keys = "ports 4, load 0.5, cycles 5000000";
  const RunResult rough = measured(keys, "ci 5%");
  const RunResult fine = measured(keys, "ci 1%");
  CAPTURE(rough.measured_cycles, fine.measured_cycles);
  CHECK(rough.latency.ci95.value() <= 0.05 * rough.latency.mean);
  CHECK(fine.latency.ci95.value() <= 0.01 * fine.latency.mean);
  CHECK(rough.measured_cycles < fine.measured_cycles);
  CHECK(fine.measured_cycles < 5000000);
}

namespace {

/// Two hosts that exchange 100 packets with the costs of tam-326: in cycles O_s 20, links 21 + 22, frame 190,
/// g_s 191, g_r 192, O_r 31, U_r 11.
const Keys kPair = "ports 2, schedule shift, cluster tam-326, packets-per-message 100";

std::uint64_t completion(const Keys& keys, const Keys& others) {
  return *measured(keys, others).completion_cycles;
}

const Keys kLossy =
    "ports 8, schedule random-order, packet 24, packets-per-message 16, depth 48, flow drop, "
    "reliability go-back-n";

}  // namespace

TEST_CASE("reliability: a schedule ends on a switch that loses packets", "[parameters]") {
  const RunResult lossy = measured(kLossy);
  CHECK(lossy.lost_packets > 0);
  CHECK(lossy.hosts->retransmitted_packets > 0);
  CHECK(lossy.hosts->time_outs > 0);
  // Without losses nothing goes again, and every packet is one of the schedule or an acknowledgement.
  const RunResult good = measured(kLossy, "flow back-pressure, timeout 1ms");
  CHECK(good.hosts->retransmitted_packets == 0);
  CHECK(good.hosts->discarded_out_of_order == 0);
  CHECK(good.offered_packets == 8 * 7 * 16 + good.hosts->ack_frames);
}

TEST_CASE("timeout: a longer one makes a loss cost more", "[parameters]") {
  const auto with = [](const char* time) { return completion(kLossy, {{"timeout", time}}); };
  const std::uint64_t shorter = with("20us");
  const std::uint64_t longer = with("2ms");
  CAPTURE(shorter, longer);
  CHECK(longer > 200000);  // at least one whole time-out of 200,000 cycles
  CHECK(longer > shorter);
}

TEST_CASE("ack-delay: acknowledgements that wait longer find packets to ride on", "[parameters]") {
  const Keys keys =
      "flow back-pressure, schedule pairwise, timeout 10ms, packet 24, reliability go-back-n, ports 8";
  const auto alone = [&](const char* delay) {
    return measured(keys, {{"ack-delay", delay}}).hosts->ack_frames;
  };
  CHECK(alone("0s") > alone("3us"));
}

TEST_CASE("ack-beats: the beats of an acknowledgement alone", "[parameters]") {
  for (const unsigned beats : {1U, 8U, 20U}) {
    const RunResult r = measured(
        kLossy, {{"flow", "back-pressure"}, {"timeout", "1ms"}, {"ack-beats", std::to_string(beats)}});
    const double offered = r.offered_load * 8 * static_cast<double>(r.measured_cycles);
    CHECK(offered == Approx(8 * 7 * 16 * 24 + static_cast<double>(r.hosts->ack_frames) * beats));
  }
}

TEST_CASE("receive-window: a packet has to be taken before the next may come", "[parameters]") {
  const std::uint64_t unlimited = completion(kPair, {});
  CHECK(completion(kPair, "receive-window 100") == unlimited);
  // Frame, downlink, O_r, U_r and a cycle; the processor may be about an O_s at that time.
  const std::uint64_t one = completion(kPair, "receive-window 1");
  CAPTURE(unlimited, one);
  CHECK(one >= 100 * (190 + 22 + 31 + 11));
  CHECK(one <= 101 * (190 + 22 + 31 + 11 + 20 + 2) + 100);
}

TEST_CASE("send-window: a packet has to be there before the next may go", "[parameters]") {
  const std::uint64_t unlimited = completion(kPair, {});
  CHECK(completion(kPair, "send-window 100") == unlimited);
  // O_s, uplink, a cycle of the switch, frame; the processor may have 42 cycles of a receive to do first.
  const std::uint64_t one = completion(kPair, "send-window 1");
  CAPTURE(unlimited, one);
  CHECK(one >= 100 * (20 + 21 + 1 + 190));
  CHECK(one <= 101 * (20 + 21 + 1 + 190 + 42 + 2) + 100);
}

TEST_CASE("initial-window: a long cable costs a round trip for each doubling of the window", "[parameters]") {
  // 64 packets in windows of 1, 2, .. 32 and the last: six round trips before, 2 x 2 x 10000 cycles each.
  Keys keys =
      "topology hierarchy(2,2), ranks 0,2, schedule shift, link-latency 10000, reliability go-back-n, "
      "packets-per-message 64, packet 8, timeout 1s";
  const std::uint64_t unlimited = completion(keys, {});
  const std::uint64_t one = completion(keys, "initial-window 1");
  CAPTURE(unlimited, one);
  CHECK(one >= unlimited + 6 * 40000 - 2000);
  CHECK(one <= unlimited + 6 * 40000 + 10000);
  CHECK(completion(keys, "initial-window 64") == unlimited);
}

TEST_CASE("global-window: the same for all partners together", "[parameters]") {
  const Keys keys = "ports 5, schedule sync-shuffle, cluster tam-326, packets-per-message 25";
  const std::uint64_t unlimited = completion(keys, {});
  // Four partners in turn: one packet to each may be on its way, so a window of one to each holds nobody up.
  CHECK(completion(keys, "send-window 1") == unlimited);
  CHECK(completion(keys, "global-window 1") >= 100 * (20 + 22 + 1 + 190));
  CHECK(completion(keys, "global-window 100") == unlimited);
  // A queue of 400 beats holds two frames.
  CHECK(completion(keys, "global-window auto, depth 400") == completion(keys, "global-window 2, depth 400"));
}

TEST_CASE("host-delay: processors that are taken hold packets up", "[parameters]") {
  const auto microseconds = [](const char* delay) {
    return *measured(kPair, {{"packets-per-message", "400"}, {"host-delay", delay}}).completion_seconds * 1e6;
  };
  // 400 times (400 + 12.5 + 20 + 7) us; the delays have a standard deviation of 400 x 20 us.
  CHECK(microseconds("exponential:400us") == Approx(400 * 439.5).margin(6 * 8000));
  // 2 ms of every 10 are left, for 39.5 us a packet; and enough to fill the send ring of 16.
  const double daemon = microseconds("daemon:10ms:8ms");
  CAPTURE(daemon);
  CHECK(daemon > 400 * 39.5 * 5 - 10000);
  CHECK(daemon < 400 / 16 * 10000 + 20000);
}

namespace {
/// Everything measured but the time that it took.
std::string results(const Keys& keys, const Keys& others) {
  const RunConfig config = configured(with(keys, others));
  return timeless(config, run_point(config)).dump();
}
}  // namespace

TEST_CASE("memory: enough for all blocks changes nothing, a byte less makes hosts page", "[parameters]") {
  // 15 blocks to send and 15 to receive, of 40 packets with 1492 bytes.
  const Keys keys = with("ports 16, cluster tam-326, packets-per-message 40, host-delay exponential:5us",
                         {{"schedule", GENERATE("sync-shuffle", "pairwise")}});
  const std::string unlimited = results(keys, {});
  CHECK(unlimited.find("\"block_bytes\":1790400,\"paging_hosts\":0") != std::string::npos);
  const Keys fits = "memory 1798400B, system-memory 8kB, paging 10ms:5ms";
  CHECK(results(keys, fits) == unlimited);
  Keys short_of = "memory 1798399B, system-memory 8kB, paging 10ms:5ms";
  const RunResult pages = measured(keys, short_of);
  CHECK(pages.hosts->paging_hosts == 16);
  // Of each 10 ms 5 are left, and what 16 packets in the send ring take, 2 ms.
  CHECK(*pages.completion_cycles > *measured(keys).completion_cycles * 5 / 4);
  // Without pauses it is only told.
  short_of["paging"] = "none";
  const RunResult told = measured(keys, short_of);
  CHECK(told.hosts->paging_hosts == 16);
  CHECK(told.completion_cycles == measured(keys).completion_cycles);
}

TEST_CASE("memory: in a file each rank has its own blocks", "[parameters]") {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "uneven.goal").string();
  std::ofstream(file) << "num_ranks 3\n"
                         "rank 0 {\nl1: send 30000b to 1\nl2: send 20000b to 2\n}\n"
                         "rank 1 {\nl1: recv 30000b from 0\n}\nrank 2 {\nl1: recv 20000b from 0\n}\n";
  const auto paging_hosts = [&](const char* memory) {
    const RunResult r =
        measured("ports 3, cluster tam-326, paging 2ms:1ms", {{"schedule", file}, {"memory", memory}});
    CHECK(r.hosts->block_bytes == 50000);
    return r.hosts->paging_hosts;
  };
  CHECK(paging_hosts("50000B") == 0);
  CHECK(paging_hosts("49999B") == 1);
  CHECK(paging_hosts("30kB") == 1);
  CHECK(paging_hosts("29999B") == 2);
  CHECK(paging_hosts("0B") == 3);
}

TEST_CASE("start-skew: ranks start within a share of the predicted time", "[parameters]") {
  const double at_once = *measured(kPair).completion_seconds;
  double last = 0;
  for (const char* seed : {"1", "2", "3"}) {
    const double skewed = *measured(kPair, {{"start-skew", "0.5"}, {"seed", seed}}).completion_seconds;
    CAPTURE(seed, at_once, skewed);
    CHECK(skewed > at_once);
    CHECK(skewed < at_once * 1.51);
    CHECK(skewed != last);
    last = skewed;
  }
}

TEST_CASE("ranks: a schedule on some hosts takes what it takes on a switch of so many", "[parameters]") {
  for (const char* schedule : {"shift", "sync-shuffle", "combining"}) {
    for (const char* cluster : {"ideal", "tam-326"}) {
      const Keys keys{{"schedule", schedule}, {"cluster", cluster}, {"packets-per-message", "5"}};
      const RunResult alone = measured(keys, "ports 4");
      const RunResult some = measured(keys, "ports 9, ranks 8,0,3..4");
      CAPTURE(schedule, cluster);
      CHECK(some.completion_cycles == alone.completion_cycles);
      CHECK(some.predicted_seconds == alone.predicted_seconds);
      CHECK(some.bandwidth_per_node == alone.bandwidth_per_node);
      CHECK(some.delivered_packets == alone.delivered_packets);
    }
  }
}

TEST_CASE("ranks: only these sources send", "[parameters]") {
  const Keys keys = "ports 8, load 0.4, cycles 100000";
  const RunResult r = measured(keys, "ranks 7,2,3");
  CHECK(std::abs(r.throughput.mean * 8 / 3 - 0.4) < 6 * std::sqrt(0.4 * 0.6 / 300000));
  const RunResult crowd = measured(keys, "ranks 7,2, traffic one-hot, load 1");
  CHECK(crowd.throughput.mean == Approx(1 / 8.0).epsilon(0.001));
}
