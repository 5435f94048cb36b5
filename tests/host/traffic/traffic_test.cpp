// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/traffic.h"

#include <algorithm>
#include <cmath>

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

LinkRates links_of(const RunConfig& config) {
  return {config.ports, config.speedup, *config.traffic->output_period};
}

TrafficWorkload all_hosts_of(const RunConfig& config) {
  return {config, links_of(config), HostRange::of_one_switch(config.ports), HostList(config.ports)};
}

struct Sent {
  std::uint64_t start;
  unsigned destination, length;
  bool operator==(const Sent& o) const {
    return start == o.start && destination == o.destination && length == o.length;
  }
};

struct Observed {
  std::vector<std::vector<Sent>> from;  // per input
  std::vector<PortMask> ready;          // per cycle
  std::uint64_t offered_beats, offered_packets;
};

/// Runs the sources of `config` on inputs that take a beat every `period`-th cycle.
Observed observe(const RunConfig& config, std::uint64_t cycles, unsigned period = 1) {
  TrafficWorkload workload = all_hosts_of(config);
  Transmitter transmitter(config.ports, 1);
  Scoreboard scoreboard(config.ports);
  Observed seen{std::vector<std::vector<Sent>>(config.ports), {}, 0, 0};
  for (std::uint64_t now = 0; now < cycles; ++now) {
    seen.ready.push_back(workload.before_cycle(now, transmitter));
    if (now % period != 0) continue;
    const SwitchInputs in = transmitter.wires();
    transmitter.advance(in.s_tvalid, now, scoreboard);
    for_each_port(in.s_tvalid & in.s_tuser, [&](unsigned port) {
      seen.from[port].push_back({now, in.s_tdest[port], PacketHeader::decode(in.s_tdata[port]).length});
      scoreboard.delivered(port, in.s_tdest[port]);
    });
  }
  seen.offered_beats = workload.offered_beats();
  seen.offered_packets = workload.offered_packets();
  return seen;
}

RunConfig pattern_sources(unsigned ports, double load, unsigned packet_min = 1, unsigned packet_max = 1) {
  RunConfig config;
  config.ports = ports;
  config.traffic->load = load;
  config.packet_min = packet_min;
  config.packet_max = packet_max;
  return config;
}

/// Five standard deviations of the load offered in `port_cycles`, from renewal theory.
double tolerance(const RunConfig& c, double port_cycles) {
  const double length = (c.packet_min + c.packet_max) / 2.0;
  if (c.packet_min == c.packet_max)
    return 5 * std::sqrt(c.traffic->load * (1 - c.traffic->load) * length / port_cycles);
  const double gap = length * (1 - c.traffic->load) / c.traffic->load;
  const double span = c.packet_max - c.packet_min + 1.0;
  const double length_variance = (span * span - 1) / 12;
  const double gap_variance = gap * (1 + gap);  // geometric
  const double variance = (1 - c.traffic->load) * (1 - c.traffic->load) * length_variance +
                          c.traffic->load * c.traffic->load * gap_variance;
  return 5 * std::sqrt(variance / (length + gap) / port_cycles);
}

}  // namespace

TEST_CASE("sources offer the load they are asked for", "[host]") {
  const double load = GENERATE(0.05, 0.5, 0.9, 1.0);
  const auto lengths = GENERATE(std::make_pair(1U, 1U), std::make_pair(24U, 24U), std::make_pair(3U, 40U));
  const RunConfig config = pattern_sources(8, load, lengths.first, lengths.second);
  constexpr std::uint64_t kCycles = 48000;
  const Observed seen = observe(config, kCycles);
  const double offered = static_cast<double>(seen.offered_beats) / (8.0 * kCycles);
  CAPTURE(load, lengths.first, lengths.second, offered);
  // Packets that begin in the run count whole: at most one more than fits on each port.
  CHECK(std::abs(offered - load) <= tolerance(config, 8.0 * kCycles) + 40.0 / kCycles);
  if (lengths.first == lengths.second) CHECK(seen.offered_beats == seen.offered_packets * lengths.first);
  if (load == 1 && lengths.first == lengths.second) CHECK(offered == 1.0);
}

TEST_CASE("sources without load offer nothing", "[host]") {
  CHECK(observe(pattern_sources(8, 0.0), 10000).offered_packets == 0);
  CHECK(observe(pattern_sources(8, 0.0, 3, 9), 10000).offered_packets == 0);
}

TEST_CASE("cells begin at slots that are alike on all ports", "[host]") {
  const Observed seen = observe(pattern_sources(4, 0.6, 24, 24), 24000);
  for (const auto& packets : seen.from) {
    REQUIRE(packets.size() > 400);
    for (const Sent& packet : packets) {
      REQUIRE(packet.start % 24 == 0);
      REQUIRE(packet.length == 24);
    }
  }
}

TEST_CASE("mixed lengths are uniform in A..B", "[host]") {
  const Observed seen = observe(pattern_sources(4, 1.0, 3, 9), 200000);
  std::vector<double> count(10);
  double total = 0;
  for (const auto& packets : seen.from) {
    for (const Sent& packet : packets) {
      REQUIRE(packet.length >= 3);
      REQUIRE(packet.length <= 9);
      ++count[packet.length];
      ++total;
    }
  }
  for (unsigned length = 3; length <= 9; ++length) {
    CHECK(std::abs(count[length] - total / 7) < 5 * std::sqrt(total * 6 / 49));
  }
}

TEST_CASE("the same seed gives the same packets, another seed others", "[host]") {
  RunConfig config = pattern_sources(4, 0.7, 2, 9);
  const auto first = observe(config, 5000).from;
  CHECK(observe(config, 5000).from == first);
  config.seed = 2;
  const auto other = observe(config, 5000).from;
  for (unsigned port = 0; port < 4; ++port) CHECK_FALSE(other[port] == first[port]);
}

TEST_CASE("another port leaves the sources of the others as they are", "[host]") {
  const auto lengths = GENERATE(std::make_pair(1U, 1U), std::make_pair(2U, 9U));
  RunConfig config = pattern_sources(4, 0.7, lengths.first, lengths.second);
  config.traffic->traffic = "one-hot";
  config.traffic->receiver_stall = 0.3;
  const Observed four = observe(config, 5000);
  config.ports = 5;
  const Observed five = observe(config, 5000);
  for (unsigned port = 0; port < 4; ++port) {
    CHECK(four.from[port] == five.from[port]);
    CHECK_FALSE(five.from[port] == five.from[4]);
  }
  for (std::size_t n = 0; n < four.ready.size(); ++n)
    REQUIRE(four.ready[n] == (five.ready[n] & all_ports(4)));
}

TEST_CASE("what waits at a host keeps its order, lengths and destinations", "[host]") {
  const RunConfig config = pattern_sources(4, 0.8, 2, 9);
  const auto prompt = observe(config, 20000).from;
  const auto late = observe(config, 20000, 3).from;
  for (unsigned port = 0; port < 4; ++port) {
    REQUIRE(late[port].size() > 1000);
    REQUIRE(late[port].size() < prompt[port].size());
    for (std::size_t n = 0; n < late[port].size(); ++n) {
      REQUIRE(late[port][n].start >= prompt[port][n].start);
      REQUIRE(late[port][n].length == prompt[port][n].length);
      REQUIRE(late[port][n].destination == prompt[port][n].destination);
    }
  }
}

TEST_CASE("destinations do not depend on lengths, nor on the load", "[host]") {
  const auto cells = observe(pattern_sources(4, 0.9), 5000).from;
  for (const RunConfig& config : {pattern_sources(4, 0.9, 2, 9), pattern_sources(4, 0.3)}) {
    const auto others = observe(config, 5000).from;
    for (unsigned port = 0; port < 4; ++port) {
      const std::size_t count = std::min(cells[port].size(), others[port].size());
      REQUIRE(count > 500);
      for (std::size_t n = 0; n < count; ++n) {
        REQUIRE(others[port][n].destination == cells[port][n].destination);
      }
    }
  }
}

TEST_CASE("uniform destinations are uniform at every input", "[host]") {
  const unsigned ports = GENERATE(2U, 3U, 8U, 64U);
  const Observed seen = observe(pattern_sources(ports, 1.0), 20000);
  double chi_square = 0;
  for (const auto& packets : seen.from) {
    std::vector<double> count(ports);
    for (const Sent& packet : packets) ++count.at(packet.destination);
    const double expected = static_cast<double>(packets.size()) / ports;
    for (const double c : count) chi_square += (c - expected) * (c - expected) / expected;
  }
  const double freedom = ports * (ports - 1.0);
  CAPTURE(ports, chi_square);
  CHECK(std::abs(chi_square - freedom) < 5 * std::sqrt(2 * freedom));
}

TEST_CASE("permutation and one-hot sources have one destination each", "[host]") {
  RunConfig config = pattern_sources(5, 0.5);
  for (const std::string traffic : {"permutation", "one-hot"}) {
    config.traffic->traffic = traffic;
    const auto from = observe(config, 1000).from;
    for (unsigned port = 0; port < 5; ++port) {
      REQUIRE(from[port].size() > 300);
      for (const Sent& packet : from[port]) {
        REQUIRE(packet.destination == (traffic == "one-hot" ? 0 : (port + 1) % 5));
      }
    }
  }
}

TEST_CASE("receivers stall as often as they are asked to, and change nothing else", "[host]") {
  RunConfig config = pattern_sources(4, 0.5, 2, 9);
  const Observed never = observe(config, 20000);
  for (const PortMask ready : never.ready) REQUIRE(ready == all_ports(4));
  config.traffic->receiver_stall = 0.3;
  const Observed often = observe(config, 20000);
  double stalled = 0;
  for (const PortMask ready : often.ready) stalled += 4 - __builtin_popcountll(ready);
  CHECK(std::abs(stalled / 80000 - 0.3) < 5 * std::sqrt(0.3 * 0.7 / 80000));
  CHECK(often.from == never.from);
}

TEST_CASE("receivers stall independently of each other, of the traffic, and of other receivers' number",
          "[host]") {
  constexpr std::uint64_t kCycles = 40000;
  RunConfig config = pattern_sources(4, 0.9);
  config.traffic->receiver_stall = 0.5;
  const Observed seen = observe(config, kCycles);
  const auto stalls = [](const Observed& o, std::uint64_t now, unsigned port) {
    return (o.ready[now] >> port & 1U) == 0;
  };
  // Of any two random bits, half are equal.
  const auto share_equal = [&](const auto& one, const auto& other) {
    unsigned equal = 0;
    for (std::uint64_t now = 1; now < kCycles; ++now) equal += one(now) == other(now) ? 1 : 0;
    return static_cast<double>(equal) / (kCycles - 1);
  };
  const auto of = [&](unsigned port) {
    return [&stalls, &seen, port](std::uint64_t now) { return stalls(seen, now, port); };
  };
  constexpr double kChance = 5 * 0.5 / 200;  // five standard deviations
  for (unsigned port = 0; port < 4; ++port) {
    CAPTURE(port);
    const unsigned next = (port + 1) % 4;
    CHECK(std::abs(share_equal(of(port), of(next)) - 0.5) < kChance);
    CHECK(std::abs(share_equal(of(port), [&](std::uint64_t now) { return stalls(seen, now - 1, port); }) -
                   0.5) < kChance);
    // The numbers of another purpose, drawn in the same order, would stall in the same cycles.
    for (const StreamPurpose purpose : {StreamPurpose::Arrival, StreamPurpose::Destination,
                                        StreamPurpose::Length, StreamPurpose::Switch, StreamPurpose::Burst}) {
      RandomStream stream(config.seed, purpose, port);
      const auto threshold = RandomStream::threshold(0.5);
      stream.chance(threshold);
      const auto same_numbers = [&](std::uint64_t) { return stream.chance(threshold); };
      CHECK(std::abs(share_equal(of(port), same_numbers) - 0.5) < kChance);
    }
  }
  // Another load, other lengths, one more port: the same stalls.
  RunConfig other = pattern_sources(5, 0.2, 2, 9);
  other.traffic->receiver_stall = 0.5;
  const Observed others = observe(other, kCycles);
  for (std::uint64_t now = 0; now < kCycles; ++now) REQUIRE((others.ready[now] & 15U) == seen.ready[now]);
  other.seed = 2;
  const Observed reseeded = observe(other, kCycles);
  CHECK(std::abs(share_equal(of(0), [&](std::uint64_t now) { return stalls(reseeded, now, 0); }) - 0.5) <
        kChance);
}

TEST_CASE("slow receivers are ready when their period says, all links of a faster switch in its beat times",
          "[host]") {
  RunConfig config = pattern_sources(4, 0.5);
  config.traffic->output_period = "2:3";
  const Observed slow = observe(config, 30);
  for (std::size_t now = 0; now < 30; ++now) REQUIRE(slow.ready[now] == (now % 3 == 0 ? 15 : 11));
  config.speedup = 2;
  const Observed fast = observe(config, 30);
  for (std::size_t now = 0; now < 30; ++now) {
    REQUIRE(fast.ready[now] == (now % 6 == 0 ? 15 : now % 2 == 0 ? 11 : 0));
    REQUIRE(all_hosts_of(config).may_send(now) == (now % 2 == 0 ? 15 : 0));
  }
}

TEST_CASE("packets of a backlog keep their bursts", "[host]") {
  RunConfig config = pattern_sources(4, 0.8, 2, 9);
  config.traffic->traffic = "bursty";
  const auto prompt = observe(config, 20000).from;
  const auto late = observe(config, 20000, 3).from;
  for (unsigned port = 0; port < 4; ++port) {
    REQUIRE(late[port].size() > 500);
    for (std::size_t n = 0; n < late[port].size(); ++n) {
      REQUIRE(late[port][n].destination == prompt[port][n].destination);
    }
  }
}

TEST_CASE("sources are quiet until the next arrival, unless receivers change by themselves", "[host]") {
  RunConfig config = pattern_sources(4, 0.01);
  TrafficWorkload workload = all_hosts_of(config);
  Transmitter transmitter(4, 1);
  const std::uint64_t first = workload.quiet_until(0, transmitter);
  for (std::uint64_t now = 0; now < first; ++now) workload.before_cycle(now, transmitter);
  CHECK(workload.offered_packets() == 0);
  CHECK(workload.next_event(0) == first);
  workload.before_cycle(first, transmitter);
  CHECK(workload.offered_packets() > 0);
  CHECK(workload.quiet_until(first + 1, transmitter) > first);
  config.traffic->receiver_stall = 0.1;
  CHECK(all_hosts_of(config).quiet_until(7, transmitter) == 7);
}

TEST_CASE("stopped sources start nothing more", "[host]") {
  const RunConfig config = pattern_sources(4, 1.0);
  TrafficWorkload workload = all_hosts_of(config);
  Transmitter transmitter(4, 1);
  CHECK_FALSE(workload.finished());
  workload.stop();
  CHECK(workload.finished());
  CHECK(workload.before_cycle(0, transmitter) == all_ports(4));
  CHECK(transmitter.busy() == 0);
  CHECK(workload.offered_packets() == 0);
}

TEST_CASE("hosts know the outputs of the packets that wait behind the one on offer", "[host]") {
  for (const char* traffic : {"uniform", "bursty", "diagonal", "alternate"}) {
    CAPTURE(traffic);
    RunConfig config = config_of("ports 4, load 0.9, packet 1..3");
    config.traffic->traffic = traffic;
    TrafficWorkload workload = all_hosts_of(config);
    REQUIRE(workload.watch_queues());
    Transmitter transmitter(config.ports, 1);
    Scoreboard scoreboard(config.ports);
    // Nothing is taken for a while. Then the packets that waited are the first to come.
    for (std::uint64_t now = 0; now < 40; ++now) workload.before_cycle(now, transmitter);
    std::vector<PortMask> said, came(config.ports);
    std::vector<std::uint64_t> waited;
    for (unsigned port = 0; port < config.ports; ++port) {
      said.push_back(workload.outputs_behind(port, 0, 40));
      waited.push_back(workload.offered_packets_of(port) - 1);
      REQUIRE(waited.back() > 2);
    }
    for (std::uint64_t now = 40; now < 400; ++now) {
      const PortMask idle = transmitter.idle();
      workload.before_cycle(now, transmitter);
      for_each_port(idle & transmitter.busy(), [&](unsigned port) {
        if (waited[port] == 0) return;
        --waited[port];
        came[port] |= bit(transmitter.wires().s_tdest[port]);
      });
      transmitter.advance(transmitter.wires().s_tvalid, now, scoreboard);
    }
    CHECK(waited == std::vector<std::uint64_t>(config.ports));
    CHECK(came == said);
  }
}
