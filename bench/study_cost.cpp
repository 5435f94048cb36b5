// SPDX-License-Identifier: Apache-2.0
#include "bench/study_cost.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/process/child_process.h"
#include "testbenches/study/study_progress.h"
#include "testbenches/study/study_run.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr double kMostOutside = 0.1;
constexpr double kMostGrowth = 8192;  // bytes of the runner's memory per point

std::vector<RunConfig> short_points(std::size_t count, std::uint64_t cycles) {
  std::vector<RunConfig> configs;
  for (std::size_t n = 0; n < count; ++n) {
    RunConfig config;
    config.engine = "fast";
    config.switch_name = "voq";
    config.cycles = cycles;
    config.load = 0.8;
    config.seed = n + 1;
    configs.push_back(resolve(config).config);
  }
  return configs;
}

double most_memory(int whose) {
  rusage usage{};
  getrusage(whose, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

struct Cost {
  double wall = 0, simulation = 0;  ///< seconds; the latter of all points together
  double runner = 0, worker = 0;    ///< bytes: the most
  [[nodiscard]] double outside(unsigned jobs) const { return 1 - simulation / (wall * jobs); }
};

/// A study from reading nothing to its last record, in a process of its own.
Cost run(std::size_t points, std::uint64_t cycles, unsigned jobs) {
  std::string name = (fs::temp_directory_path() / "xbarlab.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw RunError("no scratch folder");
  const Json json = Json::parse(in_child_process([&] {
    const double start = steady_seconds();
    Study study = make_study(name, short_points(points, cycles));
    study.folder.create();
    write_index(study);
    const StudyOutcome outcome = run_study(study, {jobs, false, true});
    const double wall = steady_seconds() - start;
    if (!outcome.stopped.empty()) throw RunError(outcome.stopped);
    const double runner = most_memory(RUSAGE_SELF), worker = most_memory(RUSAGE_CHILDREN);
    double simulation = 0;
    for (const auto& point : study.points)
      simulation += study.folder.provenance(point.hash).at("wall_seconds").get<double>();
    return Json{wall, simulation, runner, worker}.dump();
  }));
  fs::remove_all(name);
  return {json[0], json[1], json[2], json[3]};
}

}  // namespace

bool bench_studies() {
  struct Size {
    std::size_t points;
    std::uint64_t cycles;
    bool limited;
  };
  const unsigned jobs = usable_cores();
  const std::vector<Size> sizes{{200, 10000, false}, {2000, 10000, false}, {2000, 40000, true}};
  std::vector<Cost> costs;
  std::vector<std::vector<std::string>> table;
  bool good = true;
  for (const Size& size : sizes) {
    costs.push_back(run(size.points, size.cycles, jobs));
    const Cost& cost = costs.back();
    const bool holds = !size.limited || cost.outside(jobs) < kMostOutside;
    good &= holds;
    table.push_back(
        {std::to_string(size.points), std::to_string(size.cycles), fmt::format("{:.1f}", cost.wall),
         fmt::format("{:.1f}", cost.simulation * 1000 / static_cast<double>(size.points)),
         fmt::format("{:.1f} %", cost.outside(jobs) * 100),
         size.limited ? fmt::format("under {:.0f} %{}", kMostOutside * 100, holds ? "" : ": MISSED") : "",
         fmt::format("{:.1f}", cost.runner / 1e6), fmt::format("{:.1f}", cost.worker / 1e6)});
  }
  const double growth =
      (costs[1].runner - costs[0].runner) / static_cast<double>(sizes[1].points - sizes[0].points);
  good &= growth < kMostGrowth;
  fmt::print("\nStudies of voq, 16 ports, engine fast, {} jobs; fsync of each point's files included\n",
             jobs);
  std::fputs(format_table({"points", "cycles", "wall [s]", "a point [ms]", "outside simulation", "",
                           "runner [MB]", "largest child [MB]"},
                          table)
                 .c_str(),
             stdout);
  fmt::print("memory of the runner per point: {:.0f} bytes, at most {:.0f}{}\n", growth, kMostGrowth,
             growth < kMostGrowth ? "" : ": MISSED");
  return good;
}

}  // namespace xb
