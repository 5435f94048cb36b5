// SPDX-License-Identifier: Apache-2.0
// All-to-all broadcast on one switch: which algorithm is faster (Jacunski et al. 1999, table 1).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "host/point/run_config.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// With the hosts of experiments/clusters/jacunski-<start-up>us.toml.
RunResult broadcast(const std::string& schedule, unsigned nodes, unsigned flits, unsigned startup_us) {
  RunConfig config;
  config.engine = Engine::Fast;
  config.cluster =
      XBARLAB_SOURCE_DIR "/experiments/clusters/jacunski-" + std::to_string(startup_us) + "us.toml";
  config.schedule = schedule;
  config.ports = nodes;
  config.packets_per_message = flits;
  config.depth = 16;
  config.route_delay = 31;
  return run_point(config);
}

/// Completion [us].
double completion(const std::string& schedule, unsigned nodes, unsigned flits, unsigned startup_us) {
  return *broadcast(schedule, nodes, flits, startup_us).completion_seconds * 1e6;
}

/// Simultaneous broadcast in the order that the paper's formula supposes: two sends, then a receive and a
/// send by turns, so that always one more message is under way. As GOAL text.
std::string by_turns(unsigned nodes, unsigned flits) {
  std::string text = fmt::format("num_ranks {}\n", nodes);
  for (unsigned rank = 0; rank < nodes; ++rank) {
    text += fmt::format("\nrank {} {{\n", rank);
    unsigned ops = 0;
    const auto add = [&](const std::string& operation) {
      text += fmt::format("l{}: {}\n", ops, operation);
      if (ops > 0) text += fmt::format("l{} requires l{}\n", ops, ops - 1);
      ++ops;
    };
    for (unsigned i = 1; i <= nodes; ++i) {
      const unsigned received = i - 1;
      if (i < nodes) add(fmt::format("send {}b to {}", flits * 8, (rank + i) % nodes));
      if (i > 1) add(fmt::format("recv {}b from {}", flits * 8, (rank + nodes - received) % nodes));
    }
    text += "}\n";
  }
  return text;
}

}  // namespace

TEST_CASE("simultaneous broadcast is faster than combining where the paper's table 1 says", "[testbenches]") {
  const unsigned flits = GENERATE(128U, 1024U);
  const unsigned startup_us = GENERATE(5U, 10U, 20U, 30U);
  // L: a message and its way through the switch; o: half of the start-up.
  const double latency = flits * 0.016 + 0.548;
  const double overhead = startup_us / 2.0;
  if (latency <= overhead) return;  // the table has no condition for that
  unsigned decided = 0;
  for (unsigned nodes = 4; nodes <= 32; nodes += 2) {
    const double rounds = std::ceil(std::log2(nodes));
    const double simultaneous = latency > 2 * overhead
                                    ? 2 * overhead + (nodes - 1) * latency
                                    : 2 * overhead * (nodes - 2) + 2 * latency;  // g_s = L; g_s = 2o, g = L
    const double combining = rounds * 2 * overhead + (nodes - 1) * latency;
    if (std::abs(simultaneous / combining - 1) < 0.05) continue;  // a tie, for formulas that know no flits
    ++decided;
    CAPTURE(flits, startup_us, nodes, simultaneous, combining);
    CHECK((completion("simultaneous-broadcast", nodes, flits, startup_us) <
           completion("combining", nodes, flits, startup_us)) == (simultaneous < combining));
  }
  CHECK(decided >= 5);
}

TEST_CASE("simultaneous broadcast takes what the formula says in the order that the formula supposes",
          "[testbenches]") {
  // The process receives (U_r), not its kernel, which would not wait for the process's turn.
  const unsigned nodes = GENERATE(6U, 8U, 11U);
  const unsigned startup_us = GENERATE(5U, 10U);
  const ScratchFolder folder;
  RunConfig config;
  config.engine = Engine::Fast;
  config.cluster = (folder.path() / "process.toml").string();
  std::ofstream(config.cluster.text()) << fmt::format(
      "clock-period = \"16ns\"\nframe-beats = 1\npayload-bytes = 8\nsend-overhead = \"{0}us\"\n"
      "user-overhead = \"{0}us\"\nsend-ring = 2\nwhole-messages = true\n",
      startup_us / 2.0);
  config.schedule = "simultaneous-broadcast";
  config.ports = nodes;
  config.packets_per_message = 128;
  config.depth = 16;
  config.route_delay = 31;
  const RunResult all_at_once = run_point(config);
  config.schedule = (folder.path() / "by-turns.goal").string();
  std::ofstream(config.schedule.text()) << by_turns(nodes, 128);
  const RunResult turns = run_point(config);
  CAPTURE(nodes, startup_us);
  // With L below o the formula is less than the processors' work, which takes its time in this order, too.
  const double formula = *all_at_once.predicted_seconds * 1e6;
  const double work = (nodes - 1.0) * startup_us;
  CHECK(*turns.completion_seconds * 1e6 == Approx(std::max(formula, work)).epsilon(0.005));
  CHECK(*all_at_once.completion_seconds * 1e6 ==
        Approx(completion("simultaneous-broadcast", nodes, 128, startup_us)).epsilon(0.005));
}

TEST_CASE("hosts that receive all that has come wait for the last messages with nothing else to do",
          "[testbenches]") {
  // Short messages, L below 2o: the processors are the limit. After s sends the first message is there; they
  // receive what they sent as many of, and so on. Of p-1 messages a rest of r sends is left, whose first
  // message is under way when the last send has ended: they wait for o + L - r o.
  const unsigned startup_us = GENERATE(5U, 10U, 20U);
  const unsigned nodes = GENERATE(4U, 5U, 6U, 7U, 8U, 9U, 10U, 16U);
  const double overhead = startup_us / 2.0;
  const double latency = 128 * 0.016 + 0.512;
  const double first = std::ceil((overhead + latency) / overhead);
  const double rest = std::fmod(nodes - 1, first);
  const double wait = rest == 0 ? 0 : std::max(0.0, overhead + latency - rest * overhead);
  CAPTURE(startup_us, nodes, first, rest);
  CHECK(completion("simultaneous-broadcast", nodes, 128, startup_us) ==
        Approx((nodes - 1) * 2 * overhead + wait).epsilon(0.005));
}

TEST_CASE("a buffer that holds what comes during the routing delay closes the gap to the formula",
          "[testbenches]") {
  RunConfig config = config_of(
      "engine fast, cluster jacunski, schedule simultaneous-broadcast, ports 32, "
      "packets-per-message 1, route-delay 31");
  config.depth =
      16;  // the next header comes in, and is routed, 16 flits before the end of the message before
  const RunResult shallow = run_point(config);
  CHECK(*shallow.completion_cycles - std::lround(*shallow.predicted_seconds / 16e-9) ==
        Approx(31 * (31 + 1 - 16)).margin(20));
  config.depth = 64;
  const RunResult deep = run_point(config);
  CHECK(*deep.completion_seconds == Approx(*deep.predicted_seconds).epsilon(0.001));
}

TEST_CASE("neither of the paper's start-ups gives both its table 2 and its figure 6", "[testbenches]") {
  // Table 2 prints 205.78 us for the logical ring of 32 nodes and 256 flits.
  CHECK(completion("logical-ring", 32, 256, 2) == Approx(205.78).epsilon(0.005));
  CHECK(completion("logical-ring", 32, 256, 5) == Approx(298.1).epsilon(0.0005));
  // Figure 6 a: of 128 flits combining is the fastest except among very few nodes.
  for (const unsigned nodes : {8U, 16U, 32U}) {
    CAPTURE(nodes);
    CHECK(completion("combining", nodes, 128, 5) < completion("simultaneous-broadcast", nodes, 128, 5));
    CHECK(completion("combining", nodes, 128, 2) > completion("simultaneous-broadcast", nodes, 128, 2));
  }
}
