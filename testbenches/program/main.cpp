// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/parse_number.h"
#include "host/config/config_keys.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/process/out_of_memory.h"
#include "testbenches/program/commands.h"
#include "testbenches/terminal/text_table.h"

namespace {

constexpr int kFoundWrong = 1;
constexpr int kBadInput = 2;
constexpr std::array<const char*, 9> kVerbs{"run",      "wave",     "diff", "golden",  "list",
                                            "schedule", "topology", "demo", "prebuild"};

/// Bad input may hold line breaks; its message may not.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n')
      line += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      line += c;
  }
  return line;
}

/// What was printed has arrived; a full disk or a closed pipe is not silent.
int status_of_output(int status) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout) return status;
  std::fputs("xbarlab: standard output: cannot be written\n", stderr);
  return kFoundWrong;
}

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

/// Help whose lines fit the terminal, or are as wide as the documents' elsewhere.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kNameColumns); }
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override {
    const std::size_t columns = xb::terminal_columns();
    const std::size_t width = columns == 0 ? kUsualColumns : std::max(columns, kLeastColumns);
    return xb::wrap(CLI::Formatter::make_option_desc(option), width - kNameColumns);
  }

 private:
  static constexpr std::size_t kNameColumns = 32, kUsualColumns = 120, kLeastColumns = 72;
};

std::string not_empty(const char* flag, const std::optional<std::string>& text, const char* allowed) {
  if (text && text->empty())
    throw xb::InputError(fmt::format("{}: '' is not allowed; allowed: {}", flag, allowed));
  return text.value_or("");
}

std::uint64_t cycles_of(const char* flag, const std::optional<std::string>& text, std::uint64_t least,
                        std::uint64_t usual) {
  constexpr double kMost = 1e18;  // later than any run ends
  std::uint64_t value = usual;
  if (text && !xb::parse_number(*text, static_cast<double>(least), kMost, value))
    throw xb::InputError(fmt::format("{}: '{}' is not allowed; allowed: {}..1e18", flag, *text, least));
  return value;
}

/// The flags that say what to record of a run.
struct TraceOptions {
  std::optional<std::string> waveform, line_trace, from, cycles, on, before, after, switch_name;

  void add_to(CLI::App& verb, const std::string& usual_cycles) {
    const auto add = [&](const char* flag, std::optional<std::string>& value, const std::string& help,
                         const char* type) { verb.add_option(flag, value, help)->type_name(type); };
    add("--line-trace", line_trace, "write a line of text per cycle; - for standard output", "FILE");
    add("--trace-from", from, "first cycle to record (default 0)", "CYCLE");
    add("--trace-cycles", cycles,
        "cycles to record, at least 1 (default " + usual_cycles + "; of a line trace alone, all)", "CYCLES");
    add("--trace-on", on,
        "record around an event: hol drop mismatch assertion occupancy>BEATS latency>CYCLES", "EVENT");
    add("--trace-before", before, fmt::format("cycles before the event (default {})", xb::kUsualCyclesBefore),
        "CYCLES");
    add("--trace-after", after, fmt::format("cycles after the event (default {})", xb::kUsualCyclesAfter),
        "CYCLES");
    add("--trace-switch", switch_name,
        "switch of a network to record (default the first on engine rtl, or the first)", "NAME");
  }

  [[nodiscard]] xb::TraceFlags flags() const {
    xb::TraceFlags flags;
    flags.waveform = not_empty("--trace", waveform, "a file");
    flags.line_trace = not_empty("--line-trace", line_trace, "a file, or - for standard output");
    flags.on = not_empty("--trace-on", on, "an event");
    flags.switch_name = not_empty("--trace-switch", switch_name, "a switch of the topology");
    const auto number = [](const char* flag, const std::optional<std::string>& text, std::uint64_t least) {
      return text ? std::optional(cycles_of(flag, text, least, 0)) : std::nullopt;
    };
    flags.from = number("--trace-from", from, 0);
    flags.cycles = number("--trace-cycles", cycles, 1);
    flags.before = number("--trace-before", before, 0);
    flags.after = number("--trace-after", after, 0);
    return flags;
  }

  /// Throws InputError for the first flag that says nothing without others.
  void refuse_without(const char* others) const {
    for (const auto& [flag, value] : {std::pair{"--trace-from", from},
                                      {"--trace-cycles", cycles},
                                      {"--trace-on", on},
                                      {"--trace-before", before},
                                      {"--trace-after", after},
                                      {"--trace-switch", switch_name}}) {
      if (value)
        throw xb::InputError(
            fmt::format("{}: '{}' is not allowed here; allowed: with {}", flag, *value, others));
    }
  }
};

struct CommandLine {
  CLI::App app{"xbarlab: co-simulation lab for switch buffer architectures", "xbarlab"};
  xb::RunCommand run;
  std::string list_what;
  std::optional<std::string> run_file, json, series_file;
  TraceOptions run_trace, wave_trace;
  xb::WaveCommand wave;
  std::optional<std::string> wave_file, wave_name;
  xb::ScheduleCommand schedule;
  xb::TopologyCommand topology;
  xb::DiffCommand diff;
  xb::GoldenCommand golden;
  std::optional<std::string> golden_engine, golden_case, golden_accept, golden_reason, golden_junit,
      golden_summary, golden_artifacts;
  int status = 0;
  CLI::App *run_verb, *wave_verb, *diff_verb, *golden_verb, *list_verb, *schedule_verb, *topology_verb,
      *demo_verb, *prebuild_verb;

  CommandLine() {
    app.formatter(std::make_shared<HelpFormatter>());
    app.require_subcommand(1);
    run_verb = app.add_subcommand("run", "run one point given by flags, or the points of an experiment file");
    run_verb->add_option("file", run_file, "experiment (TOML); lists in it are swept");
    add_config_flags(*run_verb, run.flags);
    run_verb->add_option("--set", run.sets, "key=value or key=a,b,c: overrides the file")
        ->type_name("KEY=VALUE");
    run_verb->add_option("--json", json, "write records as JSON Lines; - for standard output")
        ->type_name("FILE");
    run_verb
        ->add_option("--series-file", series_file,
                     "write the samples of --series as CSV, not into the record")
        ->type_name("FILE.csv");
    run_verb->add_option("--trace", run_trace.waveform, "record a waveform")->type_name("FILE.fst");
    run_trace.add_to(*run_verb, "2000");
    wave_verb = app.add_subcommand("wave", "record a window of a run for GTKWave, and as a picture");
    wave_verb->add_option("file", wave_file, "experiment (TOML) of one point");
    add_config_flags(*wave_verb, wave.flags);
    wave_verb->add_option("--set", wave.sets, "key=value: overrides the file")->type_name("KEY=VALUE");
    wave_verb->add_option("--output", wave_name, "name of the files: NAME.fst, NAME.gtkw, NAME.svg")
        ->type_name("NAME")
        ->required();
    wave_verb->add_flag("--svg", wave.svg, "draw the window as NAME.svg");
    wave_trace.add_to(*wave_verb, "200");
    list_verb =
        app.add_subcommand("list", "list switches, traffic, schedules, topologies, experiments or theories");
    list_verb->add_option("what", list_what, "switches traffic schedules topologies experiments theories")
        ->required();
    schedule_verb =
        app.add_subcommand("schedule", "print a schedule as GOAL text, or its steps, or check a .goal file");
    schedule_verb->add_option("name", schedule.name, "a schedule (xbarlab list schedules), or a .goal file")
        ->required();
    add_config_flags(*schedule_verb, schedule.flags, xb::schedule_keys());
    schedule_verb->add_option("--output", schedule.output, "file for the GOAL text; - for standard output")
        ->type_name("FILE");
    schedule_verb
        ->add_option("--json", schedule.json, "file for the steps as JSON (liquid); - for standard output")
        ->type_name("FILE");
    schedule_verb
        ->add_option(
            "--proof", schedule.proof,
            "files for the proof that there is no liquid schedule: NAME.cnf and NAME.drat, or NAME.csv, "
            "a clique")
        ->type_name("NAME");
    schedule_verb
        ->add_option("--teams", schedule.teams,
                     "file for all full teams instead of a schedule, one a line; - for standard output")
        ->type_name("FILE");
    schedule_verb
        ->add_option("--simultaneities", schedule.simultaneities,
                     "file for all full simultaneities likewise; - for standard output")
        ->type_name("FILE");
    schedule_verb
        ->add_option("--time-limit", schedule.time_limit,
                     "CPU time after which the search for steps ends (liquid)")
        ->type_name("TIME");
    schedule_verb->add_flag("--check", schedule.check, "print ranks, operations, messages and bytes instead");
    topology_verb =
        app.add_subcommand("topology", "print a network of switches, as TOML unless asked otherwise");
    topology_verb->add_option("name", topology.name, "a generator (xbarlab list topologies), or a .toml file")
        ->required();
    topology_verb
        ->add_option("--json", topology.json, "file for switches and cables as JSON; - for standard output")
        ->type_name("FILE");
    topology_verb->add_option("--dot", topology.dot, "file for the graph for Graphviz; - for standard output")
        ->type_name("FILE");
    topology_verb
        ->add_option("--svg", topology.svg, "file for the drawing, by Graphviz's dot; - for standard output")
        ->type_name("FILE");
    topology_verb
        ->add_option(
            "--teams", topology.teams,
            "file for the bottlenecks and the steps of a liquid schedule as SVG; - for standard output")
        ->type_name("FILE");
    add_config_flags(*topology_verb, topology.flags, xb::teams_keys());
    add_diff_flags();
    add_golden_flags();
    demo_verb = app.add_subcommand("demo", "the main job: complete exchange and head-of-line saturation");
    prebuild_verb = app.add_subcommand("prebuild", "build the common models ahead");
  }

  void execute() {
    if (*run_verb) complete_run();
    if (*run_verb) xb::run_command(run);
    if (*wave_verb) complete_wave();
    if (*wave_verb) xb::wave_command(wave);
    if (*list_verb) xb::list_command(list_what);
    if (*schedule_verb) xb::schedule_command(schedule);
    if (*topology_verb) xb::topology_command(topology);
    if (*diff_verb && !xb::diff_command(diff)) status = kFoundWrong;
    if (*golden_verb) complete_golden();
    if (*golden_verb && !xb::golden_command(golden)) status = kFoundWrong;
    if (*demo_verb) xb::demo_command();
    if (*prebuild_verb) xb::prebuild_command();
  }

 private:
  void add_diff_flags() {
    diff_verb = app.add_subcommand("diff", "compare two traces (line trace, VCD, FST) at the clock's edges");
    diff_verb->add_option("want", diff.want, "trace as it should be")->required();
    diff_verb->add_option("got", diff.got, "trace as it is")->required();
    diff_verb->add_option("--clock", diff.clock, "clock in both (default clk, clk_i, aclk, clock ...)")
        ->type_name("NAME");
    diff_verb
        ->add_option("--scope", diff.scopes,
                     "scope of WANT and what it is in GOT (default by the names below)")
        ->type_name("WANT=GOT");
    diff_verb
        ->add_option("--ignore", diff.ignore_file,
                     "file of signals that may differ: PATTERN # reason, one a line")
        ->type_name("FILE");
    diff_verb->add_option("--slip", diff.slip, "cycles of latency that are recognised (0..1024, default 16)")
        ->type_name("CYCLES");
    diff_verb->add_flag("--allow-slip", diff.allow_slip, "a recognised latency is no difference");
    diff_verb->add_option("--from", diff.from, "first cycle to compare")->type_name("CYCLE");
    diff_verb->add_option("--to", diff.to, "last cycle to compare")->type_name("CYCLE");
    diff_verb->add_flag("--by-count", diff.by_count, "cycles are counted, not numbered by signal cycle");
    diff_verb->add_option("--json", diff.json, "file for the result as JSON; - for standard output")
        ->type_name("FILE");
    diff_verb->add_flag("--all", diff.all, "list every signal that differs");
  }

  void add_golden_flags() {
    golden_verb =
        app.add_subcommand("golden", "run the cases of a folder and compare with their golden files");
    golden_verb->add_option("folder", golden.folder, "folder of cases: NAME.toml beside NAME.trace")
        ->required();
    const auto add = [&](const char* flag, std::optional<std::string>& value, const char* help,
                         const char* type) { golden_verb->add_option(flag, value, help)->type_name(type); };
    add("--engine", golden_engine, "engines to run on, with commas (default those of the case)", "ENGINES");
    add("--case", golden_case, "the only case to run", "CASE");
    add("--accept", golden_accept, "write the golden file of this case from a run on all its engines",
        "CASE");
    add("--reason", golden_reason, "why, for ACCEPTED.md", "TEXT");
    add("--junit", golden_junit, "write the verdicts as JUnit XML", "FILE");
    add("--summary", golden_summary, "write the verdicts and reports as Markdown", "FILE");
    add("--artifacts", golden_artifacts,
        "write traces and waveforms around the first difference here, of the first five runs that differ",
        "FOLDER");
  }

  void complete_golden() {
    golden.engine = not_empty("--engine", golden_engine, "engines");
    golden.only = not_empty("--case", golden_case, "a case of the folder");
    golden.accept = not_empty("--accept", golden_accept, "a case of the folder");
    golden.reason = not_empty("--reason", golden_reason, "why the golden file changes");
    golden.junit = not_empty("--junit", golden_junit, "a file");
    golden.summary = not_empty("--summary", golden_summary, "a file");
    golden.artifacts = not_empty("--artifacts", golden_artifacts, "a folder");
    const auto refuse = [](const char* flag, const std::string& value, const char* allowed) {
      if (!value.empty())
        throw xb::InputError(fmt::format("{}: '{}' is not allowed here; allowed: {}", flag, value, allowed));
    };
    if (golden.accept.empty()) return refuse("--reason", golden.reason, "with --accept");
    refuse("--engine", golden.engine, "without --accept, which needs all engines of the case");
    refuse("--case", golden.only, "without --accept");
    refuse("--junit", golden.junit, "without --accept");
    refuse("--summary", golden.summary, "without --accept");
    refuse("--artifacts", golden.artifacts, "without --accept");
  }

  /// What is given to `run` besides keys.
  void complete_run() {
    run.file = not_empty("run", run_file, "an experiment file (xbarlab list experiments), or flags only");
    run.json = not_empty("--json", json, "a file, or - for standard output");
    run.series_file = not_empty("--series-file", series_file, "a file");
    run.trace = run_trace.flags();
    if (!run.trace.any()) run_trace.refuse_without("--trace or --line-trace");
  }

  void complete_wave() {
    wave.file = not_empty("wave", wave_file, "an experiment file of one point, or flags only");
    wave.name = not_empty("--output", wave_name, "a name for the files");
    wave.trace = wave_trace.flags();
    wave.trace.usual_cycles = 200;
  }
};

const std::vector<std::string> kVerbNames(kVerbs.begin(), kVerbs.end());

/// CLI11 says only that a verb is missing, not which word it does not know.
void check_verb(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string verb = argv[1];
  if (std::find(kVerbs.begin(), kVerbs.end(), verb) != kVerbs.end()) return;
  const std::string nearest = xb::nearest_word(verb, kVerbNames);
  throw xb::InputError(fmt::format("verb: '{}' is not allowed{}; allowed: {}", verb,
                                   nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest),
                                   fmt::join(kVerbs, " ")));
}

/// The flags of the verb on the line, with their dashes.
std::vector<std::string> flags_of(const CommandLine& line) {
  std::vector<std::string> flags;
  for (const CLI::App* verb : {line.run_verb, line.wave_verb, line.diff_verb, line.golden_verb,
                               line.schedule_verb, line.topology_verb}) {
    if (!*verb) continue;
    for (const CLI::Option* option : verb->get_options()) {
      for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    }
  }
  return flags;
}

/// CLI11's messages name the flag or the verb; add what is allowed: the nearest flag, or where all are
/// listed.
int bad_command_line(const CommandLine& line, int argc, char** argv, const CLI::ParseError& error) {
  std::string allowed = fmt::format("{}", fmt::join(kVerbs, " "));
  const std::vector<std::string> flags = flags_of(line);
  if (!flags.empty()) allowed = fmt::format("what xbarlab {} --help lists", argv[1]);
  for (int i = 2; i < argc && !flags.empty(); ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (word.rfind("--", 0) != 0 || std::find(flags.begin(), flags.end(), word) != flags.end()) continue;
    const std::string nearest = xb::nearest_word(word, flags);
    if (!nearest.empty()) allowed = fmt::format("'{}', the nearest, or {}", nearest, allowed);
    break;
  }
  fmt::print(stderr, "xbarlab: {}; allowed: {}\n", one_line(error.what()), allowed);
  return kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  xb::undo_when_interrupted();
  CommandLine line;
  try {
    check_verb(argc, argv);
    line.app.parse(argc, argv);
    line.execute();
    return status_of_output(line.status);
  } catch (const CLI::Success& help) {
    return status_of_output(line.app.exit(help));
  } catch (const CLI::ParseError& error) {
    return bad_command_line(line, argc, argv, error);
  } catch (const xb::InputError& error) {
    fmt::print(stderr, "xbarlab: {}\n", one_line(error.what()));
    return kBadInput;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "xbarlab: {}\n", xb::out_of_memory(argv[1]));
    return kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "xbarlab: {}\n", error.what());
    return kFoundWrong;
  }
}
