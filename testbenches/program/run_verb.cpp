// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "testbenches/engines/device_ports.h"
#include "testbenches/experiment/judging.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/measure_text.h"
#include "testbenches/program/run_command.h"
#include "testbenches/program/text_report.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"
#include "testbenches/recording/capture_file.h"
#include "testbenches/recording/recording.h"
#include "testbenches/recording/run_point.h"
#include "testbenches/recording/series_file.h"
#include "testbenches/recording/wave_files.h"
#include "testbenches/steps/step_search_point.h"
#include "testbenches/study/study.h"
#include "testbenches/terminal/progress_line.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

std::vector<double> costs(const std::vector<RunConfig>& configs) {
  std::vector<double> list;
  for (const auto& config : configs) list.push_back(cost_of(config));
  return list;
}

/// What the expectations say of a point, for its record.
Json verdicts_to_json(const Experiment& experiment, const Point& point) {
  Json list = Json::array();
  for (const auto& expectation : experiment.expectations) {
    if (!expectation.is_of_each_point() || !expectation.not_testable.empty()) continue;
    const auto v = judge(expectation, point.config, point.result);
    if (!v) continue;
    Json verdict{{"measure", expectation.measure},
                 {"value", v->measured},
                 {"ci95", v->ci95 ? Json(*v->ci95) : Json(nullptr)}};
    if (expectation.at_least) verdict["at-least"] = *expectation.at_least;
    if (expectation.at_most) verdict["at-most"] = *expectation.at_most;
    if (!expectation.bounds_only()) {
      verdict["expected"] = v->expected;
      verdict["tolerance"] = expectation.is_judged() ? Json(v->tolerance) : Json("none");
    }
    verdict["ok"] = v->kind == Verdict::Kind::Ok;
    list.push_back(std::move(verdict));
  }
  return list;
}

/// A file in which one run is recorded; null: there is none.
const NamedFile* recorded_file(const RunCommand& command) {
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
  if (const NamedFile* const recorded = recorded_file(command); recorded != nullptr && configs.size() > 1) {
    throw InputError("{}: '{}' is not allowed with {} points; allowed: one point", recorded->flag,
                     recorded->path, configs.size());
  }
  refuse_overwriting(command.outputs, command.points.file, configs);
  const bool samples =
      std::any_of(configs.begin(), configs.end(), [](const auto& c) { return c.series > 0; });
  if (!command.series_file.empty() && !samples) {
    throw InputError("--series-file: '{}' is not allowed here; allowed: with --series above 0",
                     command.series_file);
  }
}

/// Throws InputError where some points are run and others only searched for, or what is not run is traced.
void check_step_searches(const RunCommand& command, const std::vector<RunConfig>& configs) {
  const auto searching =
      std::count_if(configs.begin(), configs.end(), [](const auto& c) { return c.searches_steps(); });
  if (searching == 0) return;
  const RunConfig& first =
      *std::find_if(configs.begin(), configs.end(), [](const auto& c) { return c.searches_steps(); });
  if (static_cast<std::size_t>(searching) < configs.size()) {
    throw InputError("step-search: '{}' is not allowed here; allowed: for all points, or none for all",
                     first.step_search.text());
  }
  if (const NamedFile* const recorded = recorded_file(command)) {
    throw InputError("{}: '{}' is not allowed with step-search {}; allowed: with a run", recorded->flag,
                     recorded->path, first.step_search.text());
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

/// The cycles of a failed lock-step run up to the difference as a waveform, without being asked. What goes
/// wrong here is not what the user is to hear of.
void show_difference(const Setup& setup) {
  TraceFlags flags;
  flags.on = "mismatch";
  try {
    const WaveFiles files =
        write_wave_files(setup, flags, fmt::format("lockstep-seed{}", setup.config.seed), false);
    fmt::print(stderr, "xbarlab: both models up to the difference: gtkwave {}\n", files.save_file.string());
  } catch (const InputError&) {
  } catch (const RunError&) {
  }
}

/// Of a run that has failed, and says why: that a file cannot be written is less.
void keep_what_there_is(Recording& recording) {
  try {
    recording.commit_failed();
  } catch (const RunError&) {
  }
}

/// A point, with what is recorded of it; of a failed one too.
RunResult recorded_run(const Setup& setup, std::optional<Recording>& recording, const Progress& progress,
                       const RunSinks& sinks) {
  try {
    RunResult result =
        run_point(setup, recording ? std::optional(recording->trace()) : std::nullopt, progress, sinks);
    if (recording) recording->commit(result.cycles);
    return result;
  } catch (const RunError&) {
    if (recording)
      keep_what_there_is(*recording);
    else if (setup.config.engine == Engine::Lockstep)
      show_difference(setup);
    throw;
  }
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
  const auto missing = std::count_if(points.begin(), points.end(),
                                     [](const Point& p) { return misses_ci(p.config, p.result); });
  if (missing > 0) std::fputs(("\n" + ci_note(missing, points.size())).c_str(), stdout);
  for (const NamedFile& file : command.outputs) {
    if (file.path != "-") std::fputs(report_line(file.what, file.path).c_str(), stdout);
  }
  std::fflush(stdout);  // the table before the message about it
}

void run(const RunCommand& command) {
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
    std::optional<Recording> recording;
    if (command.trace.any()) {
      progress.part("looking for the trigger");
      setups.front() = with_known_latency(setups.front());
      recording.emplace(setups.front(),
                        plan_recording(setups.front(), command.trace, progress.callback()).request);
    }
    for (const Setup& setup : setups) {
      progress.part(configs.size() == 1 ? "running"
                                        : fmt::format("point {} of {}", points.size() + 1, configs.size()));
      const RunSinks sinks{series ? series->next_point(setup.config) : OccupancySink{},
                           capture ? capture->sink() : DeliverySink{}};
      points.push_back({setup.config, setup.config.searches_steps()
                                          ? step_search_point(setup)
                                          : recorded_run(setup, recording, progress.callback(), sinks)});
      if (!json) continue;
      Json record = to_json(setup.config, points.back().result, version_record());
      if (!experiment.expectations.empty()) record["expect"] = verdicts_to_json(experiment, points.back());
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
  const auto trace = std::make_shared<TraceOptions>();
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
      "depth (the least that keeps a target), none");
  verb.key("max-loss", "SHARE", keys, "target of search depth: share of the packets that may be lost");
  verb.key("min-throughput", "SHARE", keys,
           "target of search depth: of the line rate, or such as 99% of the offered load");
  given->points.add_set(verb, "key=value or key=a,b,c: overrides the file");
  verb.json(given->json, "write records as JSON Lines; - for standard output", "record");
  verb.file("--series-file", "FILE.csv", given->series_file,
            "write the samples of --series as CSV, not into the record", "series");
  verb.file("--capture", "FILE.pcapng", given->capture,
            "write what comes out as a packet capture, for Wireshark", "capture");
  trace->add_to(verb, 2000, true);
  add_study_flags(verb, *given);
  verb.outputs(given->outputs);
  verb.does([given, trace] {
    given->trace = trace->flags();
    if (!given->trace.any()) trace->refuse_without("--trace or --line-trace");
    run(*given);
  });
  return verb;
}

}  // namespace xb
