// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/base/shell_word.h"
#include "host/config/setup.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"
#include "testbenches/terminal/progress_line.h"
#include "testbenches/tracing/wave_files.h"

namespace xb {
namespace {

/// A window of a run as a waveform that GTKWave opens, and as a picture.
struct WaveCommand {
  ExperimentFlags point;
  std::string name;  ///< of the files, without ending
  bool svg = false;
  std::vector<NamedFile> outputs;  ///< others
  TraceFlags trace;
};

/// Endings are put to it, and it stands in quotes in the save file.
void check_name(const std::string& name) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"';
  };
  const std::filesystem::path path(name);
  const std::string last = path.filename().string();
  const bool is_place =
      last.empty() || last == "." || last == ".." || last == "-" || path.parent_path() == "/dev";
  if (!is_place && none_of(name, is_control)) return;
  throw not_allowed("--output", name,
                    "a name, to which .fst and .gtkw are put, without quotes, line breaks and the like");
}

/// The name of one of the files stands for all; that of a picture asks for one.
WaveCommand without_ending(WaveCommand command) {
  const std::filesystem::path path(command.name);
  const std::string ending = path.extension().string();
  if (ending != ".fst" && ending != ".gtkw" && ending != ".svg") return command;
  command.name = (path.parent_path() / path.stem()).string();
  command.svg |= ending == ".svg";
  return command;
}

void wave(const WaveCommand& given) {
  const WaveCommand command = without_ending(given);
  const std::vector<Setup> setups = command.point.experiment().setups();
  if (setups.size() > 1) {
    throw InputError("wave: '{}' is not allowed with {} points; allowed: one point", command.name,
                     setups.size());
  }
  if (setups.front().config.searches_steps()) {
    throw InputError("step-search: '{}' is not allowed here; allowed: a run",
                     setups.front().config.step_search.text());
  }
  check_name(command.name);
  std::vector<NamedFile> outputs{{"--output", command.name + ".fst"}, {"--output", command.name + ".gtkw"}};
  if (command.svg) outputs.push_back({"--output", command.name + ".svg"});
  outputs.insert(outputs.end(), command.outputs.begin(), command.outputs.end());
  refuse_overwriting(outputs, command.point.file, {setups.front().config});
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

}  // namespace

Verb wave_verb(CLI::App& program) {
  const auto given = std::make_shared<WaveCommand>();
  Verb verb(program, "wave", "record a window of a run for GTKWave, and as a picture");
  verb.examples({"xbarlab wave --ports 4 --load 0.9 --trace-on hol --output blocked --svg"});
  given->point.add_to(verb, "experiment (TOML) of one point",
                      "an experiment file of one point, or flags only");
  given->point.add_set(verb, "key=value: overrides the file");
  verb.text("--output", "NAME", given->name, "name of the files: NAME.fst, NAME.gtkw, NAME.svg",
            "a name for the files");
  verb.require("--output");
  verb.on("--svg", given->svg, "draw the window as NAME.svg");
  given->trace.usual_cycles = 200;
  add_trace_flags(verb, given->trace, false);
  verb.outputs(given->outputs);
  verb.does([given] { wave(*given); });
  return verb;
}

}  // namespace xb
