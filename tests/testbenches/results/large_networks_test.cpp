// SPDX-License-Identifier: Apache-2.0
// Networks of more hosts than any other test has: ranks take 16 bits, and what is kept by pair is kept for
// those that talk.
#include "host/run/run_result.h"
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

/// 300 blocks of 4 packets, of 2 beats, from the last hosts of a network to host 0.
void check_incast(const std::string& topology, const std::string& last_hosts) {
  CAPTURE(topology);
  const RunResult r = measured({{"topology", topology},
                                {"schedule", "incast"},
                                {"ranks", "0," + last_hosts},
                                {"packets-per-message", "4"},
                                {"packet", "2"}});
  CHECK(r.offered_packets == 1200);
  CHECK(r.delivered_packets == 1200);
  REQUIRE(r.completion_cycles);
  CHECK(*r.completion_cycles >= 2400);  // host 0 takes a packet of two beats in two cycles
  CHECK(*r.completion_cycles < 2700);
}

}  // namespace

TEST_CASE("networks: hosts beyond the 4096th send and are sent to", "[testbenches]") {
  check_incast("fat-tree(26)", "4094..4393");
}

TEST_CASE("networks: a fat tree of switches with 64 ports has 65536 hosts", "[.long][testbenches]") {
  check_incast("fat-tree(64)", "65236..65535");
}
