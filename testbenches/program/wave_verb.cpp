// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "testbenches/program/commands.h"
#include "testbenches/program/named_files.h"
#include "testbenches/record/wave_files.h"
#include "testbenches/terminal/progress_line.h"

namespace xb {
namespace {

/// Endings are put to it, and it stands in quotes in the save file.
void check_name(const std::string& name) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"';
  };
  const std::filesystem::path path(name);
  const std::string last = path.filename().string();
  const bool is_place =
      last.empty() || last == "." || last == ".." || last == "-" || path.parent_path() == "/dev";
  if (!is_place && std::none_of(name.begin(), name.end(), is_control)) return;
  throw InputError(fmt::format(
      "--output: '{}' is not allowed; allowed: a name, to which .fst and .gtkw are put, without quotes, line "
      "breaks and the like",
      name));
}

}  // namespace

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
  if (setups.front().config.searches_steps()) {
    throw InputError(fmt::format("step-search: '{}' is not allowed here; allowed: a run",
                                 setups.front().config.step_search));
  }
  check_name(command.name);
  NamedFiles outputs;
  for (const char* ending : {".fst", ".gtkw", ".svg"}) {
    if (ending != std::string(".svg") || command.svg) outputs.emplace_back("--output", command.name + ending);
  }
  if (!command.trace.line_trace.empty() && command.trace.line_trace != "-")
    outputs.emplace_back("--line-trace", command.trace.line_trace);
  refuse_overwriting(outputs, command.file, {setups.front().config});
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
  line("open it", "gtkwave " + shell_word(files.save_file.string()));
  if (command.svg) line("picture", files.picture.string());
  if (!files.line_trace.empty() && files.line_trace != "-") line("line trace", files.line_trace.string());
  std::fflush(stdout);
  if (!files.failure.empty()) throw RunError(files.failure);
}

}  // namespace xb
