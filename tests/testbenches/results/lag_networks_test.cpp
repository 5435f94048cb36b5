// SPDX-License-Identifier: Apache-2.0
// Lag in networks: each switch behind its ideal one, and the whole behind a network of ideal switches.
#include <cmath>

#include "host/base/errors.h"
#include "host/config/key_use.h"
#include "host/run/run_result.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

Keys network(const std::string& topology, const std::string& switch_name, const std::string& load) {
  return {{"topology", topology}, {"switch", switch_name}, {"load", load},     {"packet", "10"},
          {"depth", "4096"},      {"cycles", "60000"},     {"engine", "fast"}, {"reference", "oq"}};
}

}  // namespace

TEST_CASE("networks: the lag from end to end is the difference of the waits in both networks",
          "[testbenches]") {
  const RunResult fifo = measured(network("mesh(2,2,4)", "input", "0.3"));
  // Large crosspoints: nearly an ideal network.
  Keys large = network("mesh(2,2,4)", "crosspoint", "0.3");
  large["crosspoint-depth"] = "16";
  const RunResult crosspoints = measured(large);
  CHECK(std::abs(crosspoints.lag->mean) < 0.1);
  const double more = fifo.queueing.mean - crosspoints.queueing.mean;
  CHECK(more > 5);
  CHECK(fifo.lag->mean - crosspoints.lag->mean == Approx(more).epsilon(0.01));
  CHECK(fifo.lag->packets == fifo.delivered_packets);
  CHECK(fifo.lag->by_input.size() == 16);
  CHECK_FALSE(fifo.lag->by_rank.has_value());
}

TEST_CASE("networks: every switch has its own lag, with wires and cables", "[testbenches]") {
  Keys keys = network("mesh(2,2)", GENERATE(as<std::string>(), "input", "voq", "shared"), "0.2");
  keys["link-latency"] = GENERATE(as<std::string>(), "0", "7");
  keys["flow"] = GENERATE(as<std::string>(), "back-pressure", "drop");
  keys["depth"] = "64";
  keys["cycles"] = "10000";
  const RunResult r = measured(keys);  // or the rule ideal_switch ends it
  REQUIRE(r.network->switches.size() == 4);
  for (const SwitchResult& one : r.network->switches) {
    REQUIRE(one.result.lag.has_value());
    CHECK(one.result.lag->packets > 300);
    CHECK(one.result.lag->by_rank.has_value() == (one.result.lost_packets == 0));
  }
  CHECK(r.lag->packets == r.delivered_packets);
}

TEST_CASE("networks: packets that go through one switch have its lag from end to end", "[testbenches]") {
  // Of several lengths: those that reach an output at once are in the same order in both.
  const std::string name = GENERATE("input", "voq", "output");
  const std::string forwarding = GENERATE("cut-through", "store-and-forward");
  CAPTURE(name, forwarding);
  const RunResult r = measured({{"topology", "mesh(2,1,4)"},
                                {"ranks", "0..3"},
                                {"switch", name},
                                {"forwarding", forwarding},
                                {"packet", "1..6"},
                                {"load", "0.5"},
                                {"warmup", "0"},
                                {"cycles", "20000"},
                                {"reference", "oq"}});
  const LagResult& of_switch = *r.network->switches.at(0).result.lag;
  CHECK(r.lag->packets == of_switch.packets);
  CHECK(r.lag->mean == Approx(of_switch.mean));
  CHECK(r.lag->max == of_switch.max);
}

TEST_CASE(
    "networks: what waits at a host since its switch does not take it has not come to the ideal network",
    "[testbenches]") {
  const char* keys = GENERATE("switch input, depth 8", "switch input, depth 8, pipeline 1",
                              "switch voq, depth 8", "switch crosspoint, depth 8");
  CAPTURE(keys);
  const RunResult r = measured(
      std::string(keys) + ", ranks 0..3, packet 4, load 1, warmup 0, cycles 3000, engine fast, reference oq",
      {{"topology", "mesh(2,1,4)"}});
  const LagResult& of_switch = *r.network->switches.at(0).result.lag;
  CHECK(r.lag->packets == of_switch.packets);
  CHECK(r.lag->mean == Approx(of_switch.mean));
  CHECK(r.lag->max == of_switch.max);
}

TEST_CASE("networks: with routes that adapt, and one way alone, there is lag from end to end",
          "[testbenches]") {
  Keys keys = network("mesh(2,1,4)", "voq", "0.2");
  keys["cycles"] = "3000";
  const RunResult given = measured(keys);
  keys["topology"] = "two-switches(4,4)";
  const RunResult adaptive = measured(keys);
  REQUIRE(adaptive.lag.has_value());
  CHECK(adaptive.lag->packets == adaptive.delivered_packets);
  CHECK(adaptive.lag->mean == given.lag->mean);
}

TEST_CASE("networks: where packets choose their way only switches have lag", "[testbenches]") {
  Keys keys = network("fat-tree(4)", "input", "0.3");
  keys["cycles"] = "3000";
  const RunResult r = measured(keys);
  CHECK_FALSE(r.lag.has_value());
  CHECK(r.network->switches.front().result.lag.has_value());
}

TEST_CASE("a gap behind packets is nothing that the ideal switch knows", "[testbenches]") {
  const Keys keys{{"reference", "oq"}, {"packet", "64B"}, {"gap", "20B"}, {"engine", "fast"}};
  CHECK(mentions(message_of<InputError>([&] { check_use({configured(keys)}); }), {"reference", "gap 0B"}));
}
