// SPDX-License-Identifier: Apache-2.0
// What is measured from the ports of the lab's own switches is what their probes say, where both mean the
// same (docs/measures.md, "Without probes").
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

const Keys kObserved = "observe ports";

double total_of_queues(const RunResult& result) {
  return std::accumulate(result.per_queue.begin(), result.per_queue.end(), 0.0,
                         [](double sum, const auto& queue) { return sum + queue.mean; });
}

/// All that does not depend on how the inside is seen.
void check_outside(const RunResult& ports, const RunResult& probes) {
  CHECK(ports.cycles == probes.cycles);
  CHECK(ports.throughput.mean == probes.throughput.mean);
  CHECK(ports.throughput.ci95 == probes.throughput.ci95);
  CHECK(ports.latency.mean == probes.latency.mean);
  CHECK(ports.queueing.mean == probes.queueing.mean);
  CHECK(ports.delivered_packets == probes.delivered_packets);
}

void check_occupancy(const RunResult& ports, const RunResult& probes) {
  CHECK(ports.occupancy_beats.mean == probes.occupancy_beats.mean);
  CHECK(ports.occupancy_beats.max == probes.occupancy_beats.max);
  CHECK(ports.occupancy_packets.mean == probes.occupancy_packets.mean);
  CHECK(total_of_queues(ports) == Approx(total_of_queues(probes)));
}

}  // namespace

TEST_CASE("one FIFO per input: its ports tell all that its probes do", "[testbenches]") {
  const std::string forwarding = GENERATE("cut-through", "store-and-forward");
  const std::string stall = GENERATE("0", "0.3");
  const std::string packet = GENERATE("1", "1..7");
  const Keys keys =
      fmt::format("ports 5, load 0.9, cycles 20000, packet {}, receiver-stall {}, depth 64, forwarding {}",
                  packet, stall, forwarding);
  CAPTURE(forwarding, stall, packet);
  const RunResult probes = measured(keys), ports = measured(keys, kObserved);
  check_outside(ports, probes);
  check_occupancy(ports, probes);
  CHECK(probes.hol.mean > 0.1);
  CHECK(ports.hol.mean == probes.hol.mean);
  CHECK(ports.hol.ci95 == probes.hol.ci95);
  CHECK(ports.blocked.mean == probes.blocked.mean);
  CHECK(ports.backpressure.mean == probes.backpressure.mean);
  CHECK(ports.idle_with_work.mean == probes.idle_with_work.mean);
  CHECK(ports.blame == probes.blame);
  CHECK(ports.victims == probes.victims);
}

TEST_CASE("what ports cannot tell is not measured", "[testbenches]") {
  const RunResult ports = measured("ports 2, cycles 1000, observe ports");
  CHECK(ports.known.flags);
  CHECK_FALSE(ports.known.pool);
  const auto record = result_to_json(configured("ports 2"), ports);
  CHECK(record["hol"]["pool_fraction"].is_null());
  CHECK(record["hol"]["hol_fraction"].is_number());
  CHECK_FALSE(result_from_json(record).known.pool);
  CHECK(result_from_json(record).known.flags);
}

TEST_CASE("every switch holds what its ports say", "[testbenches]") {
  const std::string name = GENERATE("output", "shared", "voq", "crosspoint", "cicq-lqf");
  const std::string packet = GENERATE("1", "1..7");
  CAPTURE(name, packet);
  const Keys keys{{"switch", name}, {"ports", "4"}, {"load", "0.9"}, {"cycles", "20000"}, {"packet", packet}};
  const RunResult probes = measured(keys), ports = measured(keys, kObserved);
  check_outside(ports, probes);
  check_occupancy(ports, probes);
}

TEST_CASE("packets that are discarded are in the switch, by its ports, until a later one comes out",
          "[testbenches]") {
  const Keys keys = "ports 4, load 0.9, cycles 20000, packet 1, flow drop, depth 8";
  const RunResult probes = measured(keys), ports = measured(keys, kObserved);
  check_outside(ports, probes);
  CHECK(probes.loss.mean > 0.1);
  CHECK(ports.loss.mean == Approx(probes.loss.mean).epsilon(.02));
  CHECK(ports.occupancy_beats.mean > probes.occupancy_beats.mean);
}

TEST_CASE("losses are those of packets that never come out, also where none of their flow comes out",
          "[testbenches]") {
  // Inputs 1 to 3 find the memory full whenever they have a packet.
  const std::string of = GENERATE("ports 4", "ports 4, classes 2", "topology one-switch(4)");
  CAPTURE(of);
  const Keys keys = of + ", switch output, traffic one-hot, load 1, depth 32, packet 8, flow drop, warmup 0";
  const RunResult probes = measured(keys), ports = measured(keys, kObserved);
  check_outside(ports, probes);
  CHECK(probes.loss.mean > 0.7);
  CHECK(ports.loss.mean == Approx(probes.loss.mean).epsilon(.01));
  double lost = 0;
  for (const ClassResult& c : ports.classes) lost += c.loss * static_cast<double>(c.offered_packets);
  if (!ports.classes.empty()) CHECK(lost == Approx(static_cast<double>(ports.lost_packets)));
}

TEST_CASE("the queue that marks packets is the switch's own, whatever its occupancy is measured by",
          "[testbenches]") {
  const std::string name = GENERATE("input", "output", "shared", "voq", "crosspoint");
  CAPTURE(name);
  const Keys keys = with({{"switch", name}}, "ports 4, load 0.8, cycles 5000, packet 1..7, ecn 5");
  const RunResult probes = measured(keys), ports = measured(keys, kObserved);
  CHECK(probes.ecn->queue_mean > 1);
  CHECK(ports.ecn->queue_mean == probes.ecn->queue_mean);
  CHECK(ports.ecn->queue_p5 == probes.ecn->queue_p5);
  CHECK(ports.ecn->queue_p95 == probes.ecn->queue_p95);
  CHECK(ports.ecn->marked == probes.ecn->marked);
}
