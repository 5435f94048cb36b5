// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/named_files.h"

#include "host/base/errors.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/goal_file.h"
#include "testbenches/process/output_file.h"

namespace xb {

void refuse_overwriting(const NamedFiles& outputs, const std::string& experiment,
                        const std::vector<RunConfig>& points) {
  const auto is_file = [](const std::string& value) {
    return std::filesystem::path(value).extension() == ".toml";
  };
  for (const auto& [flag, path] : outputs) {
    if (!experiment.empty()) refuse_same_file(flag, path, "the experiment", experiment);
    for (const auto& point : points) {
      if (is_goal_file(point.schedule)) refuse_same_file(flag, path, "the schedule", point.schedule);
      if (is_file(point.cluster)) refuse_same_file(flag, path, "the cluster", point.cluster);
      if (is_file(point.topology)) refuse_same_file(flag, path, "the topology", point.topology);
    }
  }
  for (auto a = outputs.begin(); a != outputs.end(); ++a) {
    for (auto b = outputs.begin(); b != a; ++b) refuse_same_file(a->first, a->second, b->first, b->second);
  }
}

void write_verdict(OutputFile& file, const std::string& text) {
  try {
    file.write(text);
    file.commit();
  } catch (const RunError& error) {
    throw InputError(error.what());
  }
}

}  // namespace xb
