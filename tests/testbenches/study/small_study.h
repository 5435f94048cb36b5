// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "testbenches/study/study.h"
#include "testbenches/study/study_run.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/scratch_folder.h"

namespace xb {

/// Short points on the fast engine, each another: loads in turn, and seeds.
inline std::vector<RunConfig> short_points(std::size_t count, std::uint64_t cycles = 500) {
  std::vector<RunConfig> configs;
  for (std::size_t n = 0; n < count; ++n) {
    RunConfig config = config_of("engine fast, ports 2");
    config.cycles = cycles;
    config.traffic->load = 0.1 * static_cast<double>(1 + n % 9);
    config.seed = n + 1;
    configs.push_back(resolve(config).config);
  }
  return configs;
}

/// With versions that need no look at the sources.
inline Study small_study(const std::filesystem::path& folder, std::size_t count, std::uint64_t cycles = 500) {
  Study study = make_study(folder, short_points(count, cycles), {{"xbarlab", "test"}});
  study.folder.create();
  return study;
}

/// Runs a point to its result or failure in the study's folder.
inline PointOutcome run_study_point(Study& study, const StudyPoint& point) {
  const PointOutcome outcome = write_study_point(study, point, {});
  study.folder.publish(point.hash, outcome);
  return outcome;
}

/// All files of points/ that must be the same whenever and wherever they are made.
inline std::map<std::string, std::string> records_in(const StudyFolder& folder) {
  std::map<std::string, std::string> texts;
  for (const auto& hash : folder.results())
    texts[hash] = text_of(folder.path() / "points" / hash / "record.json");
  return texts;
}

}  // namespace xb
