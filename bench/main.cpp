// SPDX-License-Identifier: Apache-2.0
// What hosts, checks and measures cost: each engine against the bare Verilated loop, as ratios taken in one
// run (machines differ and are noisy, so the rounds alternate and the median ratio counts).

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "host/errors.h"
#include "systemc/switch_input.h"
#include "testbenches/engines.h"
#include "testbenches/model_library.h"
#include "testbenches/paths.h"
#include "testbenches/run_point.h"
#include "testbenches/text_report.h"

namespace {

constexpr std::uint64_t kCycles = 100000;
constexpr double kLoad = 0.5;
constexpr int kRounds = 7;
constexpr double kAllowedRatio = 2.0;

using BareLoop = std::uint64_t (*)(std::uint64_t cycles, unsigned packet_beats, double load);

BareLoop load_bare_loop() {
  xb::RunConfig config;
  auto spec = xb::ModelSpec::of(config, false);
  spec.extra_source = "bench/bare_loop.h";
  void* handle = dlopen(xb::model_library(spec).c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto loop = handle == nullptr ? nullptr : reinterpret_cast<BareLoop>(dlsym(handle, "xb_bare_loop"));
  if (loop == nullptr) throw xb::RunError("the bare loop cannot be loaded");
  return loop;
}

double microseconds_per_cycle(const std::function<std::uint64_t()>& work) {
  const std::clock_t start = std::clock();
  const std::uint64_t cycles = work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC * 1e6 / static_cast<double>(cycles);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

xb::RunConfig config_of(const std::string& engine, unsigned packet_beats) {
  xb::RunConfig config;
  config.engine = engine;
  config.load = kLoad;
  config.packet_min = config.packet_max = packet_beats;
  config.cycles = kCycles;
  config.warmup = 0;
  return config;
}

/// Time per cycle of an engine with hosts, checks and measures on [us].
double engine_time(const std::string& engine, unsigned packet_beats) {
  const auto result = xb::run_point(config_of(engine, packet_beats));
  return result.cpu_seconds * 1e6 / static_cast<double>(result.cycles);
}

struct Row {
  std::string name;
  std::vector<double> time, ratio;
};

bool run(unsigned packet_beats, BareLoop bare) {
  std::vector<Row> rows{{"rtl", {}, {}}, {"systemc", {}, {}}};
  std::vector<double> bare_times;
  for (int round = 0; round < kRounds; ++round) {
    const double bare_time =
        microseconds_per_cycle([&] { return bare(kCycles, packet_beats, kLoad), kCycles; });
    bare_times.push_back(bare_time);
    for (auto& row : rows) {
      const double time = engine_time(row.name, packet_beats);
      row.time.push_back(time);
      row.ratio.push_back(time / bare_time);
    }
  }
  std::vector<std::vector<std::string>> table{
      {"bare Verilated loop", fmt::format("{:.3f}", median(bare_times)), "1.00", ""}};
  for (const auto& row : rows) {
    table.push_back({"engine " + row.name, fmt::format("{:.3f}", median(row.time)),
                     fmt::format("{:.2f}", median(row.ratio)),
                     row.name == "rtl" ? fmt::format("at most {:.2f}", kAllowedRatio) : ""});
  }
  fmt::print("\n16 ports, {}-beat packets, uniform, load {}\n", packet_beats, kLoad);
  std::fputs(xb::format_table({"what runs", "us/cycle", "ratio", "required"}, table).c_str(), stdout);
  return median(rows.front().ratio) <= kAllowedRatio;
}

}  // namespace

int main() {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  try {
    const BareLoop bare = load_bare_loop();
    bool good = true;
    for (const unsigned packet_beats : {1U, 24U}) good &= run(packet_beats, bare);
    if (!good) std::puts("\nan engine costs more than it may");
    return good ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
