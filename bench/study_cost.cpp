// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/tables.h"
#include "bench/timed_run.h"
#include "bench/work_folder.h"
#include "host/base/errors.h"
#include "host/point/run_config.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/process/child_process.h"
#include "testbenches/study/study_progress.h"
#include "testbenches/study/study_run.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMostOutside = 0.1;
constexpr double kMostGrowth = 16;  // bytes of the runner's memory per point

/// Points that differ in their seeds, as of a file.
Experiment short_points(unsigned count, std::uint64_t cycles) {
  Experiment experiment;
  experiment.keys = {{"engine", {"fast"}, "bench"},
                     {"switch", {"voq"}, "bench"},
                     {"cycles", {std::to_string(cycles)}, "bench"},
                     {"load", {"0.8"}, "bench"}};
  experiment.seeds = count;
  return experiment;
}

double cpu_seconds(const rusage& usage) {
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

rusage usage_of(int whose) {
  rusage usage{};
  getrusage(whose, &usage);
  return usage;
}

double most_memory(int whose) { return static_cast<double>(usage_of(whose).ru_maxrss) * 1024; }

double cpu_so_far() { return cpu_seconds(usage_of(RUSAGE_SELF)) + cpu_seconds(usage_of(RUSAGE_CHILDREN)); }

/// Seconds, of all points and processes together; bytes, the most.
struct Cost {
  double wall, simulation;     // on the clock; the latter of all points together
  double cpu, simulation_cpu;  // of all processes; of the simulators alone
  double runner, worker;       // memory
  [[nodiscard]] double outside(unsigned jobs) const { return 1 - simulation / (wall * jobs); }
  [[nodiscard]] double outside_cpu() const { return 1 - simulation_cpu / cpu; }
};

/// A study from reading nothing to its last record, in a process of its own.
Cost run(unsigned points, std::uint64_t cycles, unsigned jobs) {
  const WorkFolder folder;
  const Experiment experiment = short_points(points, cycles);
  const Json json = Json::parse(in_child_process([&] {
    const double start = steady_seconds(), cpu_before = cpu_so_far();
    Study study = make_study_of(folder / "", [&](const TakeConfig& take) { experiment.each_point(take); });
    study.folder.create();
    write_index(study);
    const StudyOutcome outcome = run_study(study, {jobs, false, true});
    const double wall = steady_seconds() - start, cpu = cpu_so_far() - cpu_before;
    if (!outcome.stopped.empty()) throw RunError(outcome.stopped);
    const double runner = most_memory(RUSAGE_SELF), worker = most_memory(RUSAGE_CHILDREN);
    double simulation = 0, simulation_cpu = 0;
    for (std::size_t n = 0; n < study.points.size(); ++n) {
      const Json notes = study.folder.provenance(study.points.hash(n));
      simulation += notes.at("wall_seconds").get<double>();
      simulation_cpu += notes.at("cpu_seconds").get<double>();
    }
    return Json{wall, simulation, cpu, simulation_cpu, runner, worker}.dump();
  }));
  return {json[0], json[1], json[2], json[3], json[4], json[5]};
}

std::string share_text(double share) { return fmt::format("{:.1f} %", share * 100); }

/// Time outside simulation, of points of several lengths.
bool bench_time(unsigned points) {
  Rows rows;
  bool good = true;
  for (const std::uint64_t cycles : {5000U, 10000U, 40000U}) {
    for (unsigned jobs = 1; jobs <= usable_cores(); jobs *= 2) {
      const Cost cost = run(points, cycles, jobs);
      const bool holds = cost.outside(jobs) < kMostOutside;
      good &= holds;
      rows.push_back({std::to_string(cycles), std::to_string(jobs), fmt::format("{:.1f}", cost.wall),
                      fmt::format("{:.1f}", cost.simulation * 1000 / points),
                      share_text(cost.outside(jobs)) + (holds ? "" : ": MISSED"),
                      fmt::format("{:.1f}", cost.simulation_cpu * 1000 / points),
                      share_text(cost.outside_cpu())});
    }
  }
  print_table(
      fmt::format("Studies of {} points of voq, 16 ports, engine fast; outside simulation at most {:.0f} %",
                  points, kMostOutside * 100),
      {"cycles", "jobs", "wall [s]", "a point [ms]", "outside", "its CPU time [ms]", "CPU outside"}, rows);
  return good;
}

bool bench_memory() {
  constexpr unsigned kFew = 200, kMany = 20000;
  constexpr std::uint64_t kHardlyAny = 100;
  const Cost few = run(kFew, kHardlyAny, usable_cores()), many = run(kMany, kHardlyAny, usable_cores());
  const double growth = (many.runner - few.runner) / (kMany - kFew);
  const bool good = growth < kMostGrowth;
  fmt::print(
      "memory of the runner with {} and {} points: {:.2f} and {:.2f} MB, {:.1f} bytes a point, at most "
      "{:.0f}{}; of a worker {:.2f} and {:.2f} MB\n",
      kFew, kMany, few.runner / 1e6, many.runner / 1e6, growth, kMostGrowth, good ? "" : ": MISSED",
      few.worker / 1e6, many.worker / 1e6);
  return good;
}

}  // namespace

bool bench_studies(unsigned points) {
  const bool time = bench_time(points);
  return bench_memory() && time;
}

}  // namespace xb
