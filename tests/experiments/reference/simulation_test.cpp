// SPDX-License-Identifier: Apache-2.0
// The models of the slot simulator against what is known exactly of them.
#include "experiments/reference/simulation.h"

#include <cmath>
#include <stdexcept>

#include "host/theory/formulas.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using slots::Estimate;
using xb::message_of;

namespace {

slots::Result simulated(const std::string& model, const std::string& parameters) {
  return slots::simulate(model, slots::Parameters(slots::split(parameters, ' ')));
}

/// Within twice its interval, which is no wider than `share` of the value.
void check(const Estimate& estimate, double exact, double share) {
  CHECK(estimate.mean == Approx(exact).margin(2 * estimate.half_width).epsilon(0));
  CHECK(estimate.half_width < share * exact);
}

}  // namespace

TEST_CASE("the slot simulator saturates FIFO inputs as the exact chain says, whoever wins", "[reference]") {
  const std::string arbiter = GENERATE("random", "round-robin", "oldest");
  for (const unsigned ports : {2U, 3U, 16U}) {
    CAPTURE(arbiter, ports);
    const auto result =
        simulated("fifo", "load=1 slots=40000 ports=" + std::to_string(ports) + " arbiter=" + arbiter);
    check(result.throughput, *xb::hol_saturation(ports), .005);
  }
}

TEST_CASE("output queues of the slot simulator wait (N-1)/N p/(2(1-p))", "[reference]") {
  check(simulated("output", "load=0.5 slots=100000").wait, 15. / 16 * .5, .02);
  check(simulated("output", "load=0.8 ports=4 slots=200000").wait, 3. / 4 * 2, .03);
  // Bursts of one cell are Bernoulli arrivals.
  check(simulated("output", "traffic=bursty burst=1 load=0.5 slots=100000").wait, 15. / 16 * .5, .02);
}

TEST_CASE("sources of the slot simulator have the load that is asked for", "[reference]") {
  check(simulated("output", "traffic=bursty burst=16 load=0.3 slots=200000").throughput, .3, .02);
  check(simulated("output", "traffic=unbalanced unbalance=0.3 load=0.7 slots=50000").throughput, .7, .01);
  check(simulated("crosspoint", "traffic=bursty burst=4 load=0.6 slots=100000").throughput, .6, .02);
}

TEST_CASE("backlogged queues of the slot simulator: PIM leaves (1-1/N)^N, iSLIP nothing", "[reference]") {
  const std::string backlogged = "queues=backlogged load=1 slots=20000 ";
  check(simulated("voq", backlogged + "scheduler=pim").throughput, 1 - std::pow(15. / 16, 16), .005);
  CHECK(simulated("voq", backlogged + "scheduler=islip").throughput.mean == 1);
  CHECK(simulated("voq", backlogged + "scheduler=rrm").throughput.mean == 1. / 16);  // all pointers alike
}

TEST_CASE("parts of a memory of the slot simulator lose what the exact chains say", "[reference]") {
  const std::string parts = "sharing=partition cells=4 slots=200000 load=0.8 ";
  check(simulated("shared", parts + "order=slotted").loss, xb::output_queue_loss(16, .8, 4), .03);
  check(simulated("shared", parts + "order=turns").loss, xb::output_queue_loss_turns(16, .8, 4), .03);
  check(simulated("shared", parts + "order=slotted ports=4").loss, xb::output_queue_loss(4, .8, 4), .05);
  check(simulated("shared", parts + "order=turns ports=4").loss, xb::output_queue_loss_turns(4, .8, 4), .05);
}

TEST_CASE("a seed of the slot simulator gives one result", "[reference]") {
  const auto wait = [](const char* seed) {
    return simulated("voq", std::string("slots=2000 load=0.7 scheduler=pim seed=") + seed).wait.mean;
  };
  CHECK(wait("1") == wait("1"));
  CHECK(wait("1") != wait("2"));
}

TEST_CASE("the slot simulator refuses what it does not know", "[reference]") {
  const auto message = [](const char* model, const char* parameters) {
    return message_of<std::invalid_argument>([&] { simulated(model, parameters); });
  };
  CHECK(message("cioq", "") == "unknown model 'cioq'; allowed: fifo voq crosspoint output shared");
  CHECK(message("output", "arbiter=random") ==
        "unknown key 'arbiter'; allowed: load ports seed slots traffic warmup");
  CHECK(message("voq", "slots=19") == "slots: '19' is not allowed; allowed: a number, 20..1e+12");
}
