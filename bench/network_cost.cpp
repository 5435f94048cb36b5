// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/tables.h"
#include "bench/timed_run.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/process/child_process.h"

namespace xb {
namespace {

// A cable of a few metres and two transceivers: 41 ns, at 8 bytes a cycle and 100 Gb/s.
constexpr unsigned kCableCycles = 64;
constexpr unsigned kPacketBeats = 24;
constexpr double kMostOverSwitches = 1.5;
constexpr double kMostOverFew = 1.5;
constexpr int kRounds = 5;

RunConfig network_config(const std::string& topology, double load, std::uint64_t cycles) {
  RunConfig config;
  config.topology = topology;
  config.link_latency = kCableCycles;
  config.engine = Engine::Fast;
  config.traffic->load = load;
  config.packet_min = config.packet_max = kPacketBeats;
  config.packet_given = true;
  config.cycles = cycles;
  config.warmup = 0;
  return config;
}

std::string milliseconds(double seconds) { return fmt::format("{:.1f}", seconds * 1e3); }

void print(const std::string& title, const std::vector<std::string>& head, const Rows& rows) {
  print_table(fmt::format("{}; load average {}", title, load_average()), head, rows);
}

/// A run in a process of its own, whose memory is that run's.
struct Figures {
  double hops = 0, cycles = 0, make_seconds = 0, run_seconds = 0, bytes_per_switch = 0, used = 0;
  [[nodiscard]] double run_of_a_hop() const { return run_seconds / hops; }
};
Figures figures_of(const RunConfig& config) {
  const auto run = [&] {
    const TimedRun timed = timed_run(resolve(config));
    const auto& switches = timed.result.network->switches;
    const auto used = std::count_if(switches.begin(), switches.end(),
                                    [](const SwitchResult& s) { return s.result.delivered_packets > 0; });
    return nlohmann::json{timed.hops(),           static_cast<double>(timed.result.cycles),
                          timed.make_seconds,     timed.run_seconds,
                          timed.bytes_per_switch, static_cast<double>(used)}
        .dump();
  };
  const auto f = nlohmann::json::parse(in_child_process(run)).get<std::vector<double>>();
  return {f[0], f[1], f[2], f[3], f[4], f[5]};
}

/// The run that took least of several.
Figures best_of(const RunConfig& config, int rounds) {
  Figures best = figures_of(config);
  for (int n = 1; n < rounds; ++n) {
    const Figures f = figures_of(config);
    if (f.run_seconds < best.run_seconds) best = f;
  }
  return best;
}

}  // namespace

bool bench_network_and_its_switches() {
  bool good = true;
  Rows rows;
  const auto compare = [&](Engine engine, unsigned latency, double load, std::uint64_t cycles, bool limited) {
    RunConfig config = network_config("irregular(10,128,1)", load, cycles);
    config.engine = engine;
    config.link_latency = latency;
    const Setup setup = resolve(config);
    std::vector<Tape> tapes;
    const TimedRun first = timed_run(setup, &tapes);
    std::vector<double> network, alone, ratio;
    for (int round = 0; round < kRounds; ++round) {
      network.push_back(timed_run(setup).run_seconds);
      alone.push_back(alone_seconds(setup, tapes, first.result));
      ratio.push_back(network.back() / alone.back());
    }
    const bool holds = !limited || median(ratio) <= kMostOverSwitches;
    good &= holds;
    rows.push_back({word(engine), std::to_string(latency), fmt::format("{}", load),
                    fmt::format("{}", first.result.cycles), fmt::format("{}", first.hops()),
                    milliseconds(median(network)), milliseconds(median(alone)),
                    fmt::format("{:.2f}", median(ratio)),
                    limited ? fmt::format("at most {:.1f}", kMostOverSwitches) : "", holds ? "" : "MISSED"});
  };
  for (const unsigned latency : {256, 64, 16, 1, 0})
    compare(Engine::Fast, latency, 0.03, 400000, latency == kCableCycles);
  compare(Engine::Fast, kCableCycles, 0.3, 200000, true);
  compare(Engine::Rtl, kCableCycles, 0.03, 30000, true);
  print(fmt::format("irregular(10,128,1), {}-beat packets, uniform: the network, and its switches one by one "
                    "with the same beats in the same cycles; CPU time [ms], medians of {} rounds",
                    kPacketBeats, kRounds),
        {"engine", "latency", "load", "cycles", "packet-hops", "network", "switches", "ratio", "", ""}, rows);
  return good;
}

bool bench_idle_switches() {
  // Pods 0..3, their edge switches 0 and 1, the hosts 0 and 1 of each: as many hosts on a switch, switches in
  // a pod and switches on a path as in fat-tree(4).
  std::string ranks;
  for (unsigned pod = 0; pod < 4; ++pod) {
    for (unsigned edge = 0; edge < 2; ++edge)
      ranks += fmt::format("{}{},{}", ranks.empty() ? "" : ",", pod * 64 + edge * 8, pod * 64 + edge * 8 + 1);
  }
  constexpr double kLoad = 0.05;
  constexpr std::uint64_t kCycles = 400000;
  RunConfig many = network_config("fat-tree(16)", kLoad, kCycles);
  many.ranks = ranks;
  const RunConfig few = network_config("fat-tree(4)", kLoad, kCycles);
  std::vector<Figures> in_many, in_few;
  std::vector<double> ratio;
  for (int round = 0; round < kRounds; ++round) {
    in_many.push_back(figures_of(many));
    in_few.push_back(figures_of(few));
    ratio.push_back(in_many.back().run_of_a_hop() / in_few.back().run_of_a_hop());
  }
  const bool good = median(ratio) <= kMostOverFew;
  const auto row = [](const char* name, const std::vector<Figures>& runs, std::vector<std::string> more) {
    const auto of = [&](auto&& get) {
      std::vector<double> values;
      for (const Figures& f : runs) values.push_back(get(f));
      return median(values);
    };
    std::vector<std::string> cells{
        name,
        fmt::format("{}", runs.front().used),
        fmt::format("{}", runs.front().hops),
        milliseconds(of([](const Figures& f) { return f.make_seconds; })),
        milliseconds(of([](const Figures& f) { return f.run_seconds; })),
        fmt::format("{:.3f}", of([](const Figures& f) { return f.run_of_a_hop() * 1e6; }))};
    cells.insert(cells.end(), more.begin(), more.end());
    return cells;
  };
  print(
      fmt::format("16 hosts, {}-beat packets, uniform, load {}, cables of {} cycles: among 1024 and by "
                  "themselves; CPU time, medians of {} rounds",
                  kPacketBeats, kLoad, kCableCycles, kRounds),
      {"network", "switches used", "packet-hops", "made in [ms]", "run [ms]", "a hop [us]", "ratio", "", ""},
      {row("fat-tree(4)", in_few, {"", "", ""}),
       row("fat-tree(16)", in_many,
           {fmt::format("{:.2f}", median(ratio)), fmt::format("at most {:.1f}", kMostOverFew),
            good ? "" : "MISSED"})});
  return good;
}

bool bench_fat_tree() {
  constexpr int kBestOf = 3;
  Rows rows;
  const auto row = [&](const std::string& name, RunConfig config, unsigned latency) {
    config.link_latency = latency;
    const Figures f = best_of(config, kBestOf);
    rows.push_back({name, std::to_string(latency), fmt::format("{}", f.cycles), fmt::format("{}", f.hops),
                    fmt::format("{:.0f}", f.make_seconds * 1e3), fmt::format("{:.2f}", f.run_seconds),
                    fmt::format("{:.2f}", 1e-6 / f.run_of_a_hop()),
                    fmt::format("{:.0f}", f.bytes_per_switch / 1024), load_average()});
  };
  RunConfig exchange = network_config("fat-tree(16)", 0, 0);
  exchange.schedule = "sync-shuffle";
  exchange.packets_per_message = 8;
  std::string ranks;
  for (unsigned host = 0; host < 1024; host += 16) ranks += fmt::format("{}{}", host == 0 ? "" : ",", host);
  exchange.ranks = ranks;
  for (const unsigned latency : {0, 1, 16, 64, 256}) row("exchange of 64", exchange, latency);
  // Filling and draining, some 500 cycles each, count too: little beside these.
  const auto uniform = [&](unsigned latency, std::uint64_t cycles) {
    row("uniform 0.3", network_config("fat-tree(16)", 0.3, cycles), latency);
  };
  for (const unsigned latency : {0, 1}) uniform(latency, 10000);
  for (const unsigned latency : {16, 64, 256}) uniform(latency, 50000);
  print(fmt::format("fat-tree(16): 1024 hosts, 320 switches, engine fast, {}-beat packets; best of {}",
                    kPacketBeats, kBestOf),
        {"traffic", "latency", "cycles", "packet-hops", "made in [ms]", "run [s]", "million hops/s",
         "KiB a switch", "load average"},
        rows);
  return true;
}

}  // namespace xb
