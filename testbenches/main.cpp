// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "host/config_keys.h"
#include "host/errors.h"
#include "testbenches/commands.h"

namespace {

constexpr int kFoundWrong = 1;
constexpr int kBadInput = 2;
constexpr std::array<const char*, 5> kVerbs{"run", "list", "schedule", "demo", "prebuild"};

/// Adds a flag per configuration key, or per key of `only`; given flags are collected in order.
void add_config_flags(CLI::App& app, std::vector<xb::SweptKey>& given,
                      const std::vector<std::string>& only = {}) {
  for (const auto& key : xb::config_keys()) {
    if (!only.empty() && std::find(only.begin(), only.end(), key.name) == only.end()) continue;
    const auto take = [&given, name = key.name](const std::string& value) {
      given.push_back({name, {value}, "--" + name});
    };
    app.add_option_function<std::string>("--" + key.name, take, fmt::format("{} ({})", key.help, key.allowed))
        ->type_name("VALUE")
        ->trigger_on_parse();
  }
}

struct CommandLine {
  CLI::App app{"xbarlab: co-simulation lab for switch buffer architectures", "xbarlab"};
  xb::RunCommand run;
  std::string trace_file, list_what;
  std::uint64_t trace_from = 0, trace_cycles = 2000;
  xb::ScheduleCommand schedule;
  CLI::App *run_verb, *list_verb, *schedule_verb, *demo_verb, *prebuild_verb;

  CommandLine() {
    app.require_subcommand(1);
    run_verb = app.add_subcommand("run", "run one point given by flags, or the points of an experiment file");
    run_verb->add_option("file", run.file, "experiment (TOML); lists in it are swept");
    add_config_flags(*run_verb, run.flags);
    run_verb->add_option("--set", run.sets, "key=value or key=a,b,c: overrides the file")
        ->type_name("KEY=VALUE");
    run_verb->add_option("--json", run.json, "write records as JSON Lines; - for standard output")
        ->type_name("FILE");
    run_verb->add_option("--trace", trace_file, "record a waveform (rtl engine)")->type_name("FILE.fst");
    run_verb->add_option("--trace-from", trace_from, "first cycle to record (default 0)")->type_name("CYCLE");
    run_verb->add_option("--trace-cycles", trace_cycles, "cycles to record, at least 1 (default 2000)")
        ->type_name("CYCLES");
    list_verb =
        app.add_subcommand("list", "list switches, traffic, schedules, topologies, experiments or theories");
    list_verb->add_option("what", list_what, "switches traffic schedules topologies experiments theories")
        ->required();
    schedule_verb = app.add_subcommand("schedule", "print a schedule as GOAL text, or check a .goal file");
    schedule_verb->add_option("name", schedule.name, "a schedule (xbarlab list schedules), or a .goal file")
        ->required();
    add_config_flags(*schedule_verb, schedule.flags, xb::schedule_keys());
    schedule_verb->add_option("--output", schedule.output, "file for the text; - for standard output")
        ->type_name("FILE");
    schedule_verb->add_flag("--check", schedule.check, "print ranks, operations, messages and bytes instead");
    demo_verb = app.add_subcommand("demo", "the main job: complete exchange and head-of-line saturation");
    prebuild_verb = app.add_subcommand("prebuild", "build the common models ahead");
  }

  void execute() {
    if (trace_cycles == 0) throw xb::InputError("--trace-cycles: '0' is not allowed; allowed: at least 1");
    if (!trace_file.empty()) run.trace = xb::TraceRequest{trace_file, trace_from, trace_cycles};
    if (*run_verb) xb::run_command(run);
    if (*list_verb) xb::list_command(list_what);
    if (*schedule_verb) xb::schedule_command(schedule);
    if (*demo_verb) xb::demo_command();
    if (*prebuild_verb) xb::prebuild_command();
  }
};

/// CLI11 says only that a verb is missing, not which word it does not know.
void check_verb(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string verb = argv[1];
  if (std::find(kVerbs.begin(), kVerbs.end(), verb) != kVerbs.end()) return;
  throw xb::InputError(fmt::format("verb: '{}' is not allowed; allowed: {}", verb, fmt::join(kVerbs, " ")));
}

/// CLI11's messages name the flag or the verb; add what is allowed.
int bad_command_line(const CommandLine& line, const CLI::ParseError& error) {
  std::string allowed = fmt::format("{}", fmt::join(kVerbs, " "));
  if (*line.run_verb) {
    allowed = "FILE.toml --set --json --trace --trace-from --trace-cycles";
    for (const auto& key : xb::config_keys()) allowed += " --" + key.name;
  }
  if (*line.schedule_verb) {
    allowed = "NAME or FILE.goal, --output --check";
    for (const auto& key : xb::schedule_keys()) allowed += " --" + key;
  }
  fmt::print(stderr, "xbarlab: {}; allowed: {}\n", error.what(), allowed);
  return kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  CommandLine line;
  try {
    check_verb(argc, argv);
    line.app.parse(argc, argv);
    line.execute();
    if (std::fflush(stdout) != 0) throw xb::RunError("standard output cannot be written");
    return 0;
  } catch (const CLI::Success& help) {
    return line.app.exit(help);
  } catch (const CLI::ParseError& error) {
    return bad_command_line(line, error);
  } catch (const xb::InputError& error) {
    fmt::print(stderr, "xbarlab: {}\n", error.what());
    return kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "xbarlab: {}\n", error.what());
    return kFoundWrong;
  }
}
