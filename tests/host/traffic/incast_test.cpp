// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <map>
#include <set>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/traffic/host_flows.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

RunConfig incast(unsigned ports, std::optional<unsigned> fan_in = {}) {
  RunConfig config = config_of("traffic incast, period 1000");
  config.ports = ports;
  config.traffic->fan_in = fan_in;
  return config;
}

unsigned no_destination(unsigned /*port*/) { return 0; }

/// The next burst.
std::vector<Incast::Start> burst_of(Incast& incast, unsigned senders) {
  std::vector<Incast::Start> burst;
  for (unsigned n = 0; n < senders; ++n, incast.take()) burst.push_back(incast.next());
  return burst;
}

}  // namespace

TEST_CASE("in every period so many hosts send to another one, in cycles that never go back", "[host]") {
  RunConfig config = incast(8, GENERATE(std::optional<unsigned>(), std::optional<unsigned>(3)));
  config.traffic->jitter = GENERATE(0U, 99U);
  const unsigned senders = config.traffic->fan_in.value_or(7);
  Incast bursts(*config.traffic, config.seed, HostList(8));
  std::map<unsigned, unsigned> victims;
  std::uint64_t last = 0;
  std::uint64_t latest = 0;
  constexpr unsigned kBursts = 8000;
  constexpr std::uint64_t kPeriod = 1000;
  for (unsigned n = 0; n < kBursts; ++n) {
    std::set<unsigned> sources, destinations;
    for (const Incast::Start& start : burst_of(bursts, senders)) {
      CHECK(start.cycle >= last);
      last = start.cycle;
      REQUIRE(start.cycle >= n * kPeriod);
      latest = std::max(latest, start.cycle - n * kPeriod);
      sources.insert(start.source);
      destinations.insert(start.destination);
    }
    REQUIRE(sources.size() == senders);
    REQUIRE(destinations.size() == 1);
    REQUIRE(sources.count(*destinations.begin()) == 0);
    ++victims[*destinations.begin()];
  }
  CHECK(latest == config.traffic->jitter);
  for (unsigned host = 0; host < 8; ++host)
    CHECK(std::abs(victims[host] - kBursts / 8.0) < 5 * std::sqrt(kBursts * 7 / 64.0));
}

TEST_CASE("only hosts that take part are in a burst", "[host]") {
  const RunConfig config = incast(8);
  Incast bursts(*config.traffic, config.seed, HostList(std::vector<unsigned>{6, 1, 3}));
  for (unsigned n = 0; n < 100; ++n) {
    for (const Incast::Start& start : burst_of(bursts, 2)) {
      CHECK((start.source == 6 || start.source == 1 || start.source == 3));
      CHECK((start.destination == 6 || start.destination == 1 || start.destination == 3));
    }
  }
}

TEST_CASE("bursts go to the victim, and come from the senders", "[host]") {
  RunConfig config = incast(8, GENERATE(std::optional<unsigned>(), std::optional<unsigned>(2)));
  config.traffic->victim = 3;
  config.traffic->senders = "1,5..7";
  const unsigned senders = config.traffic->fan_in.value_or(4);
  Incast bursts(*config.traffic, config.seed, HostList(8));
  std::set<unsigned> sources;
  for (unsigned n = 0; n < 100; ++n) {
    for (const Incast::Start& start : burst_of(bursts, senders)) {
      CHECK(start.destination == 3);
      CHECK(start.cycle == n * 1000U);
      sources.insert(start.source);
    }
  }
  CHECK(sources == std::set<unsigned>{1, 5, 6, 7});
}

TEST_CASE("a victim that is drawn may be a sender, and does not send then", "[host]") {
  RunConfig config = incast(4);
  config.traffic->senders = "0,1";
  Incast bursts(*config.traffic, config.seed, HostList(4));
  for (unsigned n = 0; n < 100; ++n) {
    const Incast::Start start = bursts.next();
    CHECK(start.source <= 1);
    CHECK(start.source != start.destination);
    const unsigned count = start.destination <= 1 ? 1 : 2;
    for (const Incast::Start& one : burst_of(bursts, count)) CHECK(one.cycle == start.cycle);
  }
}

TEST_CASE("a flow goes in packets of the longest length, the last no shorter than the shortest", "[host]") {
  RunConfig config = incast(2);
  config.traffic->incast_bytes = "1000B";
  set_key(config, "packet",
          GENERATE(as<std::string>(), "64B", "1000B", "2000B", "64B..300B", "64B:1,500B:2", "3", "5..90"),
          "");
  HostFlows flows(config, HostRange::of_one_switch(2), HostList(2), HostList(2), 1, nullptr);
  std::uint64_t announced = 0;
  unsigned port = 0;
  flows.take_until(0, no_destination, [&](unsigned source, unsigned, std::uint64_t packets) {
    announced += packets;
    port = source;
  });
  REQUIRE(flows.waiting() == bit(port));
  CHECK(flows.next_cycle() == 1000);
  const std::uint64_t size = config.packet_in_bytes ? 1000 : 125;
  std::uint64_t sent = 0, packets = 0, beats = 0;
  while (flows.waits(port)) {
    CHECK(sent < size);
    const HostFlows::Packet packet = flows.take(port);
    CHECK(packet.destination == 1 - port);
    CHECK(packet.length >= config.packet_min);
    if (flows.waits(port)) CHECK(packet.length == config.packet_max);
    sent += packet.length;
    beats += config.lengths().beats_of(packet.length);
    ++packets;
  }
  CHECK(sent >= size);
  CHECK(sent < size + config.packet_min);
  CHECK(packets == announced);
  CHECK(flows.offered_packets() == packets);
  CHECK(flows.offered_packets_of(port) == packets);
  CHECK(flows.offered_beats() == beats);
  if (config.packet_in_bytes) CHECK(beats * 8 - flows.missing_bytes() == sent);
}

TEST_CASE("a host sends a packet of each of its flows in turn", "[host]") {
  RunConfig config = incast(3, 1);
  config.traffic->incast_bytes = "8kB";
  config.packet_min = config.packet_max = 10;
  HostFlows flows(config, HostRange::of_one_switch(3), HostList(3), HostList(3), 1, nullptr);
  std::map<unsigned, std::set<unsigned>> wanted;
  while (wanted[0].size() < 2)
    flows.take_until(
        flows.next_cycle(), no_destination,
        [&](unsigned port, unsigned destination, std::uint64_t) { wanted[port].insert(destination); });
  std::set<unsigned> sent;
  std::set<unsigned> flows_of_0 = wanted[0];
  for (unsigned n = 0; n < 100; ++n) sent.insert(flows.take(0).destination);
  CHECK(sent == flows_of_0);
}

TEST_CASE("a burst has hosts to come from, and ends its jitter before the next", "[host]") {
  CHECK_NOTHROW(resolve(incast(4, 3)));
  CHECK(mentions(message_of<InputError>([] { resolve(incast(4, 4)); }),
                 {"fan-in: '4'", "at most 3, the ports but one"}));
  const auto refused = [](std::optional<unsigned> victim, const char* senders,
                          std::optional<unsigned> fan_in) {
    RunConfig wrong = incast(4, fan_in);
    wrong.traffic->victim = victim;
    wrong.traffic->senders = senders;
    return message_of<InputError>([&] { resolve(wrong); });
  };
  CHECK(mentions(refused(4, "all", {}), {"victim: '4'", "random, or one of the 4 ports"}));
  CHECK(mentions(refused(0, "1,7", {}), {"senders: '1,7'", "some of the 4 ports"}));
  CHECK(mentions(refused(2, "2", {}), {"senders: '2'", "others than the victim"}));
  CHECK(mentions(refused(2, "0,1", 3), {"fan-in: '3'", "at most 2, the senders"}));
  CHECK(mentions(refused({}, "0,1", 2), {"fan-in: '2'", "at most 1, the senders but one"}));
  RunConfig config = incast(4);
  config.traffic->jitter = 999;
  CHECK_NOTHROW(resolve(config));
  config.traffic->jitter = 1000;
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }),
                 {"jitter: '1000'", "less than period, 1000"}));
}
