// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/base/text_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "testbenches/engines/device_ports.h"
#include "testbenches/experiment/judging.h"
#include "testbenches/experiment/search.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/measure_text.h"
#include "testbenches/program/study_flags.h"
#include "testbenches/program/study_report.h"
#include "testbenches/program/text_report.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"
#include "testbenches/steps/step_search_point.h"
#include "testbenches/study/identity.h"
#include "testbenches/study/search_rounds.h"
#include "testbenches/study/study.h"
#include "testbenches/study/study_run.h"
#include "testbenches/terminal/progress_line.h"
#include "testbenches/terminal/text_table.h"
#include "testbenches/tracing/capture_file.h"
#include "testbenches/tracing/run_point.h"
#include "testbenches/tracing/series_file.h"
#include "testbenches/tracing/switch_tracer.h"
#include "testbenches/tracing/wave_files.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

/// One point, the points of a file, or with `out` a study.
struct RunCommand : StudyFlags {
  ExperimentFlags points;
  std::string json;         ///< file or "-"
  std::string series_file;  ///< for the samples of key `series`, or empty: into the record
  std::string capture;      ///< file for what comes out, or empty
  TraceFlags trace;
  std::vector<NamedFile> outputs;  ///< all of these files
};

/// Throws InputError for flags that say nothing here.
void check_study_flags(const RunCommand& command) {
  for (const NamedFile& file : command.outputs)
    throw InputError(
        "{}: '{}' is not allowed here; allowed: without --out and --dry-run (results "
        "of a study: xbarlab export)",
        file.flag, file.path);
}

/// The file as it was run, and what overrode it.
std::string study_text(const RunCommand& command) {
  std::string text;
  for (const SweptKey& flag : command.points.flags)
    text += fmt::format("# --{} {}\n", flag.key, flag.values.front());
  for (const auto& assignment : command.points.sets) text += fmt::format("# --set {}\n", assignment);
  if (!text.empty()) text = "# Run with flags, which override the keys below:\n" + text;
  if (command.points.file.empty()) return text + "# No file.\n";
  const std::filesystem::path file = std::filesystem::absolute(command.points.file).lexically_normal();
  text += fmt::format("{}{}\n", kCopyOf, file.string());
  return text + read_text_file(command.points.file, "run", "an experiment file");
}

/// Throws InputErrors for what descriptions of devices say that is not so.
void check_devices(const Experiment& experiment, const std::optional<StudySearches>& searches) {
  const auto names_device = [](const std::vector<SweptKey>& keys) {
    return any_of(keys, [](const SweptKey& key) { return key.key == "device"; });
  };
  const auto& cases = experiment.cases;
  if (!names_device(experiment.keys) && none_of(cases, names_device)) return;
  DevicePorts devices;
  const auto check = [&](const RunConfig& config) { devices.check(config); };
  if (!searches) return experiment.each_point(check);
  for (const SearchPlan& plan : search_plans(experiment)) {
    for (const RunConfig& config : plan.candidates) check(config);
  }
}

/// Tables of what the study has found; throws RunError where it did not end well.
void report_outcome(const RunCommand& command, const Experiment& experiment, Study& study,
                    const std::optional<StudySearches>& searches, const StudyOutcome& outcome) {
  const StudyReport report =
      searches ? report_searches(*searches, study, experiment) : report_study(study, experiment);
  check_ended(study, outcome, report,
              fmt::format("{} run {}... --out {}", called_as(),
                          command.points.file.empty() ? "" : command.points.file + " ", command.out));
  if (!command.quiet) {
    std::string text = report.tables;
    if (!experiment.title.empty()) text = experiment.title + "\n\n" + text;
    if (report.wide > 0) text += "\n" + ci_note(report.wide, report.done);
    text += fmt::format("{}{} of {} points done, {} failed; results in {}\n", text.empty() ? "" : "\n",
                        report.done, study.points.size(), report.failed, command.out);
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }
  check_points(study, report, searches ? "failed search or expectation:" : "failed expectation:");
}

/// The command again, but for the flags of studies.
std::vector<std::string> words_of(const ExperimentFlags& points) {
  std::vector<std::string> words{"run"};
  if (!points.file.empty()) words.push_back(points.file);
  for (const SweptKey& flag : points.flags) words.push_back("--" + flag.key + "=" + flag.values.front());
  for (const auto& assignment : points.sets) words.push_back("--set=" + assignment);
  return words;
}

/// With `out` or `dry_run`.
void study_command(const RunCommand& command) {
  check_study_flags(command);
  const auto queue = study_queue(command, command.out);
  const Experiment experiment = command.points.experiment();
  if (command.shard) return run_share(command, experiment);
  std::optional<StudySearches> searches;
  if (experiment.search) searches.emplace(experiment.search, search_plans(experiment));
  const auto each_point = [&](const TakeConfig& take) {
    if (!searches) experiment.each_point(take);
  };
  if (!command.dry_run) check_devices(experiment, searches);
  Study study = make_study_of(command.out, each_point);
  if (command.dry_run) {
    if (searches) searches->look(study);
    if (!searches) return list_points(study, command.jobs.jobs());
    std::fputs(list_searches(*searches, study).c_str(), stdout);
    return;
  }
  const HeldFolder held(study.folder, queue.get());
  study.folder.write_file("study.toml", study_text(command));
  study.folder.remove_file("searches.jsonl");
  if (!searches) write_index(study);
  const StudyGrowth growth = searches ? StudyGrowth(searches->growth()) : nullptr;
  const StudyRunner run_missing = study_runner(command, queue.get(), words_of(command.points), growth);
  const StudyOutcome outcome = searches ? run_searches(*searches, study, command.retry_failed, run_missing)
                                        : run_missing(study, command.retry_failed);
  report_outcome(command, experiment, study, searches, outcome);
}

/// Throws InputError for flags of which a search has nothing.
void check_search_flags(const RunCommand& command, const SearchGoal& goal) {
  for (const NamedFile& file : command.outputs) {
    if (file.flag != "--json")
      throw InputError("{}: '{}' is not allowed with search {}; allowed: without a search", file.flag,
                       file.path, goal.name());
  }
}

/// What it ran, in the order in which it asked for them, and what it found.
std::string records_of(const StudySearches& searches, std::size_t n, const std::vector<RunConfig>& ran,
                       Study& study) {
  const ShowPoint show = [](const RunConfig& config) {
    return ShownPoint{to_json(without_unused(config)), ""};
  };
  std::string text;
  for (const RunConfig& config : ran) {
    const std::string hash = study.identifier.identify(config).hash;
    RunResult result = result_in(Json::parse(study.folder.record(hash).value()));
    result.cpu_seconds = study.folder.provenance(hash).at("cpu_seconds");
    Json record = to_json(config, result, version_record());
    record["search"] = n + 1;
    text += record.dump() + "\n";
  }
  return text +
         search_record(searches.goal(), searches.plans()[n], searches.findings()[n], n + 1, show).dump() +
         "\n";
}

/// Without: an experiment that searches.
void search_command(const RunCommand& command, const Experiment& experiment) {
  check_search_flags(command, experiment.search);
  StudySearches searches(experiment.search, search_plans(experiment));
  std::vector<RunConfig> configs;
  for (const SearchPlan& plan : searches.plans()) configs.push_back(plan.stands_for());
  refuse_overwriting(command.outputs, command.points.file, configs);
  const auto json = output_if_named(command.json);
  Study study = make_study("", {});
  std::vector<std::vector<RunConfig>> ran(configs.size());  // of each search
  const auto look = [&](bool retry_failed) {
    searches.look(study, retry_failed);
    for (std::size_t n = 0; n < ran.size(); ++n) {
      const auto& wanted = searches.findings()[n].wanted;
      ran[n].insert(ran[n].end(), wanted.begin(), wanted.end());
    }
    return searches.wants();
  };
  const HeldFolder held(study.folder);
  const StudyOutcome outcome = run_rounds(study, false, study_runner(command, nullptr, {}), look);
  const StudyReport report = report_searches(searches, study, experiment);
  check_ended(study, outcome, report, called_as() + " run");
  if (report.failed > 0) check_points(study, report);
  if (json) {
    for (std::size_t n = 0; n < ran.size(); ++n) json->write(records_of(searches, n, ran[n], study));
    json->commit();
  }
  if (command.json != "-") {
    std::string text = report.tables;
    if (!experiment.title.empty()) text = experiment.title + "\n\n" + text;
    if (json) text += report_line("record", command.json);
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);  // the table before the message about it
  }
  check_points(study, report, "failed search or expectation:");
}

std::vector<double> costs(const std::vector<RunConfig>& configs) {
  std::vector<double> list;
  for (const auto& config : configs) list.push_back(cost_of(config));
  return list;
}

/// A file in which one run is recorded; null: there is none.
const NamedFile* traced_file(const RunCommand& command) {
  for (const char* const flag : {"--trace", "--line-trace", "--capture"}) {
    for (const NamedFile& file : command.outputs) {
      if (file.flag == flag) return &file;
    }
  }
  return nullptr;
}

/// Throws InputError if several points would be recorded, if what is written would be what is read, or two
/// things one file.
void check_outputs(const RunCommand& command, const std::vector<RunConfig>& configs) {
  if (const NamedFile* const traced = traced_file(command); traced != nullptr && configs.size() > 1) {
    throw InputError("{}: '{}' is not allowed with {} points; allowed: one point", traced->flag, traced->path,
                     configs.size());
  }
  refuse_overwriting(command.outputs, command.points.file, configs);
  const bool samples = any_of(configs, [](const auto& c) { return c.series > 0; });
  if (!command.series_file.empty() && !samples) {
    throw InputError("--series-file: '{}' is not allowed here; allowed: with --series above 0",
                     command.series_file);
  }
}

/// Throws InputError where some points are run and others only searched for, or what is not run is traced.
void check_step_searches(const RunCommand& command, const std::vector<RunConfig>& configs) {
  const auto searches = [](const RunConfig& config) { return config.searches_steps(); };
  const auto first = std::find_if(configs.begin(), configs.end(), searches);
  if (first == configs.end()) return;
  if (!all_of(configs, searches))
    throw InputError("step-search: '{}' is not allowed here; allowed: for all points, or none for all",
                     first->step_search.text());
  if (const NamedFile* const traced = traced_file(command)) {
    throw InputError("{}: '{}' is not allowed with step-search {}; allowed: with a run", traced->flag,
                     traced->path, first->step_search.text());
  }
}

/// Throws RunError if a point is not as expected.
void check_expectations(const Experiment& experiment, const std::vector<Point>& points) {
  std::string failed;
  for (const auto& expectation : experiment.expectations) {
    failed += failed_expectation(expectation, points);
  }
  if (!failed.empty()) throw RunError("failed expectation:" + failed);
}

/// Throws InputError for flags of studies.
void refuse_study_flags(const RunCommand& command) {
  refuse_without("--jobs", command.jobs.given(), "--out");
  command.refuse_without_out();
  if (command.quiet) throw InputError("--quiet: not allowed here; allowed: with --out");
}

/// Tables of what was run, and the files that were written.
void print_points(const RunCommand& command, const Experiment& experiment, const std::vector<Point>& points) {
  std::string text = points.size() == 1 ? describe_point(points.front())
                                        : tabulate_points(points, named_columns(experiment));
  if (!experiment.title.empty()) text = experiment.title + "\n\n" + text;
  for (const auto& expectation : experiment.expectations)
    text += "\n" + tabulate_verdicts(expectation, points);
  std::fputs(text.c_str(), stdout);
  const auto missing = count_if(points, [](const Point& p) { return misses_ci(p.config, p.result); });
  if (missing > 0) std::fputs(("\n" + ci_note(missing, points.size())).c_str(), stdout);
  for (const NamedFile& file : command.outputs) {
    if (file.path != "-") std::fputs(report_line(file.what, file.path).c_str(), stdout);
  }
  std::fflush(stdout);  // the table before the message about it
}

void run(const RunCommand& command) {
  refuse_without(command.trace, "--trace or --line-trace");
  if (!command.out.empty() || command.dry_run) return study_command(command);
  refuse_study_flags(command);
  const Experiment experiment = command.points.experiment();
  if (experiment.search) return search_command(command, experiment);
  std::vector<Setup> setups = experiment.setups();
  std::vector<RunConfig> configs;
  for (const Setup& setup : setups) configs.push_back(setup.config);
  check_outputs(command, configs);
  check_step_searches(command, configs);
  DevicePorts devices;
  for (const RunConfig& config : configs) devices.check(config);
  const auto json = output_if_named(command.json);
  std::optional<SeriesFile> series;
  if (!command.series_file.empty()) series.emplace(command.series_file, configs);
  std::optional<CaptureFile> capture;
  if (!command.capture.empty()) capture.emplace(command.capture, setups.front());
  std::vector<Point> points;
  {
    ProgressLine progress(costs(configs));
    std::optional<SwitchTracer> tracer;
    if (command.trace.any()) {
      progress.part("looking for the trigger");
      setups.front() = with_known_latency(setups.front());
      tracer.emplace(setups.front(), plan_trace(setups.front(), command.trace, progress.callback()).request);
    }
    for (const Setup& setup : setups) {
      progress.part(configs.size() == 1 ? "running"
                                        : fmt::format("point {} of {}", points.size() + 1, configs.size()));
      const RunSinks sinks{series ? series->next_point(setup.config) : OccupancySink{},
                           capture ? capture->sink() : DeliverySink{}};
      points.push_back({setup.config, setup.config.searches_steps()
                                          ? step_search_point(setup)
                                          : traced_run(setup, tracer, progress.callback(), sinks)});
      if (!json) continue;
      Json record = to_json(setup.config, points.back().result, version_record());
      if (!experiment.expectations.empty())
        record["expect"] = verdicts_to_json(experiment.expectations, points.back());
      json->write(record.dump() + "\n");
    }
  }
  if (json) json->commit();
  if (series) series->commit();
  if (capture) capture->commit();
  if (command.json == "-") return check_expectations(experiment, points);
  print_points(command, experiment, points);
  check_expectations(experiment, points);
}

void add_study_flags(Verb& verb, RunCommand& run) {
  verb.folder("--out", run.out, "folder for the results: runs what is missing in it");
  run.jobs.add_to(verb, "processes that run points, with --out (default one a core)");
  run.add_to(verb, "point");
  verb.on("--dry-run", run.dry_run, "list the points, and how long they take");
  verb.quiet(run.quiet, "with --out neither progress nor tables");
}

}  // namespace

Verb run_verb(CLI::App& program) {
  const auto given = std::make_shared<RunCommand>();
  Verb verb(program, "run", "run one point given by flags, or the points of an experiment file");
  verb.examples({"xbarlab run --ports 8 --load 0.9",
                 "xbarlab run --switch voq --packet 64B..1518B --gap 20B --clock 10Gbps",
                 "xbarlab run experiments/hol-saturation.toml --set ports=2,4",
                 "xbarlab run experiments/hol-saturation.toml --out results --jobs 4",
                 "xbarlab run --set switch=input,output,shared --buffer 256KiB --load 0.9"});
  given->points.add_to(verb, "experiment (TOML); lists in it are swept",
                       "an experiment file (xbarlab list experiments), or flags only");
  std::vector<SweptKey>& keys = given->points.flags;
  verb.key("seeds", "NUMBER", keys, "number of seeds of each point: 1, 2, ...");
  verb.key(
      "search", "GOAL", keys,
      "search the values of a key instead of running all: saturation (the largest load that is carried), "
      "depth (the least that keeps a target), headroom (the least with which nothing overflows), none");
  verb.key("max-loss", "SHARE", keys, "target of search depth: share of the packets that may be lost");
  verb.key("min-throughput", "SHARE", keys,
           "target of search depth: of the line rate, or such as 99% of the offered load");
  given->points.add_set(verb, "key=value or key=a,b,c: overrides the file");
  verb.json(given->json, "write records as JSON Lines; - for standard output", "record");
  verb.file("--series-file", "FILE.csv", given->series_file,
            "write the samples of --series as CSV, not into the record", "series");
  verb.file("--capture", "FILE.pcapng", given->capture,
            "write what comes out as a packet capture, for Wireshark", "capture");
  add_trace_flags(verb, given->trace, true);
  add_study_flags(verb, *given);
  verb.outputs(given->outputs);
  verb.does([given] { run(*given); });
  return verb;
}

}  // namespace xb
