// SPDX-License-Identifier: Apache-2.0
// Stochastic sources of several switches, and of hosts not all of which take part.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "host/point/run_config.h"
#include "host/traffic/traffic.h"
#include "host/traffic/traffic_registry.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

/// Cycle, source, destination, length.
using RankSends = std::vector<std::tuple<std::uint64_t, unsigned, unsigned, unsigned>>;

struct RecordedSends : Forwarding {
  explicit RecordedSends(unsigned first_rank) : first(first_rank) {}
  unsigned enter(unsigned port, unsigned destination, unsigned beats, std::uint64_t now,
                 PacketNote& /*note*/) override {
    sends.emplace_back(now, first + port, destination, beats);
    return 0;
  }
  unsigned first;
  RankSends sends;
};

struct RangeRun {
  RankSends sends;
  std::uint64_t offered_packets = 0, offered_beats = 0;
};

/// What the hosts send whose switches have so many of them, on links that are never in the way.
RangeRun sends_of(const RunConfig& config, const std::vector<unsigned>& hosts, const HostList& list,
                  std::uint64_t cycles, unsigned cycles_per_beat = 1) {
  RangeRun run;
  unsigned first = 0, all = 0;
  for (const unsigned count : hosts) all += count;
  for (const unsigned count : hosts) {
    const LinkRates links(config.ports, config.speedup, *config.traffic->output_period);
    TrafficWorkload workload(config, links, {first, count, all}, list, cycles_per_beat);
    RecordedSends record(first);
    Transmitter transmitter(kMaxPorts, 0);
    transmitter.forward_by(record);
    Scoreboard scoreboard(kMaxPorts);
    for (std::uint64_t now = 0; now < cycles; ++now) {
      const PortMask ready = workload.before_cycle(now, transmitter);
      REQUIRE(ready == (count == 0 ? 0 : all_ports(count)));
      transmitter.advance(transmitter.wires().s_tvalid, now, scoreboard);
    }
    run.sends.insert(run.sends.end(), record.sends.begin(), record.sends.end());
    run.offered_packets += workload.offered_packets();
    run.offered_beats += workload.offered_beats();
    first += count;
  }
  std::sort(run.sends.begin(), run.sends.end());
  return run;
}

RunConfig range_config(const std::string& traffic) {
  RunConfig config = config_of("load 0.4, packet 2..9");
  config.ports = 16;  // of each switch, cables to others included
  config.traffic->traffic = traffic;
  return config;
}

}  // namespace

TEST_CASE("a rank draws the same whatever switch it is on", "[host]") {
  for (const TrafficEntry& pattern : traffic_patterns()) {
    const RunConfig config = range_config(pattern.name);
    const RangeRun one = sends_of(config, {12}, HostList(12), 3000);
    REQUIRE(one.sends.size() > 100);
    for (const auto& hosts : std::vector<std::vector<unsigned>>{
             {5, 7}, {1, 11}, {11, 1}, {0, 12, 0}, std::vector<unsigned>(12, 1)}) {
      const RangeRun several = sends_of(config, hosts, HostList(12), 3000);
      CAPTURE(pattern.name, hosts.size());
      REQUIRE(several.sends == one.sends);
      CHECK(several.offered_packets == one.offered_packets);
      CHECK(several.offered_beats == one.offered_beats);
    }
  }
}

TEST_CASE("hosts that take part send to each other, in their order, and others not at all", "[host]") {
  const std::vector<unsigned> list{9, 2, 4, 11};
  for (const TrafficEntry& pattern : traffic_patterns()) {
    const RunConfig config = range_config(pattern.name);
    const RangeRun run = sends_of(config, {5, 7}, HostList(list), 5000);
    std::map<unsigned, std::set<unsigned>> partners;
    for (const auto& [at, source, destination, beats] : run.sends) partners[source].insert(destination);
    CAPTURE(pattern.name);
    REQUIRE(partners.size() == 4);
    for (const auto& [source, destinations] : partners) {
      const auto position = std::find(list.begin(), list.end(), source) - list.begin();
      REQUIRE(position < 4);
      for (const unsigned d : destinations) REQUIRE(std::count(list.begin(), list.end(), d) == 1);
      if (pattern.name == "permutation")
        CHECK(destinations == std::set<unsigned>{list[static_cast<std::size_t>(position + 1) % 4]});
      if (pattern.name == "one-hot") CHECK(destinations == std::set<unsigned>{9});
      if (pattern.name == "alternate") CHECK(destinations == std::set<unsigned>{2, 9});
      if (pattern.name == "uniform") CHECK(destinations.size() == 4);
    }
  }
}

TEST_CASE("whether others take part does not disturb when a host sends", "[host]") {
  const RunConfig config = range_config("permutation");
  const RangeRun all = sends_of(config, {12}, HostList(12), 2000);
  const RangeRun some = sends_of(config, {12}, HostList({9, 2, 4, 11}), 2000);
  const auto times_of_rank = [](const RangeRun& run, unsigned rank) {
    std::vector<std::pair<std::uint64_t, unsigned>> times;
    for (const auto& [at, source, destination, beats] : run.sends)
      if (source == rank) times.emplace_back(at, beats);
    return times;
  };
  for (const unsigned rank : {2U, 4U, 9U, 11U}) CHECK(times_of_rank(all, rank) == times_of_rank(some, rank));
}

TEST_CASE("the load is a share of the line rate of the hosts' cables", "[host]") {
  for (const auto& [low, high] : {std::pair{24U, 24U}, {2U, 9U}}) {
    RunConfig config = range_config("uniform");
    config.packet_min = low;
    config.packet_max = high;
    const std::uint64_t slot = low == high ? low : 1;
    for (const unsigned speedup : {1U, 2U}) {
      config.speedup = speedup;
      const Arrivals fast(config, {0, 8, 8}, HostList(8));
      for (const unsigned period : {1U, 10U}) {
        Arrivals arrivals(config, {0, 8, 8}, HostList(8), period);
        CHECK(arrivals.next_cycle() == fast.next_cycle() * period);  // the same draws, in its own time
        constexpr std::uint64_t kBeats = 100000;
        arrivals.take_until(kBeats * speedup * period - 1, [](unsigned, std::uint64_t) {});
        CHECK(arrivals.next_cycle() % (slot * speedup * period) == 0);
        const double load = static_cast<double>(arrivals.offered_beats()) / (8.0 * kBeats);
        // Bernoulli slots of 24 beats at most: sqrt(.4 .6 24 / 800000) < 0.0028
        CAPTURE(low, high, speedup, period, load);
        CHECK(std::abs(load - 0.4) < 6 * 0.0028);
      }
    }
  }
}

TEST_CASE("4096 hosts are all reached, from the last as from the first", "[host]") {
  RunConfig config = range_config("uniform");
  constexpr unsigned kPackets = 409600;
  for (const unsigned rank : {0U, 4095U}) {
    Destinations destinations(*config.traffic, config.seed, HostList(4096), rank);
    std::vector<double> count(4096);
    for (unsigned n = 0; n < kPackets; ++n) ++count.at(destinations.next());
    double chi_square = 0;
    for (const double c : count) chi_square += (c - 100) * (c - 100) / 100;
    CHECK(std::abs(chi_square - 4095) < 5 * std::sqrt(2 * 4095.0));
  }
  config.traffic->traffic = "permutation";
  CHECK(Destinations(*config.traffic, config.seed, HostList(4096), 4095).next() == 0);
  CHECK(Destinations(*config.traffic, config.seed, HostList(4096), 4094).next() == 4095);
}

TEST_CASE("log-diagonal halves from host to host beyond 64 of them, too", "[host]") {
  RunConfig config = range_config("log-diagonal");
  for (const unsigned hosts : {64U, 65U, 128U, 4096U}) {
    Destinations destinations(*config.traffic, config.seed, HostList(hosts), hosts - 1);
    constexpr unsigned kPackets = 100000;
    std::map<unsigned, double> count;
    for (unsigned n = 0; n < kPackets; ++n) {
      const unsigned destination = destinations.next();
      REQUIRE(destination < hosts);
      ++count[(destination + 1) % hosts];  // steps from the own one
    }
    for (unsigned k = 0; k < 8; ++k) {
      const double share = std::ldexp(1, -1 - static_cast<int>(k));
      CAPTURE(hosts, k);
      CHECK(std::abs(count[k] / kPackets - share) < 5 * std::sqrt(share * (1 - share) / kPackets));
    }
  }
}
