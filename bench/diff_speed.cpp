// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/tables.h"
#include "bench/timed_run.h"
#include "bench/work_folder.h"
#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/tracing/run_point.h"
#include "testbenches/tracing/switch_tracer.h"
#include "waves/compare/compare.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr int kDiffRounds = 3;
constexpr std::uint64_t kDiffCycles = 225000;  // that give 1 GiB of VCD

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void record(const fs::path& fst) {
  RunConfig config;
  config.switch_name = "input";
  config.ports = 4;
  config.traffic->load = 1;
  config.cycles = kDiffCycles + 1000;
  config.warmup = 0;
  const Setup setup = resolve(config);
  TracePlan request;
  request.waveform = fst;
  request.waveform_window = {500, kDiffCycles};
  SwitchTracer tracer(setup, request);
  tracer.commit(run_point(setup, tracer.trace()).cycles);
}

}  // namespace

bool bench_diff() {
  const WorkFolder folder;
  record(folder / "want.fst");
  fs::copy_file(folder / "want.fst", folder / "got.fst");
  folder.run({"fst2vcd", "want.fst", "-o", "want.vcd"});
  fs::copy_file(folder / "want.vcd", folder / "got.vcd");
  const auto to_vcd = [&](const char* name) {
    folder.run({"fst2vcd", std::string(name) + ".fst", "-o", std::string(name) + ".out"});
  };
  struct Case {
    const char *want, *got;
    std::function<void()> other;  // with the usual tools
  };
  const auto both_converted = [&] {
    to_vcd("want");
    to_vcd("got");
    folder.run({"diff", "want.out", "got.out"});
  };
  const auto one_converted = [&] {
    to_vcd("got");
    folder.run({"diff", "want.vcd", "got.out"});
  };
  const auto as_they_are = [&] { folder.run({"diff", "want.vcd", "got.vcd"}); };
  const std::vector<Case> cases{{"want.fst", "got.fst", both_converted},
                                {"want.vcd", "got.fst", one_converted},
                                {"want.vcd", "got.vcd", as_they_are}};
  Rows rows;
  bool good = true;
  for (const Case& one : cases) {
    std::vector<double> mine, theirs, ratios;
    for (int round = 0; round < kDiffRounds; ++round) {
      DiffOptions options;
      options.want = folder / one.want;
      options.got = folder / one.got;
      bool same = false;
      mine.push_back(seconds([&] { same = compare_traces(options).same; }));
      if (!same) throw RunError("equal traces differ");
      theirs.push_back(seconds(one.other));
      ratios.push_back(theirs.back() / mine.back());
    }
    const bool with_fst = std::string(one.got) == "got.fst";  // else there is nothing to convert
    good &= !with_fst || median(ratios) >= 1;
    rows.push_back({fmt::format("{} {}", one.want, one.got), fmt::format("{:.2f}", median(mine)),
                    fmt::format("{:.2f}", median(theirs)),
                    fmt::format("{:.2f}{}", median(ratios), with_fst ? "" : " (diff alone)")});
  }
  print_table(
      fmt::format("Two equal traces, {:.2f} GiB as VCD, {:.0f} MiB as FST: wall-clock time, median of {}",
                  static_cast<double>(fs::file_size(folder / "want.vcd")) / (1U << 30U),
                  static_cast<double>(fs::file_size(folder / "want.fst")) / (1U << 20U), kDiffRounds),
      {"traces", "xbarlab diff [s]", "fst2vcd and diff [s]", "ratio"}, rows);
  return good;
}

}  // namespace xb
