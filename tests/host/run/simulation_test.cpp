// SPDX-License-Identifier: Apache-2.0
#include "host/run/simulation.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/link/fake_switch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

RunConfig permutation(unsigned ports, double load) {
  RunConfig config = config_of("traffic permutation, cycles 4000, warmup 500");
  config.ports = ports;
  config.traffic->load = load;
  return config;
}

RunConfig exchange(const std::string& schedule, const std::string& cluster, unsigned ports, std::uint32_t k) {
  RunConfig config;
  config.ports = ports;
  config.schedule = schedule;
  config.cluster = cluster;
  config.packets_per_message = k;
  return config;
}

template <class Switch>
std::string error_of(const RunConfig& config) {
  Switch model(config.ports);
  return message_of<RunError>([&] { simulate(resolve(config), model); });
}

struct Stopping : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override {
    if (now >= 1000) out.s_tready = out.m_tvalid = 0;
  }
};
/// Never shows what came from input 0 to output 1 after a while.
struct Swallowing : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override {
    if (now >= 1000) out.m_tvalid &= ~PortMask{2};
  }
};
/// From behind the last look at the queues on, so that only the end of the run can find it.
struct GhostInQueue : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override { out.occ_beats[1] += now >= 4200 ? 3 : 0; }
};
struct Damaging : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override { out.m_tdata[1] ^= now == 1000 ? std::uint64_t{1} << 44U : 0; }
};
struct Losing : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override {
    if (now < 1000 || lost || (out.m_tvalid & 2U) == 0) return;
    out.m_tvalid &= ~PortMask{2};
    queue(0, 1).pop_front();
    lost = true;
  }
  bool lost = false;
};
/// Discards every third packet from input 0 to output 1; its counter is about to go round.
struct Dropping : FakeSwitch {
  using FakeSwitch::FakeSwitch;
  void tamper(SwitchOutputs& out) override {
    if ((out.m_tvalid & 2U) != 0 && ++seen % 3 == 0) {
      out.m_tvalid &= ~PortMask{2};
      queue(0, 1).pop_front();
      --out.occ_beats[0];
      --out.occ_packets[0];
      ++dropped;
    }
    out.drop_full[0] = dropped;
  }
  std::uint32_t seen = 0, dropped = 0U - 50;
};

}  // namespace

TEST_CASE("packets lost while the switch's counter of them goes round are all accounted for", "[host]") {
  RunConfig config = permutation(2, 0.5);
  config.flow = FlowControl::Drop;
  Dropping model(2);
  const RunResult r = simulate(resolve(config), model);
  CHECK(r.lost_packets > 400);
  CHECK(r.lost_packets < r.offered_packets / 4);
  CHECK(r.dropped_per_queue == std::vector<std::uint64_t>{r.lost_packets, 0});
  CHECK(r.offered_packets - r.delivered_packets - r.lost_packets <= 2);
}

TEST_CASE("an ideal switch carries a permutation at full rate in one cycle", "[host]") {
  FakeSwitch model(4);
  const RunResult r = simulate(resolve(permutation(4, 1.0)), model);
  CHECK(r.throughput.mean == 1.0);
  CHECK(r.offered_load == 1.0);
  CHECK(r.measured_cycles == 4000);
  CHECK(r.warmup_cycles == 500);
  CHECK(r.offered_packets == 16000);
  CHECK(r.delivered_packets == 16000);
  CHECK(r.lost_packets == 0);
  CHECK(r.latency.mean == 1);
  CHECK(r.latency.max == 1);
  CHECK(r.queueing.max == 0);
  CHECK(r.occupancy_beats.mean == 4);  // one beat on its way from each input
  CHECK(r.per_queue.at(3).mean == 1);
  CHECK_FALSE(r.completion_cycles.has_value());
}

TEST_CASE("what is offered comes out, at any load and packet length", "[host]") {
  const double load = GENERATE(0.1, 0.7);
  const unsigned packet = GENERATE(1U, 10U);
  RunConfig config = permutation(5, load);
  config.packet_min = config.packet_max = packet;
  config.cycles = 40000;
  FakeSwitch model(5);
  const RunResult r = simulate(resolve(config), model);
  CHECK(std::abs(r.throughput.mean - load) <
        5 * std::sqrt(load * (1 - load) * packet / (5 * 40000.0)) + 1e-3);
  CHECK(r.latency.mean == packet);
  CHECK(r.queueing.max == 0);
  CHECK(r.throughput.ci95.value() > 0);
}

TEST_CASE("output contention makes packets wait as theory has it for output queues", "[host][unsanitized]") {
  // Mean wait of an N-port output queue: (N-1)/N p / (2 (1-p)) slots.
  RunConfig config = permutation(4, 0.8);
  config.traffic->traffic = "uniform";
  config.cycles = 400000;
  config.warmup = 5000;
  FakeSwitch model(4);
  const RunResult r = simulate(resolve(config), model);
  const double wait = 0.75 * 0.8 / (2 * 0.2);
  CHECK(std::abs(r.queueing.mean - wait) < std::max(3 * r.queueing.ci95.value(), 0.03 * wait));
  CHECK(r.queueing.ci95.value() < 0.05 * wait);
}

TEST_CASE("a run ends early when its intervals are tight enough", "[host]") {
  RunConfig config = permutation(4, 0.8);
  config.traffic->traffic = "uniform";
  config.cycles = 10000000;
  config.ci = 0.1;
  FakeSwitch model(4);
  const RunResult r = simulate(resolve(config), model);
  CHECK(r.measured_cycles < 200000);
  CHECK(r.throughput.ci95.value() <= 0.1 * r.throughput.mean);
  CHECK(r.queueing.ci95.value() <= 0.11 * r.queueing.mean);
}

TEST_CASE("the same configuration gives the same result", "[host]") {
  RunConfig config = permutation(4, 0.8);
  config.traffic->traffic = "uniform";
  config.traffic->receiver_stall = 0.2;
  config.traffic->load = 0.5;
  const auto run = [&] {
    FakeSwitch model(4);
    RunResult r = simulate(resolve(config), model);
    r.cpu_seconds = 0;
    return result_to_json(config, r).dump();
  };
  const auto first = run();
  CHECK(run() == first);
  config.seed = 2;
  CHECK(run() != first);
}

TEST_CASE("a shift on ideal hosts takes p-1 rounds of k packets and one cycle", "[host]") {
  RunConfig config = exchange("shift", "ideal", 5, 6);
  config.packet_min = config.packet_max = 10;
  config.packet_given = true;
  FakeSwitch model(5);
  const RunResult r = simulate(resolve(config), model);
  CHECK(r.completion_cycles == 4U * (6 * 10 + 1));
  CHECK(*r.predicted_seconds == Approx(*r.completion_seconds));
  CHECK(r.delivered_packets == 5 * 4 * 6);
}

TEST_CASE("a shift on the hosts of Tam and Wang takes as long as their equation 3 has it", "[host]") {
  const std::uint32_t k = GENERATE(1U, 3U, 8U);
  FakeSwitch model(4);
  const RunResult r = simulate(resolve(exchange("shift", "tam-326", 4, k)), model);
  // In cycles of 640 ns: O_s 20, g 192, L 235 (150.35 us for 4 nodes), O_r 31, U_r 11.
  CHECK(r.completion_cycles == 3U * (20 + (k - 1) * 192 + 235 + 31 + 11));
  CHECK(*r.predicted_seconds == Approx(*r.completion_seconds).epsilon(0.01));
  CHECK(*r.bandwidth_per_node == Approx(k * 1492.0 * 3 / *r.completion_seconds));
}

TEST_CASE("a schedule has no steady state, and no intervals", "[host]") {
  // 3000 packets a message take so long that a stochastic run would have them.
  const auto record = [](const RunConfig& config) {
    FakeSwitch model(config.ports);
    return result_to_json(config, simulate(resolve(config), model));
  };
  RunConfig longer = permutation(4, 0.5);
  longer.cycles = 20000;
  const auto schedule = record(exchange("shift", "ideal", 4, 3000));
  const auto stochastic = record(longer);
  for (const char* name :
       {"/throughput_ci95", "/loss_ci95", "/latency/ci95", "/queueing/ci95", "/hol/hol_fraction_ci95",
        "/hol/blocked_fraction_ci95", "/hol/idle_with_work_ci95", "/hol/backpressure_fraction_ci95",
        "/hol/pool_fraction_ci95", "/occupancy/ci95", "/occupancy/packets/ci95"}) {
    CAPTURE(name);
    const nlohmann::ordered_json::json_pointer path(name);
    CHECK(schedule.at(path).is_null());
    CHECK(stochastic.at(path).is_number());
  }
}

TEST_CASE("a switch that stops is reported with who waits for what", "[host]") {
  CHECK(mentions(error_of<Stopping>(permutation(3, 1.0)),
                 {"no progress since cycle 999", "input 0 -> output 1: 1 packet(s)",
                  "input 2: a beat for output 0 is not taken"}));
  CHECK(mentions(error_of<Stopping>(exchange("shift", "ideal", 3, 2000)),
                 {"no progress since cycle 999", "rank 0: ", "rank 2: ", "packet(s) from "}));
}

TEST_CASE("a packet that never comes out is reported", "[host]") {
  CHECK(mentions(error_of<Swallowing>(permutation(3, 0.5)),
                 {"no progress since cycle", "input 0 -> output 1: "}));
}

TEST_CASE("where nothing is left nothing has to move, however long it has not", "[host]") {
  RunConfig idle = permutation(3, 0);
  idle.warmup = 0;
  // Progress is looked at every 1024 cycles.
  for (const std::uint64_t cycles : {30718, 30719, 30720}) {
    CAPTURE(cycles);
    idle.cycles = cycles;
    FakeSwitch model(idle.ports);
    CHECK_NOTHROW(simulate(resolve(idle), model));
  }
}

TEST_CASE("a switch that is not empty at the end is refused", "[host]") {
  CHECK(mentions(error_of<GhostInQueue>(permutation(3, 0.5)), {"not empty", "queue 1: 3 beats"}));
}

TEST_CASE("a damaged beat ends the run, with output, cycle and seed", "[host]") {
  RunConfig config = permutation(3, 1.0);
  config.seed = 77;
  CHECK(mentions(error_of<Damaging>(config), {"cycle 1000: output 1: ", "seed 77"}));
}

TEST_CASE("a lost packet ends the run when the next of its flow comes", "[host]") {
  // Cycle 1000 shows a packet of the flow that has gone from the queue when it is taken: the one after
  // follows.
  CHECK(mentions(error_of<Losing>(permutation(3, 0.5)), {"output 1: ", "from input 0"}));
}

TEST_CASE("a schedule needs one packet length, and a queue that holds it under store-and-forward", "[host]") {
  FakeSwitch model(4);
  RunConfig config = exchange("shift", "ideal", 4, 1);
  config.packet_max = 3;
  config.packet_given = true;
  CHECK(mentions(message_of<InputError>([&] { simulate(resolve(config), model); }),
                 {"packet", "'1..3'", "allowed"}));
  config = exchange("shift", "tam-326", 4, 1);
  config.forwarding = ForwardingMode::StoreAndForward;
  config.depth = 189;
  CHECK(mentions(message_of<InputError>([&] { simulate(resolve(config), model); }),
                 {"depth", "'189'", "190 beats"}));
}
