// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "testbenches/experiment/experiment_file.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

namespace xb::experiment_text {

inline Experiment experiment(const std::string& toml) {
  const ScratchFolder folder;
  const auto file = folder.path() / "x.toml";
  std::ofstream(file) << toml;
  return read_experiment(file);
}

inline std::string message(const std::string& toml) {
  return message_of<InputError>([&] { experiment(toml); });
}

inline std::vector<RunConfig> points_of(Experiment e, const std::vector<std::string>& sets = {}) {
  for (const auto& assignment : sets) e.replace(parse_assignment(assignment));
  return e.points();
}

inline RunResult queueing(double mean, std::optional<double> ci95) {
  RunResult result;
  result.delivered_packets = 1;
  result.queueing.mean = mean;
  result.queueing.ci95 = ci95;
  return result;
}

}  // namespace xb::experiment_text
