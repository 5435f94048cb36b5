// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "host/base/errors.h"
#include "testbenches/program/commands.h"
#include "testbenches/record/wave_files.h"
#include "testbenches/terminal/progress_line.h"

namespace xb {

void wave_command(const WaveCommand& command) {
  Experiment experiment;
  if (!command.file.empty()) experiment = read_experiment(command.file);
  for (const auto& flag : command.flags) experiment.replace(flag);
  for (const auto& assignment : command.sets) experiment.replace(parse_assignment(assignment));
  const std::vector<Setup> setups = experiment.setups();
  if (setups.size() > 1) {
    throw InputError(fmt::format("wave: '{}' is not allowed with {} points; allowed: one point", command.name,
                                 setups.size()));
  }
  if (setups.front().config.searches()) {
    throw InputError(
        fmt::format("search: '{}' is not allowed here; allowed: a run", setups.front().config.search));
  }
  WaveFiles files;
  {
    ProgressLine progress({1.0});
    progress.part("recording");
    files = write_wave_files(setups.front(), command.trace, command.name, command.svg, progress.callback());
  }
  const auto line = [](const char* what, const std::string& text) { fmt::print("  {:<13}{}\n", what, text); };
  if (files.hit) line("trigger", fmt::format("cycle {}: {}", files.hit->cycle, files.hit->line()));
  if (files.look) line("look first", fmt::format("cycle {}: {}", files.look->cycle, files.look->text));
  line("waveform",
       fmt::format("{} (cycles {} to {})", files.waveform.string(), files.first_cycle, files.last_cycle));
  line("open it", fmt::format("gtkwave {}", files.save_file.string()));
  if (command.svg) line("picture", files.picture.string());
  if (!files.line_trace.empty() && files.line_trace != "-") line("line trace", files.line_trace.string());
  std::fflush(stdout);
  if (!files.failure.empty()) throw RunError(files.failure);
}

}  // namespace xb
