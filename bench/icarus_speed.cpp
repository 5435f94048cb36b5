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
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

constexpr int kIcarusRounds = 5;
constexpr unsigned kIcarusCycles = 10000, kPythonCycles = 50000, kOwnCycles = 200000;
constexpr double kLeastIcarusRatio = 50, kLeastPythonRatio = 5;

/// CPU time of the children that have ended [us].
double children_time() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) * 1e6 + static_cast<double>(usage.ru_utime.tv_usec);
}

/// CPU time of a cycle of a bench [us].
double bench_cycle(const WorkFolder& folder, const std::vector<std::string>& command, unsigned cycles) {
  const double start = children_time();
  folder.run(command);
  return (children_time() - start) / cycles;
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
  for (const char* file :
       {"examples/quad-switch/quad_switch.v", "bench/quad_pins.cpp"})  // make dislikes spaces in paths
    std::filesystem::copy_file(source / file, folder / std::filesystem::path(file).filename().c_str());
  folder.run({"verilator", "--cc", "--exe", "--build", "-O3", "--prefix", "Vswitch", "-Wno-fatal", "-CFLAGS",
              "-fPIC -O2", "-LDFLAGS", "-shared", "--Mdir", ".", "-o", "quad.so", "quad_switch.v",
              "quad_pins.cpp"});
  RunConfig config;
  config.device = (example / "quad_switch.toml").string();
  config.ports = 4;
  config.traffic->load = 1;
  config.cycles = kOwnCycles;
  config.warmup = 0;
  std::vector<double> own, icarus, python, icarus_ratio, python_ratio;
  for (int round = 0; round < kIcarusRounds; ++round) {
    own.push_back(own_cycle(config));
    icarus.push_back(bench_cycle(folder, {"vvp", "bench"}, kIcarusCycles));
    python.push_back(bench_cycle(
        folder, {"python3", source / "bench/quad_bench.py", "./quad.so", std::to_string(kPythonCycles)},
        kPythonCycles));
    icarus_ratio.push_back(icarus.back() / own.back());
    python_ratio.push_back(python.back() / own.back());
  }
  const auto row = [](const char* name, const std::vector<double>& cycle, const std::vector<double>& ratio,
                      double least) {
    return std::vector<std::string>{name, fmt::format("{:.2f}", median(cycle)),
                                    fmt::format("{:.0f}", median(ratio)),
                                    fmt::format("at least {:.0f}", least)};
  };
  print_table(
      fmt::format(
          "quad_switch, 4 ports, load 1, packets of one beat: CPU time of a cycle [us], medians of {}",
          kIcarusRounds),
      {"bench", "CPU time", "beside a run", ""},
      {{"xbarlab run", fmt::format("{:.2f}", median(own)), "1", ""},
       row("in Verilog, Icarus", icarus, icarus_ratio, kLeastIcarusRatio),
       row("in Python, Verilated", python, python_ratio, kLeastPythonRatio)});
  return median(icarus_ratio) >= kLeastIcarusRatio && median(python_ratio) >= kLeastPythonRatio;
}

}  // namespace xb
