// SPDX-License-Identifier: Apache-2.0
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/fabric/fabric.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/fabric/small_fabric.h"

using namespace xb;

TEST_CASE("what a network keeps of its packets does not grow with those that it loses") {
  for (const std::uint64_t latency : {0U, 4U}) {
    for (const std::string name : {"input", "output", "shared", "voq"}) {
      FabricCase c{"hierarchy(4,3)"};
      c.latency = latency;
      c.switch_name = name;
      ResolvedNetwork setup = fabric_of(c);
      for (Setup& s : setup.switches) {
        s.config.flow = FlowControl::Drop;
        s = resolve(s.config);
      }
      const auto packets = packets_of(setup.wiring.hosts(), c, 3, 20000, 0.9);
      SmallFabric small(setup, packets);
      small.run();
      INFO(name << " latency " << latency);
      std::uint64_t lost = 0;
      for (unsigned s = 0; s < small.fabric.switches(); ++s) {
        const SwitchRun& run = small.fabric.run(s);
        const SwitchPorts& ports = small.fabric.ports(s);
        lost += run.scoreboard().lost();
        // All that is left are packets after which no other one of their flow has come out.
        CHECK(ports.trips().held() == run.scoreboard().in_flight());
        std::uint64_t bound = 0;
        for (unsigned port = 0; port < setup.wiring.ports(s); ++port) bound += ports.trips().bound(port);
        CHECK(bound == run.scoreboard().in_flight());
        CHECK(run.scoreboard().in_flight() < 200);
      }
      CHECK(lost > 500);
    }
  }
}

TEST_CASE("time-outs after the end of a schedule are not its own") {
  const auto time_outs = [](const char* timeout) {
    RunConfig config = config_of(
        "topology two-switches(1,1), link-latency 50, engine fast, schedule linear, packets-per-message 1, "
        "flow drop, reliability go-back-n");
    set_key(config, "timeout", timeout, "");
    const RunResult r = run_point(resolve(config));
    CHECK(r.completion_cycles == 53U);
    return r.hosts->time_outs;
  };
  CHECK(time_outs("1us") == 0);  // 100 cycles
  CHECK(time_outs("400ns") == 2);
}
