// SPDX-License-Identifier: Apache-2.0
#include "host/nic/global_window.h"

#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/config/hosts_of.h"
#include "tests/host/keys_of.h"

using namespace xb;

TEST_CASE("the global window is that of the thesis' example", "[host]") {
  // Four switches of four hosts, a buffer of 30 packets (Tam's thesis, 6.2).
  CHECK(packets_to_uplink(16, 4) == Approx(3.2));
  CHECK(global_window(30, packets_to_uplink(16, 4)) == 9);
  CHECK(global_window(2, 3.2) == 1);
  CHECK(AutoWindow{30, packets_to_uplink(16, 4)}.packets() == 9);
}

TEST_CASE("on schedule a host has a packet on its way for each gap that its latency holds", "[host]") {
  CHECK(packets_on_schedule(190, 191) == 1);
  CHECK(packets_on_schedule(191, 191) == 1);
  CHECK(packets_on_schedule(192, 191) == 2);
}

TEST_CASE("an automatic global window knows what it is worked out of", "[host]") {
  RunConfig config = config_of("ports 16, schedule shift");
  config.cluster = "tam-326";  // L is 241 cycles, g_s 191, a frame 190
  config.depth = 5799;
  CHECK_FALSE(hosts_of(config).auto_window);
  config.global_window.reset();
  const AutoWindow window = hosts_of(config).auto_window.value();
  CHECK(window.buffer_packets == 30);
  CHECK(window.per_step == 1);
  CHECK(window.packets() == 30);
  CHECK(window.on_schedule == 2);
  // The switch has the frame whole first: 431 cycles.
  config.forwarding = ForwardingMode::StoreAndForward;
  CHECK(hosts_of(config).auto_window.value().on_schedule == 3);
  // Links without length, and packets back to back: 25 cycles in steps of 24.
  config.cluster = "ideal";
  config.forwarding = ForwardingMode::CutThrough;
  config.packet_min = config.packet_max = 24;
  config.packet_given = true;
  CHECK(hosts_of(config).auto_window.value().on_schedule == 2);
}

TEST_CASE("on one switch the global window is what a queue holds", "[host]") {
  RunConfig config = config_of("schedule shift, depth 1000");
  config.packet_min = config.packet_max = 24;
  config.packet_given = true;
  CHECK(hosts_of(config).nic.global_window == 0);
  config.global_window.reset();
  CHECK(hosts_of(config).nic.global_window == 41);
  config.global_window = 7;
  CHECK(hosts_of(config).nic.global_window == 7);
  config.global_window.reset();
  config.depth = 10;  // less than a packet
  CHECK(hosts_of(config).nic.global_window == 1);
}
