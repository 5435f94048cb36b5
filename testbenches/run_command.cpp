// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "host/errors.h"
#include "testbenches/commands.h"
#include "testbenches/output_file.h"
#include "testbenches/progress_line.h"
#include "testbenches/run_point.h"
#include "testbenches/text_report.h"

namespace xb {

void run_command(const RunCommand& command) {
  std::vector<SweptKey> keys;
  if (!command.file.empty()) keys = read_experiment(command.file);
  for (const auto& flag : command.flags) keys.push_back(flag);
  for (const auto& assignment : command.sets) override_key(keys, assignment);
  const std::vector<RunConfig> configs = combine(RunConfig{}, keys);
  if (command.trace && configs.size() > 1) {
    throw InputError(fmt::format("--trace: '{}' is not allowed with {} points; allowed: one point",
                                 command.trace->file.string(), configs.size()));
  }

  std::unique_ptr<OutputFile> json;
  if (!command.json.empty()) json = std::make_unique<OutputFile>(command.json);
  std::vector<Point> points;
  {
    ProgressLine progress;
    for (const auto& config : configs) {
      progress.label(configs.size() == 1 ? "running"
                                         : fmt::format("point {} of {}", points.size() + 1, configs.size()));
      points.push_back({config, run_point(config, command.trace, progress.callback())});
      if (json) json->write(to_json(config, points.back().result, version_record()).dump() + "\n");
    }
  }
  if (json) json->commit();
  if (command.json == "-") return;
  const std::string text = points.size() == 1 ? describe_point(points.front()) : tabulate_points(points);
  std::fputs(text.c_str(), stdout);
  if (json) std::printf("  %-26s%s\n", "record", command.json.c_str());
  if (command.trace) std::printf("  %-26s%s\n", "waveform", command.trace->file.c_str());
}

}  // namespace xb
