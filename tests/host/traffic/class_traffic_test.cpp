// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/class_traffic.h"

#include <algorithm>
#include <array>
#include <vector>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

struct SentOfClass {
  std::uint64_t now;
  unsigned port, of_class, length;
};

/// What hosts send to a switch that takes all beats; `ready`: of each class.
std::vector<SentOfClass> sent(ClassTraffic& traffic, unsigned ports, std::uint64_t cycles,
                              const PortMask* ready) {
  Transmitter transmitter(ports, 0, {}, kMaxClasses);
  Scoreboard scoreboard(ports, {}, kMaxClasses);
  std::vector<SentOfClass> packets;
  for (std::uint64_t now = 0; now < cycles; ++now) {
    traffic.classes_ready(ready);
    traffic.before_cycle(now, transmitter);
    transmitter.offer(~PortMask{0});
    const SwitchInputs& in = transmitter.wires();
    for_each_port(in.s_tvalid & in.s_tuser, [&](unsigned port) {
      packets.push_back({now, port, in.s_tid[port], PacketHeader::decode(in.s_tdata[port]).length});
    });
    transmitter.advance(in.s_tvalid, now, scoreboard);
  }
  return packets;
}

ClassTraffic class_traffic_of(const RunConfig& config) {
  return {config, LinkRates(config.ports, 1, *config.traffic->output_period),
          HostRange::of_one_switch(config.ports), HostList(config.ports)};
}

RunConfig classes(unsigned count) {
  RunConfig config = config_of("ports 4, load 0.8");
  config.classes = count;
  return config;
}

std::vector<double> packets_by_class(const std::vector<SentOfClass>& packets) {
  std::vector<double> count(kMaxClasses);
  for (const SentOfClass& packet : packets) ++count[packet.of_class];
  return count;
}

}  // namespace

TEST_CASE("classes share the load by the mix", "[host]") {
  RunConfig config = classes(3);
  set_key(config, "class-mix", "0:.5,2:.5", "");
  ClassTraffic traffic = class_traffic_of(config);
  const auto packets = sent(traffic, 4, 100000, nullptr);
  const auto count = packets_by_class(packets);
  CHECK(count[0] == Approx(160000).epsilon(0.02));
  CHECK(count[1] == 0);
  CHECK(count[2] == Approx(160000).epsilon(0.02));
  CHECK(traffic.offered_packets() == packets.size());
  CHECK(traffic.offered_of_class(2).packets == static_cast<std::uint64_t>(count[2]));
  CHECK(traffic.offered_of_class(2).beats == static_cast<std::uint64_t>(count[2]));
}

TEST_CASE("a class has a load and lengths of its own", "[host]") {
  RunConfig config = classes(2);
  set_key(config, "class-load", "0:1,1:.2", "");
  set_key(config, "class-packet", "0:3,1:2..4", "");
  ClassTraffic traffic = class_traffic_of(config);
  const auto packets = sent(traffic, 4, 100000, nullptr);
  double beats = 0;
  for (const SentOfClass& packet : packets) {
    beats += packet.of_class == 1 ? packet.length : 0;
    REQUIRE((packet.of_class == 1 || packet.length == 3));
  }
  CHECK(beats == Approx(0.2 * 400000).epsilon(0.03));
  // The other class has the rest of the link.
  CHECK(packets_by_class(packets)[0] * 3 == Approx(0.8 * 400000).epsilon(0.02));
}

namespace {

/// For each cycle whether a packet of the class arrives at port 0; all classes are ready.
std::vector<bool> arrivals_of(const RunConfig& config, unsigned of_class) {
  constexpr std::uint64_t kCycles = 2000;
  ClassTraffic traffic = class_traffic_of(config);
  Transmitter transmitter(config.ports, 0, {}, kMaxClasses);
  const std::array<PortMask, kMaxClasses> none{};
  std::vector<bool> arrives;
  std::uint64_t before = 0;
  for (std::uint64_t now = 0; now < kCycles; ++now) {
    traffic.classes_ready(none.data());
    traffic.before_cycle(now, transmitter);
    const std::uint64_t packets = traffic.offered_of_class(of_class).packets;
    arrives.push_back(packets > before);
    before = packets;
  }
  return arrives;
}

double share_of_equal(const std::vector<bool>& a, const std::vector<bool>& b) {
  double equal = 0;
  for (std::size_t n = 0; n < a.size(); ++n) equal += a[n] == b[n] ? 1 : 0;
  return equal / static_cast<double>(a.size());
}

}  // namespace

TEST_CASE("a class with a load of its own comes at other times than those that share the rest", "[host]") {
  // With one load for both; as a coin that is tossed for each, they agree in half of the cycles.
  const char* const own = GENERATE("0:.5", "1:.5");
  RunConfig config = config_of("ports 2, load 0.5");
  config.classes = 2;
  set_key(config, "class-mix", std::string(own) == "0:.5" ? "1:1" : "0:1", "");
  set_key(config, "class-load", own, "");
  CHECK(share_of_equal(arrivals_of(config, 0), arrivals_of(config, 1)) < .75);
}

TEST_CASE("no class comes as another one does with another seed", "[host]") {
  RunConfig config = config_of("ports 2, packet 1");
  config.classes = kMaxClasses;
  set_key(config, "class-load", "0:.3,1:.3,2:.3,3:.3,4:.3,5:.3,6:.3,7:.3", "");
  std::vector<std::vector<bool>> all;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    config.seed = seed;
    for (unsigned of_class = 0; of_class < kMaxClasses; ++of_class)
      all.push_back(arrivals_of(config, of_class));
  }
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
}

TEST_CASE("a class that the others leave no share has offered nothing", "[host]") {
  RunConfig config = classes(3);
  set_key(config, "class-mix", "0:.25,1:.75", "");
  set_key(config, "class-load", "0:.1,1:.2", "");
  ClassTraffic traffic = class_traffic_of(config);
  sent(traffic, 4, 1000, nullptr);
  CHECK(traffic.offered_of_class(2).beats == 0);
  CHECK(traffic.offered_of_class(0).beats + traffic.offered_of_class(1).beats == traffic.offered_beats());
}

TEST_CASE("a link starts the highest class of which a packet waits and that is ready", "[host]") {
  RunConfig config = classes(2);
  set_key(config, "class-load", "0:1,1:1", "");
  ClassTraffic all_ready = class_traffic_of(config);
  const PortMask both[kMaxClasses] = {0xf, 0xf};
  CHECK(packets_by_class(sent(all_ready, 4, 100, both))[0] == 0);
  ClassTraffic high_held = class_traffic_of(config);
  const PortMask low[kMaxClasses] = {0xf, 0xe};  // not at port 0
  for (const SentOfClass& packet : sent(high_held, 4, 100, low))
    REQUIRE(packet.of_class == (packet.port == 0 ? 0U : 1U));
  ClassTraffic none = class_traffic_of(config);
  const PortMask held[kMaxClasses] = {};
  CHECK(sent(none, 4, 100, held).empty());
}

TEST_CASE("a class comes in its cycles only", "[host]") {
  RunConfig config = classes(2);
  set_key(config, "class-load", "0:.3,1:1", "");
  set_key(config, "class-packet", "1:8", "");
  set_key(config, "class-cycles", "1:1003..1035", "");
  ClassTraffic traffic = class_traffic_of(config);
  CHECK(traffic.next_event(0) < 1003);
  std::vector<std::uint64_t> starts;
  for (const SentOfClass& packet : sent(traffic, 4, 5000, nullptr)) {
    if (packet.of_class == 1 && packet.port == 2) starts.push_back(packet.now);
  }
  CHECK(starts == std::vector<std::uint64_t>{1003, 1011, 1019, 1027});
  CHECK(traffic.offered_of_class(1).packets == 16);
}

TEST_CASE("hosts know the outputs of the packets of a class that wait", "[host]") {
  for (const unsigned held : {0U, 1U}) {
    const RunConfig config = classes(2);
    ClassTraffic traffic = class_traffic_of(config);
    REQUIRE(traffic.watch_queues());
    Transmitter transmitter(config.ports, 0, {}, kMaxClasses);
    Scoreboard scoreboard(config.ports, {}, kMaxClasses);
    std::array<PortMask, 2> ready{~PortMask{0}, ~PortMask{0}};
    std::vector<PortMask> waits(config.ports), came(config.ports);
    std::vector<bool> over(config.ports);
    ready[held] = 0;
    bool some = false;
    for (std::uint64_t now = 0; now < 400; ++now) {
      if (now == 8) ready[held] = ~PortMask{0};
      traffic.classes_ready(ready.data());
      const PortMask idle = transmitter.idle();
      traffic.before_cycle(now, transmitter);
      for (unsigned port = 0; port < config.ports; ++port) {
        if (over[port]) continue;
        if ((idle & transmitter.busy() & bit(port)) != 0 && transmitter.wires().s_tid[port] == held)
          came[port] |= bit(transmitter.wires().s_tdest[port]);
        const PortMask behind = traffic.outputs_behind(port, held, now);
        if (now == 7) some |= behind != 0 && port_count(behind) < config.ports;
        waits[port] |= behind;
        over[port] = now >= 8 && behind == 0;
      }
      transmitter.offer(~PortMask{0});
      transmitter.advance(transmitter.wires().s_tvalid, now, scoreboard);
    }
    CHECK(some);
    CHECK(std::find(over.begin(), over.end(), false) == over.end());
    CHECK(came == waits);
  }
}
