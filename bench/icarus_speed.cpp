// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/resource.h>

#include <string>
#include <vector>

#include "bench/tables.h"
#include "bench/timed_run.h"
#include "bench/work_folder.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/engines/paths.h"
#include "testbenches/recording/run_point.h"

namespace xb {
namespace {

constexpr int kIcarusRounds = 5;
constexpr unsigned kIcarusCycles = 10000, kOwnCycles = 200000;
constexpr double kLeastIcarusRatio = 50;

/// CPU time of the children that have ended [us].
double children_time() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) * 1e6 + static_cast<double>(usage.ru_utime.tv_usec);
}

/// CPU time of a cycle of the bench in Verilog [us].
double icarus_cycle(const WorkFolder& folder) {
  const double start = children_time();
  folder.run({"vvp", "bench"});
  return (children_time() - start) / kIcarusCycles;
}

double own_cycle(const RunConfig& config) {
  const RunResult result = run_point(resolve(config));
  return result.cpu_seconds * 1e6 / static_cast<double>(result.cycles);
}

}  // namespace

bool bench_icarus() {
  const std::filesystem::path source = source_dir();
  const std::filesystem::path example = source / "examples/quad-switch";
  const WorkFolder folder;
  folder.run({"iverilog", "-g2005", "-o", "bench", fmt::format("-Pquad_bench.CYCLES={}", kIcarusCycles),
              (source / "bench/quad_bench.v").string(), (example / "quad_switch.v").string()});
  RunConfig config;
  config.device = (example / "quad_switch.toml").string();
  config.ports = 4;
  config.traffic->load = 1;
  config.cycles = kOwnCycles;
  config.warmup = 0;
  std::vector<double> own, icarus, ratio;
  for (int round = 0; round < kIcarusRounds; ++round) {
    own.push_back(own_cycle(config));
    icarus.push_back(icarus_cycle(folder));
    ratio.push_back(icarus.back() / own.back());
  }
  print_table(
      fmt::format(
          "quad_switch, 4 ports, load 1, packets of one beat: CPU time of a cycle [us], medians of {}",
          kIcarusRounds),
      {"bench in Verilog, Icarus", "xbarlab run", "ratio", ""},
      {{fmt::format("{:.1f}", median(icarus)), fmt::format("{:.2f}", median(own)),
        fmt::format("{:.0f}", median(ratio)), fmt::format("at least {:.0f}", kLeastIcarusRatio)}});
  return median(ratio) >= kLeastIcarusRatio;
}

}  // namespace xb
