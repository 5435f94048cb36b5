// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/arrivals.h"

#include <algorithm>
#include <cmath>

#include "host/link/scoreboard.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/traffic/traffic.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

RunConfig sources(double load, double burst, unsigned packet_min = 1, unsigned packet_max = 1) {
  RunConfig config = config_of("ports 8, traffic bursty");
  config.traffic->burst = burst;
  config.traffic->load = load;
  config.packet_min = packet_min;
  config.packet_max = packet_max;
  return config;
}

/// The sources of all hosts, on one switch.
Arrivals alone(const RunConfig& config) {
  return {config, HostRange::of_one_switch(config.ports), HostList(config.ports)};
}

std::vector<std::vector<std::uint64_t>> times_of(const RunConfig& config, std::uint64_t cycles) {
  Arrivals arrivals = alone(config);
  std::vector<std::vector<std::uint64_t>> times(config.ports);
  while (arrivals.next_cycle() < cycles) {
    const std::uint64_t now = arrivals.next_cycle();
    arrivals.take_until(now, [&](unsigned port, std::uint64_t packets) {
      times[port].insert(times[port].end(), packets, now);
    });
    REQUIRE(arrivals.next_cycle() > now);
  }
  return times;
}

constexpr unsigned kSourcePorts = 4;

RunConfig sources_between(double load, unsigned packet_min, unsigned packet_max) {
  RunConfig config;
  config.ports = kSourcePorts;
  config.traffic->load = load;
  config.packet_min = packet_min;
  config.packet_max = packet_max;
  return config;
}

/// Hosts whose switch takes a beat in every third cycle.
struct SourceHosts {
  explicit SourceHosts(const RunConfig& config)
      : workload(config, {kSourcePorts, 1, {}}, HostRange::of_one_switch(kSourcePorts),
                 HostList(kSourcePorts)) {}

  void end_cycle(std::uint64_t now) {
    if (now % 3 != 0) return;
    const SwitchInputs in = transmitter.wires();
    transmitter.advance(in.s_tvalid, now, scoreboard);
    for_each_port(in.s_tvalid & in.s_tuser,
                  [&](unsigned port) { scoreboard.delivered(port, in.s_tdest[port]); });
  }

  TrafficWorkload workload;
  Transmitter transmitter{kSourcePorts, 0};
  Scoreboard scoreboard{kSourcePorts};
};

}  // namespace

TEST_CASE("a slot brings a cell with the probability of the load, independent of the slot before", "[host]") {
  const double load = GENERATE(0.1, 0.5, 0.9);
  RunConfig config = sources(load, 16);
  config.traffic->traffic = "uniform";
  constexpr std::uint64_t kSlots = 100000;
  double cells = 0;
  double pairs = 0;
  for (const auto& port : times_of(config, kSlots)) {
    cells += static_cast<double>(port.size());
    for (std::size_t n = 1; n < port.size(); ++n) pairs += port[n] == port[n - 1] + 1 ? 1 : 0;
  }
  const double slots = 8.0 * kSlots;
  CHECK(std::abs(cells / slots - load) < 5 * std::sqrt(load * (1 - load) / slots));
  CHECK(std::abs(pairs / slots - load * load) < 5 * std::sqrt(3 * load * load * (1 - load) / slots));
}

TEST_CASE("bursts keep the load, and off times may have no length", "[host][unsanitized]") {
  const double load = GENERATE(0.2, 0.5, 0.8);
  const double burst = GENERATE(2.0, 16.0);
  constexpr std::uint64_t kSlots = 1000000;
  double cells = 0;
  double runs = 0;  // cells whose slot before brought none
  for (const auto& port : times_of(sources(load, burst), kSlots)) {
    cells += static_cast<double>(port.size());
    for (std::size_t n = 1; n < port.size(); ++n) runs += port[n] != port[n - 1] + 1 ? 1 : 0;
  }
  const double off = burst * (1 - load) / load;
  // Renewal theory: variance of the time that is on, per cycle of mean burst + off.
  const double variance =
      ((1 - load) * (1 - load) * burst * (burst - 1) + load * load * off * (off + 1)) / (burst + off);
  const double slots = 8.0 * kSlots;
  CAPTURE(load, burst, cells / slots);
  CHECK(std::abs(cells / slots - load) < 5 * std::sqrt(variance / slots) + 1e-5);
  // A burst follows the last one at once with probability 1 / (1 + off).
  const double expected_runs = cells / burst * off / (1 + off);
  CHECK(std::abs(runs - expected_runs) < 5 * std::sqrt(2 * expected_runs) + 8);
}

TEST_CASE("lengths with weights keep the load, beat for beat", "[host]") {
  const double load = GENERATE(0.2, 0.8);
  constexpr std::uint64_t kCycles = 1000000;
  RunConfig config = sources(load, 16, 1, 40);
  config.traffic->traffic = "uniform";
  config.packet_mix = "1:7,9:4,40:1";
  Arrivals arrivals = alone(config);
  std::uint64_t packets = 0;
  arrivals.take_until(kCycles - 1, [&](unsigned, std::uint64_t count) { packets += count; });
  // Renewal theory, as above: packets of mean length m, idle times of mean m (1-p)/p.
  const double mean = (7 * 1 + 4 * 9 + 40) / 12.0;
  const double variance_of_length = (7 * 1 + 4 * 81 + 1600) / 12.0 - mean * mean;
  const double off = mean * (1 - load) / load;
  const double variance =
      ((1 - load) * (1 - load) * variance_of_length + load * load * off * (off + 1)) / (mean + off);
  const double beats = 8.0 * kCycles;
  CAPTURE(load, packets);
  CHECK(std::abs(static_cast<double>(arrivals.offered_beats()) / beats - load) <
        5 * std::sqrt(variance / beats) + 1e-4);
  CHECK(static_cast<double>(packets) / beats == Approx(load / mean).epsilon(0.02));
}

TEST_CASE("at full load every slot brings a cell", "[host]") {
  const double burst = GENERATE(1.0, 16.0);
  for (const auto& port : times_of(sources(1, burst), 1000)) CHECK(port.size() == 1000);
}

TEST_CASE("without load nothing ever arrives", "[host]") {
  const Arrivals arrivals = alone(sources(0, 16));
  CHECK(arrivals.next_cycle() == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("slots are as long as their cell takes on the link", "[host]") {
  RunConfig config = sources(0.5, 4, 24, 24);
  config.speedup = GENERATE(1U, 2U);
  for (const auto& port : times_of(config, 100000)) {
    REQUIRE(port.size() > 200);
    for (const std::uint64_t time : port) REQUIRE(time % (24 * config.speedup) == 0);
  }
}

TEST_CASE("arrivals may be taken late and in bulk", "[host]") {
  const auto kind = GENERATE(0, 1, 2);  // the last is one without gaps, of which nothing is drawn
  RunConfig config = kind == 0 ? sources(0.5, 4, 2, 9) : sources(kind == 1 ? 0.7 : 1, 1, 3, 3);
  if (kind != 0) config.traffic->traffic = "uniform";
  CAPTURE(kind);
  Arrivals prompt = alone(config);
  Arrivals late = alone(config);
  unsigned count = 0;
  for (std::uint64_t now = 0; now <= 10000; ++now)
    prompt.take_until(now, [&](unsigned, std::uint64_t packets) { count += packets; });
  late.take_until(10000, [&](unsigned, std::uint64_t packets) { count -= packets; });
  CHECK(count == 0);
  CHECK(prompt.offered_beats() == late.offered_beats());
  CHECK(prompt.offered_packets() == late.offered_packets());
  if (kind == 2) CHECK(late.offered_beats() == 8 * (10000 / 3 + 1) * 3);
  CHECK(prompt.next_cycle() == late.next_cycle());
}

TEST_CASE("hosts that are asked only when they are not quiet start the same packets", "[host]") {
  for (const double load : {0.01, 0.2, 0.5, 1.0}) {
    for (const unsigned longest : {4U, 24U}) {
      const RunConfig config = sources_between(load, 4, longest);
      SourceHosts always(config), seldom(config);
      unsigned asked = 0;
      constexpr unsigned kCycles = 20000;
      for (std::uint64_t now = 0; now < kCycles; ++now) {
        always.workload.before_cycle(now, always.transmitter);
        if (seldom.workload.quiet_until(now, seldom.transmitter) <= now) {
          seldom.workload.before_cycle(now, seldom.transmitter);
          ++asked;
        }
        REQUIRE(seldom.transmitter.busy() == always.transmitter.busy());
        for_each_port(always.transmitter.busy(), [&](unsigned port) {
          REQUIRE(seldom.transmitter.wires().s_tdata[port] == always.transmitter.wires().s_tdata[port]);
        });
        for (SourceHosts* hosts : {&always, &seldom}) hosts->end_cycle(now);
        REQUIRE((seldom.workload.next_event(now + 1) == Workload::kNever) ==
                (always.workload.next_event(now + 1) == Workload::kNever));
        if (now % 1000 != 999) continue;
        for (SourceHosts* hosts : {&always, &seldom}) hosts->workload.settle(now + 1);
        REQUIRE(seldom.workload.offered_packets() == always.workload.offered_packets());
        REQUIRE(seldom.workload.offered_beats() == always.workload.offered_beats());
      }
      CAPTURE(load, longest);
      // What arrives at busy hosts is not asked for: of each packet, its start.
      unsigned started = 0;
      for (unsigned flow = 0; flow < config.ports * config.ports; ++flow)
        started += seldom.transmitter.started(flow / config.ports, flow % config.ports);
      CHECK(asked <= started);
    }
  }
}

TEST_CASE("the next arrival at some hosts is the first at any of them", "[host]") {
  const RunConfig config = sources_between(0.3, 2, 9);
  Arrivals arrivals(config, HostRange::of_one_switch(kSourcePorts), HostList(kSourcePorts));
  for (unsigned n = 0; n < 500; ++n) {
    std::uint64_t first = ~std::uint64_t{0};
    for (unsigned port = 0; port < kSourcePorts; ++port)
      first = std::min(first, arrivals.next_cycle(bit(port)));
    REQUIRE(first == arrivals.next_cycle());
    REQUIRE(arrivals.next_cycle(all_ports(kSourcePorts)) == first);
    REQUIRE(arrivals.next_cycle(bit(1) | bit(3)) ==
            std::min(arrivals.next_cycle(bit(1)), arrivals.next_cycle(bit(3))));
    arrivals.take_until(
        first, [&](unsigned port, std::uint64_t) { REQUIRE(arrivals.next_cycle(bit(port)) == first); });
  }
  CHECK(arrivals.next_cycle(0) == ~std::uint64_t{0});
}
