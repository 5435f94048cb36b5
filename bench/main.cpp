// SPDX-License-Identifier: Apache-2.0
// What the switches, hosts, checks and measures cost, as ratios taken in one run: machines differ and are
// noisy, so the rounds alternate between what is compared and the median of the rounds' ratios counts.

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "bench/tables.h"
#include "bench/timed_run.h"
#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/model_library.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

constexpr std::uint64_t kTimedCycles = 60000;
constexpr double kLoad = 0.5;
constexpr int kTimedRounds = 7;

RunConfig config_of(const std::string& name, Engine engine, unsigned packet_beats) {
  RunConfig config;
  config.switch_name = name;
  config.engine = engine;
  config.traffic->load = kLoad;
  config.packet_min = config.packet_max = packet_beats;
  config.cycles = kTimedCycles;
  config.warmup = 0;
  return config;
}

/// The Verilated switch in the least loop that can drive it.
class BareLoop {
 public:
  explicit BareLoop(const std::string& name) {
    auto spec = ModelSpec::of(resolve(config_of(name, Engine::Rtl, 1)), false);
    spec.extra_source = "bench/bare_loop.h";
    void* handle = dlopen(model_library(spec).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) {
      run_ = reinterpret_cast<Function>(dlsym(handle, "xb_bare_loop"));
      shuffle_ = reinterpret_cast<Shuffle>(dlsym(handle, "xb_bare_shuffle"));
    }
    if (run_ == nullptr || shuffle_ == nullptr) throw RunError("the bare loop cannot be loaded");
  }
  /// CPU time of a cycle [us].
  [[nodiscard]] double time(unsigned packet_beats) const {
    const std::clock_t start = std::clock();
    run_(kTimedCycles, packet_beats, kLoad);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC * 1e6 / kTimedCycles;
  }
  /// CPU time of `cycles` cycles of the synchronous shuffle [s].
  [[nodiscard]] double shuffle_seconds(std::uint64_t cycles, unsigned packet_beats) const {
    const std::clock_t start = std::clock();
    shuffle_(cycles, packet_beats);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }

 private:
  using Function = std::uint64_t (*)(std::uint64_t cycles, unsigned packet_beats, double load);
  using Shuffle = std::uint64_t (*)(std::uint64_t cycles, unsigned packet_beats);
  Function run_ = nullptr;
  Shuffle shuffle_ = nullptr;
};

/// CPU time of a cycle of an engine, hosts, checks and measures included [us].
double engine_time(const std::string& name, Engine engine, unsigned packet_beats) {
  const auto result = run_point(config_of(name, engine, packet_beats));
  return result.cpu_seconds * 1e6 / static_cast<double>(result.cycles);
}

struct Column {
  std::vector<double> values;
  [[nodiscard]] std::string text(int decimals) const {
    return fmt::format("{:.{}f}", median(values), decimals);
  }
};

struct Limits {
  double at_most = 0, at_least = 0;  // 0: none
  [[nodiscard]] bool hold(double ratio) const {
    return (at_most == 0 || ratio <= at_most) && (at_least == 0 || ratio >= at_least);
  }
  [[nodiscard]] std::string text() const {
    if (at_most != 0) return fmt::format("at most {:.1f}", at_most);
    return at_least != 0 ? fmt::format("at least {:.1f}", at_least) : "";
  }
};

/// One table: every switch's bare model against the bare `input`, its rtl engine against its bare model, its
/// fast engine against its rtl engine. Says whether all limits hold.
bool compare_switches(unsigned packet_beats, double fast_at_least, const std::vector<BareLoop>& loops) {
  const auto& entries = switches();
  struct Row {
    Column bare, bare_to_input, rtl, rtl_to_bare, fast, rtl_to_fast;
  };
  std::vector<Row> rows(entries.size());
  for (int round = 0; round < kTimedRounds; ++round) {
    double input_time = 0;
    for (std::size_t n = 0; n < entries.size(); ++n) {
      Row& row = rows[n];
      const double bare = loops[n].time(packet_beats);
      if (n == 0) input_time = bare;
      const double rtl = engine_time(entries[n].name, Engine::Rtl, packet_beats);
      const double fast = engine_time(entries[n].name, Engine::Fast, packet_beats);
      row.bare.values.push_back(bare);
      row.bare_to_input.values.push_back(bare / input_time);
      row.rtl.values.push_back(rtl);
      row.rtl_to_bare.values.push_back(rtl / bare);
      row.fast.values.push_back(fast);
      row.rtl_to_fast.values.push_back(rtl / fast);
    }
  }
  Rows table;
  bool good = true;
  for (std::size_t n = 0; n < entries.size(); ++n) {
    const std::string& name = entries[n].name;
    const Row& row = rows[n];
    const Limits to_input{name == "voq" || name == "shared" ? 4.0 : 0, 0};
    const Limits to_bare{name == "input" ? 2.0 : 0, 0};
    const Limits to_fast{0, fast_at_least};
    const bool row_good = to_input.hold(median(row.bare_to_input.values)) &&
                          to_bare.hold(median(row.rtl_to_bare.values)) &&
                          to_fast.hold(median(row.rtl_to_fast.values));
    good &= row_good;
    table.push_back({name, row.bare.text(3), row.bare_to_input.text(2), to_input.text(), row.rtl.text(3),
                     row.rtl_to_bare.text(2), to_bare.text(), row.fast.text(3), row.rtl_to_fast.text(1),
                     to_fast.text(), row_good ? "" : "MISSED"});
  }
  print_table(
      fmt::format(
          "16 ports, {}-beat packets, uniform, load {}; CPU time of a cycle [us], medians of {} rounds",
          packet_beats, kLoad, kTimedRounds),
      {"switch", "bare model", "/ input", "", "engine rtl", "/ bare", "", "engine fast", "rtl / fast", "",
       ""},
      table);
  return good;
}

/// A complete exchange with all that hosts, checks and measures do, against the bare model over the same
/// cycles and packets, and the fast engine against that. Says whether all limits hold.
bool run_schedule(const BareLoop& input) {
  constexpr unsigned kPacketBeats = 24;
  RunConfig config;
  config.schedule = "sync-shuffle";
  config.packets_per_message = 768;
  config.packet_min = config.packet_max = kPacketBeats;
  config.packet_given = true;
  Column bare, rtl, rtl_to_bare, fast, rtl_to_fast;
  std::uint64_t cycles = 0;
  std::uint64_t packets = 0;
  for (int round = 0; round < kTimedRounds; ++round) {
    config.engine = Engine::Rtl;
    const auto by_rtl = run_point(config);
    config.engine = Engine::Fast;
    const auto by_fast = run_point(config);
    cycles = by_rtl.cycles;
    packets = by_rtl.delivered_packets;
    bare.values.push_back(input.shuffle_seconds(cycles, kPacketBeats));
    rtl.values.push_back(by_rtl.cpu_seconds);
    fast.values.push_back(by_fast.cpu_seconds);
    rtl_to_bare.values.push_back(by_rtl.cpu_seconds / bare.values.back());
    rtl_to_fast.values.push_back(by_rtl.cpu_seconds / by_fast.cpu_seconds);
  }
  const Limits to_bare{2.5, 0};
  const Limits to_fast{0, 10};
  const bool good = to_bare.hold(median(rtl_to_bare.values)) && to_fast.hold(median(rtl_to_fast.values));
  print_table(
      fmt::format(
          "sync-shuffle, 16 ports, k = {}, {}-beat packets, ideal cluster: {} packets in {} cycles; CPU "
          "time of the run [s], medians of {} rounds",
          config.packets_per_message, kPacketBeats, packets, cycles, kTimedRounds),
      {"switch", "bare model", "engine rtl", "/ bare", "", "engine fast", "rtl / fast", "", ""},
      {{"input", bare.text(3), rtl.text(3), rtl_to_bare.text(2), to_bare.text(), fast.text(3),
        rtl_to_fast.text(1), to_fast.text(), good ? "" : "MISSED"}});
  return good;
}

/// Throws InputError.
double seconds_of(const std::string& text) {
  double seconds = 0;
  if (parse_number(text, 0.001, 86400, seconds)) return seconds;
  throw InputError("'{}' seconds are not allowed; allowed: 0.001..86400", text);
}

unsigned points_of(const std::string& text) {
  unsigned points = 0;
  if (parse_number(text, 1, 100000, points)) return points;
  throw InputError("'{}' points are not allowed; allowed: 1..100000", text);
}

/// Tables by their names; `argument` is empty unless it is given.
struct NamedTable {
  const char* name;
  bool usual;  ///< without a name, too
  bool (*run)(const std::string& argument);
};

const std::vector<NamedTable>& named_tables() {
  using Argument = const std::string&;
  static const std::vector<NamedTable> tables{
      {"schedule", true, [](Argument) { return run_schedule(BareLoop("input")); }},
      {"network", true, [](Argument) { return bench_network_and_its_switches(); }},
      {"idle", true, [](Argument) { return bench_idle_switches(); }},
      {"fat-tree", true, [](Argument) { return bench_fat_tree(); }},
      {"device", true, [](Argument) { return bench_device(); }},
      {"liquid", true, [](Argument) { return bench_liquid_scale(); }},
      {"liquid-all", false, [](Argument) { return bench_liquid_allocations(); }},
      {"liquid-none", false, [](Argument) { return bench_liquid_none(); }},
      {"liquid-paper", false,
       [](Argument seconds) {
         bench_liquid_orders(seconds_of(seconds.empty() ? "1" : seconds));
         return true;
       }},
      {"study", false,
       [](Argument points) { return bench_studies(points_of(points.empty() ? "2000" : points)); }},
      {"diff", false, [](Argument) { return bench_diff(); }},
      {"icarus", false, [](Argument) { return bench_icarus(); }}};
  return tables;
}

bool run_named(const std::string& name, const std::string& argument) {
  std::vector<std::string> names;
  for (const NamedTable& table : named_tables()) {
    if (name == table.name) return table.run(argument);
    names.emplace_back(table.name);
  }
  throw InputError("'{}' is not allowed; allowed: {}", name, fmt::join(names, ", "));
}

/// All but those that only their names run.
bool run_usual() {
  std::vector<BareLoop> loops;
  for (const auto& entry : switches()) loops.emplace_back(entry.name);
  bool good = compare_switches(1, 3, loops);
  good &= compare_switches(24, 0, loops);
  good &= compare_switches(64, 10, loops);
  for (const NamedTable& table : named_tables()) {
    if (table.usual) good &= table.run("");
  }
  if (!good) std::puts("\na limit is missed");
  return good;
}

}  // namespace
}  // namespace xb

/// Without arguments the usual tables; with a name, and maybe its argument, that one.
int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  try {
    const bool good = argc > 1 ? xb::run_named(argv[1], argc > 2 ? argv[2] : "") : xb::run_usual();
    return good ? 0 : 1;
  } catch (const xb::InputError& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
