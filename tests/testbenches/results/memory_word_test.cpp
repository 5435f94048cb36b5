// SPDX-License-Identifier: Apache-2.0
// Packets shorter than a memory word has beats, which share it: what a memory of words carries then.
#include <fmt/format.h>

#include <string>

#include "host/theory/formulas.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

const Keys kFullLoad{{"cycles", "60000"}, {"warmup", "20000"}, {"load", "1"}, {"depth", "65536"}};

}  // namespace

TEST_CASE("a memory of words carries packets of one beat at the line rate", "[testbenches]") {
  const auto [ports, least] =
      GENERATE(table<const char*, double>({{"4", 0.995}, {"8", 0.99}, {"16", 0.985}, {"32", 0.98}}));
  for (const char* name : {"output", "shared"}) {
    const Keys keys = with(kFullLoad, {{"switch", name}, {"ports", ports}, {"packet", "1"}});
    CAPTURE(name, ports);
    CHECK(measured(keys, {}).throughput.mean > least);
    CHECK(measured(keys, {{"traffic", "permutation"}}).throughput.mean == 1);
  }
}

TEST_CASE("packets of a few beats cost a memory of words little, of mixed lengths too", "[testbenches]") {
  for (const char* packet : {"2", "3", "5", "8", "1..8", "64B..512B"}) {
    CAPTURE(packet);
    CHECK(measured(kFullLoad, {{"switch", "shared"}, {"packet", packet}}).throughput.mean > 0.95);
  }
}

TEST_CASE("a short packet waits no longer in an empty memory than one that fills a word", "[testbenches]") {
  // 16 ports: a beat, N / 2 to the input's turn, as many to the output's, and two.
  const RunResult r =
      measured({{"cycles", "200000"}, {"switch", "shared"}, {"packet", "1"}, {"load", "0.001"}}, {});
  CHECK(r.latency.mean == Approx(1 + 16 + 2).margin(0.5));
}

TEST_CASE("packets of one beat wait for output queues, and until an input's words have had their turns",
          "[testbenches]") {
  // Each of N words has a turn in N, and holds 2N beats: a beat finds it half full.
  const std::string pipeline = GENERATE("0", "1");
  const unsigned ports = GENERATE(4U, 16U);
  const double load = GENERATE(0.5, 0.8, 0.9);
  CAPTURE(pipeline, ports, load);
  const RunResult r =
      measured({{"cycles", "60000"}, {"warmup", "20000"}, {"depth", "65536"}, {"packet", "1"}},
               {{"switch", "output"},
                {"pipeline", pipeline},
                {"ports", std::to_string(ports)},
                {"load", fmt::format("{}", load)}});
  const double beyond = r.queueing.mean - output_queue_wait(ports, load);
  CHECK(beyond > 0.5 * ports * ports);
  CHECK(beyond < 1.5 * ports * ports);
}
