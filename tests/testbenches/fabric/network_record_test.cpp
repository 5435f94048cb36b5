// SPDX-License-Identifier: Apache-2.0
// Every field of the record of a network of unequal switches, slow hosts, and cables fast, slow, long and
// none, against the wires of a naive network counted one by one.
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/traffic/traffic.h"
#include "tests/catch.h"
#include "tests/testbenches/fabric/naive_record.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
using Json = nlohmann::ordered_json;

namespace {

// The slow hosts are the busiest, and their switch comes first: its queue is the slowest.
constexpr const char* kUnequal = R"(
title = "unequal"
routing = "shortest-adaptive"
[[switch]]
name = "west"
hosts = 2
host-rate = 0.5
depth = 48
[[switch]]
name = "mid"
hosts = 1
switch = "voq"
route-delay = 4
[[switch]]
name = "east"
hosts = 4
switch = "shared"
depth = 64
[[link]]
between = ["west", "mid"]
latency = 3
[[link]]
between = ["mid", "east"]
latency = 5
rate = 0.33333333333333333
[[link]]
between = ["west", "east"]
[[link]]
between = ["west", "east"]
latency = 9
rate = 0.25
)";

/// A point with a scratch file of the topology.
class Unequal {
 public:
  explicit Unequal(const Keys& keys) : setup(resolve(configured(with(keys, own_keys())))) {}

  /// The packets that arrive at the hosts before a cycle, as the run draws them.
  [[nodiscard]] std::vector<naive::Packet> packets(std::uint64_t end) const {
    struct Arrived : Forwarding {
      unsigned enter(unsigned port, unsigned destination, unsigned length, std::uint64_t now,
                     PacketNote& /*note*/) override {
        list.push_back({first + port, destination, length, now});
        return 0;
      }
      unsigned first = 0;
      std::vector<naive::Packet> list;
    } arrived;
    const ResolvedNetwork& map = *setup.fabric;
    for (unsigned s = 0; s < map.wiring.switches(); ++s) {
      const HostRange range{map.wiring.first_host(s), map.wiring.hosts(s), map.wiring.hosts()};
      TrafficWorkload hosts(setup.config, map.switches[s].link_rates, range, setup.hosts_taking_part,
                            map.topology.switches[s].host_cable.period_cycles);
      arrived.first = range.first;
      for (std::uint64_t now = 0; now < end; ++now) {
        Transmitter nowhere(kMaxPorts, 0);  // where nothing waits
        nowhere.forward_by(arrived);
        hosts.before_cycle(now, nowhere);
      }
    }
    return arrived.list;
  }

  [[nodiscard]] naive::Fabric fabric(std::uint64_t end) const {
    std::vector<std::unique_ptr<SwitchModel>> models;
    for (const Setup& s : setup.fabric->switches) models.push_back(make_fast_switch(s));
    return {setup.fabric->topology, setup.fabric->wiring, setup.fabric->routes, std::move(models),
            packets(end)};
  }

 private:
  [[nodiscard]] Keys own_keys() const {
    const std::string file = (folder_.path() / "unequal.toml").string();
    std::ofstream(file) << kUnequal;
    return {{"topology", file}, {"depth", "32"}, {"packet", "2..7"}, {"traffic", "hotspot"}, {"seed", "3"}};
  }

  ScratchFolder folder_;

 public:
  Setup setup;
};

/// Where two records differ, a line for each member.
void differences(const std::string& at, const Json& got, const Json& want, std::vector<std::string>& lines) {
  if (want.is_number_float() && got.is_number()) {
    const double a = got.get<double>(), b = want.get<double>();
    if (std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b))) return;
  } else if (want.is_object() && got.is_object() && want.size() == got.size()) {
    for (const auto& [name, value] : want.items()) {
      if (got.contains(name))
        differences(at + "/" + name, got[name], value, lines);
      else
        lines.push_back(at + "/" + name + " is not there");
    }
    return;
  } else if (want.is_array() && got.is_array() && want.size() == got.size()) {
    for (std::size_t n = 0; n < want.size(); ++n)
      differences(fmt::format("{}/{}", at, n), got[n], want[n], lines);
    return;
  } else if (got == want) {
    return;
  }
  lines.push_back(fmt::format("{}: {}, by hand {}", at, got.dump(), want.dump()));
}

/// The record of a result, without the time it took and what is known before the run.
Json counted(const Setup& setup, RunResult result) {
  result.cpu_seconds = 0;
  result.facts.reset();
  return result_to_json(setup.config, result);
}

std::string all_of(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

TEST_CASE("every field of an unequal network's record is what its wires say") {
  // Windows whose cycles are no multiple of a cable's period: the cable has as many beat times as the whole
  // part, or one more. 64, and what else is looked at, do not divide them either.
  struct Case {
    std::string load;
    std::uint64_t warmup, cycles;
  };
  for (const auto& [load, warmup, cycles] :
       {Case{"0.1", 1003, 30001}, Case{"0.25", 1008, 30001}, Case{"0.35", 643, 55301}}) {
    const Unequal point(fmt::format("load {}, unbalance 0.1, cycles {}, warmup {}, distribution latency",
                                    load, cycles, warmup));
    INFO("load " << load);
    const Json got = counted(point.setup, run_point(point.setup));
    naive::Fabric fabric = point.fabric(warmup + cycles);
    naive::Record record(*point.setup.fabric, fabric, warmup, warmup + cycles);
    record.run();
    const Json want = counted(point.setup, record.result());
    std::vector<std::string> lines;
    differences("", got, want, lines);
    CHECK(all_of(lines) == "");
    // Nothing of it is trivial: at low loads intervals are known, at the high one hosts wait, and the
    // first switch is too slow for an interval.
    CHECK(want["overtaken_packets"] > 0);
    CHECK(want["throughput_ci95"].is_number());
    CHECK(want["hol"]["hol_fraction"] > 0);
    if (load == "0.1") {
      CHECK(want["latency"]["ci95"].is_number());
      CHECK(want["queueing"]["ci95"].is_number());
    }
    if (load == "0.35") {
      CHECK(want["latency"]["ci95"].is_null());
      CHECK(want["hol"]["pool_fraction"] > 0);
      CHECK(want["blocking"].size() > 1);
      CHECK(want["blocking"].dump().find("\"through\":[{") != std::string::npos);
    }
  }
}

TEST_CASE("a network's run ends with `ci` when its intervals are so narrow, by its slowest switch") {
  // Looks at 16,384 measured cycles, and then at half as many again, whole stretches of 64.
  constexpr std::uint64_t kWarmup = 640;
  const double share = 0.08;
  Unequal point("load 0.35, unbalance 0.1, cycles 200000, warmup 640, ci 0.08");
  naive::Fabric fabric = point.fabric(kWarmup + 200000);
  naive::Record record(*point.setup.fabric, fabric, kWarmup, kWarmup + 200000);
  std::uint64_t look = 16384;
  for (;; look = look * 3 / 2 / 64 * 64) {
    REQUIRE(look < 200000);
    record.run_to(kWarmup + look);
    if (record.known_within(share, look)) break;
  }
  CHECK(look > 16384);
  CHECK(run_point(point.setup).measured_cycles == look);
}
