// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "host/base/errors.h"
#include "testbenches/program/commands.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"

namespace xb {

namespace {
struct RunLine {
  RunCommand run;
  std::optional<std::string> run_file, json, series_file, capture, out;
  TraceOptions run_trace;
};

void add_study_flags(CLI::App& app, RunLine& given) {
  app.add_option("--out", given.out, "folder for the results: runs what is missing in it")
      ->type_name("FOLDER");
  app.add_option("--jobs", given.run.jobs, "processes that run points, with --out (default one a core)")
      ->type_name("NUMBER");
  app.add_option("--on", given.run.on, "place of the runs, with --out: local, slurm, or exec:COMMAND a chunk")
      ->type_name("WHERE");
  app.add_option("--slurm-args", given.run.slurm_args, "options of sbatch, with --on slurm")
      ->type_name("OPTIONS");
  app.add_option("--chunk", given.run.chunk, "work in a chunk of points, with --on (default 20)")
      ->type_name("SECONDS");
  app.add_flag("--dry-run", given.run.dry_run, "list the points, and how long they take");
  app.add_flag("--quiet", given.run.quiet, "with --out neither progress nor tables");
  app.add_flag("--retry-failed", given.run.retry_failed, "with --out run failed points again");
}
}  // namespace

Verb run_verb(CLI::App& program) {
  const auto given = std::make_shared<RunLine>();
  CLI::App* const app =
      program.add_subcommand("run", "run one point given by flags, or the points of an experiment file");
  app->add_option("file", given->run_file, "experiment (TOML); lists in it are swept");
  add_config_flags(*app, given->run.flags);
  const auto take_seeds = [given](const std::string& value) {
    given->run.flags.push_back({"seeds", {value}, "--seeds"});
  };
  app->add_option_function<std::string>("--seeds", take_seeds, "number of seeds of each point: 1, 2, ...")
      ->type_name("NUMBER")
      ->trigger_on_parse();
  const auto add_goal = [&](const char* entry, const char* help, const char* type) {
    const auto take = [given, name = std::string(entry)](const std::string& value) {
      given->run.flags.push_back({name, {value}, "--" + name});
    };
    app->add_option_function<std::string>(fmt::format("--{}", entry), take, help)
        ->type_name(type)
        ->trigger_on_parse();
  };
  add_goal(
      "search",
      "search the values of a key instead of running all: saturation (the largest load that is carried), "
      "depth (the least that keeps a target), none",
      "GOAL");
  add_goal("max-loss", "target of search depth: share of the packets that may be lost", "SHARE");
  add_goal("min-throughput", "target of search depth: of the line rate, or such as 99% of the offered load",
           "SHARE");
  app->add_option("--set", given->run.sets, "key=value or key=a,b,c: overrides the file")
      ->type_name("KEY=VALUE");
  app->add_option("--json", given->json, "write records as JSON Lines; - for standard output")
      ->type_name("FILE");
  app->add_option("--series-file", given->series_file,
                  "write the samples of --series as CSV, not into the record")
      ->type_name("FILE.csv");
  app->add_option("--capture", given->capture, "write what comes out as a packet capture, for Wireshark")
      ->type_name("FILE.pcapng");
  app->add_option("--trace", given->run_trace.waveform, "record a waveform")->type_name("FILE.fst");
  given->run_trace.add_to(*app, "2000");
  add_study_flags(*app, *given);
  const auto execute = [given] {
    given->run.file =
        not_empty("run", given->run_file, "an experiment file (xbarlab list experiments), or flags only");
    given->run.json = not_empty("--json", given->json, "a file, or - for standard output");
    given->run.series_file = not_empty("--series-file", given->series_file, "a file");
    given->run.capture = not_empty("--capture", given->capture, "a file");
    given->run.out = not_empty("--out", given->out, "a folder");
    given->run.trace = given->run_trace.flags();
    if (!given->run.trace.any()) given->run_trace.refuse_without("--trace or --line-trace");
    run_command(given->run);
    return 0;
  };
  return {app, execute};
}

namespace {
struct ReproduceLine {
  ReproduceCommand command;
  std::optional<std::string> out, page;
};
}  // namespace

Verb reproduce_verb(CLI::App& program) {
  const auto given = std::make_shared<ReproduceLine>();
  CLI::App* const app = program.add_subcommand(
      "reproduce", "run the repository's experiments, and write what is published beside ours");
  app->add_option("names", given->command.names, "experiments, such as theory-window (default all)");
  app->add_flag("--quick", given->command.quick, "only the quick ones: some minutes in all");
  app->add_option("--out", given->out,
                  "folder for the results (default build/reproduced): runs what is missing in it")
      ->type_name("FOLDER");
  app->add_option("--page", given->page, "page to write, Markdown, pictures beside it (default in --out)")
      ->type_name("FILE.md");
  app->add_option("--jobs", given->command.jobs, "processes that run points (default one a core)")
      ->type_name("NUMBER");
  app->add_flag("--quiet", given->command.quiet, "no progress");
  const auto execute = [given] {
    given->command.out = not_empty("--out", given->out, "a folder");
    given->command.page = not_empty("--page", given->page, "a file");
    reproduce_command(given->command);
    return 0;
  };
  return {app, execute};
}

namespace {
struct ExportLine {
  ExportCommand command;
  std::optional<std::string> csv, jsonl, by;
};

ExportRows export_rows(const std::string& by) {
  if (by == "point") return ExportRows::Points;
  if (by == "input") return ExportRows::Inputs;
  if (by == "flow") return ExportRows::Flows;
  throw InputError(fmt::format("--by: '{}' is not allowed; allowed: point input flow", by));
}
}  // namespace

Verb export_verb(CLI::App& program) {
  const auto given = std::make_shared<ExportLine>();
  CLI::App* const app = program.add_subcommand("export", "write the results of a study as a table");
  app->add_option("folder", given->command.folder, "folder of the study: that of run --out")->required();
  app->add_option("--csv", given->csv, "file for CSV; - for standard output")->type_name("FILE");
  app->add_option("--jsonl", given->jsonl, "file for JSON Lines; - for standard output")->type_name("FILE");
  app->add_option(
         "--by", given->by,
         "point: a row each (default); input, flow: a row for each input or flow of a point, with its "
         "packets")
      ->type_name("WHAT");
  const auto execute = [given] {
    if (given->csv.has_value() == given->jsonl.has_value())
      throw InputError("export: not allowed like this; allowed: --csv FILE or --jsonl FILE");
    given->command.csv = not_empty("--csv", given->csv, "a file, or - for standard output");
    given->command.jsonl = not_empty("--jsonl", given->jsonl, "a file, or - for standard output");
    given->command.rows = export_rows(given->by.value_or("point"));
    export_command(given->command);
    return 0;
  };
  return {app, execute};
}

namespace {
struct ReportLine {
  ReportCommand command;
  std::optional<std::string> output, figures, x, points;
};
}  // namespace

Verb report_verb(CLI::App& program) {
  const auto given = std::make_shared<ReportLine>();
  CLI::App* const app =
      program.add_subcommand("report", "write the results of a study as a page of HTML, or as figures");
  app->add_option("folder", given->command.folder, "folder of the study: that of run --out")->required();
  app->add_option("--output", given->output,
                  "file for the page (default report.html in the folder); - for "
                  "standard output")
      ->type_name("FILE.html");
  app->add_option("--figures", given->figures,
                  "folder for the figures as SVG; without --output instead of the page")
      ->type_name("FOLDER");
  app->add_option("--x", given->x, "key along the axis of curves (default load, or the key with most values)")
      ->type_name("KEY");
  app->add_option("--points", given->points, "numbers of the points that figures of single points show")
      ->type_name("NUMBERS");
  const auto execute = [given] {
    ReportCommand& command = given->command;
    command.output = not_empty("--output", given->output, "a file, or - for standard output");
    command.figures = not_empty("--figures", given->figures, "a folder");
    command.x = not_empty("--x", given->x, "a key that the study sweeps");
    command.points = not_empty("--points", given->points, "numbers of points, such as 3,7");
    report_command(command);
    return 0;
  };
  return {app, execute};
}

namespace {
struct WaveLine {
  WaveCommand wave;
  std::optional<std::string> wave_file, wave_name;
  TraceOptions wave_trace;
};
}  // namespace

Verb wave_verb(CLI::App& program) {
  const auto given = std::make_shared<WaveLine>();
  CLI::App* const app =
      program.add_subcommand("wave", "record a window of a run for GTKWave, and as a picture");
  app->add_option("file", given->wave_file, "experiment (TOML) of one point");
  add_config_flags(*app, given->wave.flags);
  app->add_option("--set", given->wave.sets, "key=value: overrides the file")->type_name("KEY=VALUE");
  app->add_option("--output", given->wave_name, "name of the files: NAME.fst, NAME.gtkw, NAME.svg")
      ->type_name("NAME")
      ->required();
  app->add_flag("--svg", given->wave.svg, "draw the window as NAME.svg");
  given->wave_trace.add_to(*app, "200");
  const auto execute = [given] {
    given->wave.file = not_empty("wave", given->wave_file, "an experiment file of one point, or flags only");
    given->wave.name = not_empty("--output", given->wave_name, "a name for the files");
    given->wave.trace = given->wave_trace.flags();
    given->wave.trace.usual_cycles = 200;
    wave_command(given->wave);
    return 0;
  };
  return {app, execute};
}

}  // namespace xb
