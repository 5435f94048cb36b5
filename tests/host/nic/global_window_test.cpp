// SPDX-License-Identifier: Apache-2.0
#include "host/nic/global_window.h"

#include "tests/catch.h"
#include "tests/host/config/hosts_of.h"

using namespace xb;

TEST_CASE("the global window is that of the thesis' example", "[host]") {
  // Four switches of four hosts, a buffer of 30 packets (Tam's thesis, 6.2).
  CHECK(packets_to_uplink(16, 4) == Approx(3.2));
  CHECK(global_window(30, packets_to_uplink(16, 4)) == 9);
  CHECK(global_window(2, 3.2) == 1);
}

TEST_CASE("on one switch the global window is what a queue holds", "[host]") {
  RunConfig config;
  config.schedule = "shift";
  config.depth = 1000;
  config.packet_min = config.packet_max = 24;
  config.packet_given = true;
  CHECK(hosts_of(config).nic.global_window == 0);
  config.global_window = "auto";
  CHECK(hosts_of(config).nic.global_window == 41);
  config.global_window = "7";
  CHECK(hosts_of(config).nic.global_window == 7);
  config.global_window = "auto";
  config.depth = 10;  // less than a packet
  CHECK(hosts_of(config).nic.global_window == 1);
}
