// SPDX-License-Identifier: Apache-2.0
#include "host/config/schedule_hosts.h"

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/config/hosts_of.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

RunConfig on_cluster(const std::string& cluster, const std::string& packet = "") {
  RunConfig config = config_of("ports 16, schedule group-shuffle");
  set_key(config, "cluster", cluster, "");
  if (!packet.empty()) set_key(config, "packet", packet, "");
  return config;
}

}  // namespace

TEST_CASE("packets of a schedule are the cluster's frames unless a length is given", "[host]") {
  CHECK(hosts_of(on_cluster("tam-326")).frame_beats == 190);
  CHECK(hosts_of(on_cluster("tam-326", "24")).frame_beats == 24);
  CHECK(hosts_of(on_cluster("ideal")).frame_beats == 1);
  CHECK(hosts_of(on_cluster("ideal", "24")).frame_beats == 24);
  CHECK(mentions(message_of<InputError>([] { hosts_of(on_cluster("ideal", "2..24")); }),
                 {"packet", "'2..24'", "allowed"}));
}

TEST_CASE("packets of a schedule may have bytes", "[host]") {
  const ScheduleHosts tam = hosts_of(on_cluster("tam-326", "1518B"));
  CHECK(tam.frame_beats == 190);
  CHECK(tam.nic.sizes.frame_length == 1518);
  CHECK(tam.cluster.payload_bytes == 1492);
  CHECK(tam.nic.go_back_n.ack_length == 64);
  const ScheduleHosts ideal = hosts_of(on_cluster("ideal", "100B"));
  CHECK(ideal.frame_beats == 13);
  CHECK(ideal.cluster.payload_bytes == 100);
}

TEST_CASE("an ideal packet is all payload, a frame holds what the cluster says", "[host]") {
  CHECK(hosts_of(on_cluster("tam-326", "24")).cluster.payload_bytes == 1492);
  RunConfig config = on_cluster("ideal", "24");
  CHECK(hosts_of(config).cluster.payload_bytes == 192);
  config.width = 512;
  CHECK(hosts_of(config).cluster.payload_bytes == 1536);
}

TEST_CASE("pauses that are none in whole cycles are refused", "[host]") {
  const auto refusal = [](const char* key, const char* value) {
    RunConfig config = on_cluster("ideal");  // of 10 ns
    set_key(config, "memory", "1B", "");
    set_key(config, key, value, "");
    return message_of<InputError>([&] { hosts_of(config); });
  };
  for (const char* pauses : {"100ns:99ns", "100ns:4ns", "12ns:11ns"}) {
    CHECK(mentions(refusal("paging", pauses), {"paging: ", pauses, "at least a cycle of 10ns"}));
    const std::string daemon = std::string("daemon:") + pauses;
    CHECK(mentions(refusal("host-delay", daemon.c_str()),
                   {"host-delay: ", daemon, "at least a cycle of 10ns"}));
  }
  CHECK_NOTHROW(hosts_of(on_cluster("ideal")));
}

TEST_CASE("the links are as long as the measured latency leaves", "[host]") {
  // In cycles of 640 ns: L less the frame of 190 beats and the switch that L was measured on.
  const NicTiming cut_through = hosts_of(on_cluster("tam-326")).nic.timing;
  CHECK(cut_through.uplink_latency + cut_through.downlink_latency == 241 - 190 - 1);
  const NicTiming store_forward = hosts_of(on_cluster("tam-416")).nic.timing;
  // A shared memory of 16 ports: 190 beats in, 7.5 cycles until the input's turn, 1 to 16 more until the
  // output's (8.5), and 2 until the first beat is on offer: 208.
  CHECK(store_forward.uplink_latency + store_forward.downlink_latency == 421 - 190 - 208);
  // Neither the switch under test nor its packets change the links.
  RunConfig config = on_cluster("tam-326", "24");
  config.forwarding = ForwardingMode::StoreAndForward;
  CHECK(hosts_of(config).nic.timing.uplink_latency == cut_through.uplink_latency);
}

TEST_CASE("the automatic time-out is four round trips through a full queue", "[host]") {
  // In cycles of 640 ns: O_s 20; twice links of 50, a frame of g = 192, and one cycle; a queue; an
  // acknowledgement that waits for 4 frames.
  RunConfig config = on_cluster("tam-326");
  set_key(config, "reliability", "go-back-n", "");
  const GoBackNSettings usual = hosts_of(config).nic.go_back_n;
  CHECK(usual.ack_delay_cycles == 4 * 192);
  CHECK_FALSE(usual.backs_off);
  CHECK(usual.timeout_cycles == 4 * (20 + 2 * (50 + 192 + 1) + 1024 + 4 * 192));
  config.depth = 4096;
  config.route_delay = 30;  // in both directions
  CHECK(hosts_of(config).nic.go_back_n.timeout_cycles == usual.timeout_cycles + 4 * (4096 - 1024 + 2 * 30));
  set_key(config, "ack-delay", "64us", "");  // 100 cycles
  CHECK(hosts_of(config).nic.go_back_n.timeout_cycles ==
        usual.timeout_cycles + 4 * (4096 - 1024 + 2 * 30 + 100 - 4 * 192));
  set_key(config, "timeout", "640us", "");
  CHECK(hosts_of(config).nic.go_back_n.timeout_cycles == 1000);
}

TEST_CASE("the shape of an exchange is the configuration's", "[host]") {
  RunConfig config = on_cluster("ideal");
  config.packets_per_message = 7;
  config.group_size = 3;
  const ExchangeShape shape = hosts_of(config).shape;
  CHECK(shape.ranks == 16);
  CHECK(shape.packets == 7);
  CHECK(shape.group_size == 3);
}
