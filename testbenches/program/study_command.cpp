// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/engines/device_ports.h"
#include "testbenches/program/measure_text.h"
#include "testbenches/program/run_command.h"
#include "testbenches/program/share_command.h"
#include "testbenches/program/study_report.h"
#include "testbenches/study/search_rounds.h"
#include "testbenches/study/study_run.h"

namespace xb {
namespace {

/// Throws InputError for flags that say nothing here.
void check_flags(const RunCommand& command) {
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
  return text + read_text_file(command.points.file, "run", "an experiment file");
}

/// Throws InputErrors for what descriptions of devices say that is not so.
void check_devices(const Experiment& experiment, const std::optional<StudySearches>& searches) {
  const auto names_device = [](const std::vector<SweptKey>& keys) {
    return std::any_of(keys.begin(), keys.end(), [](const SweptKey& key) { return key.key == "device"; });
  };
  const auto& cases = experiment.cases;
  if (!names_device(experiment.keys) && std::none_of(cases.begin(), cases.end(), names_device)) return;
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

}  // namespace

void study_command(const RunCommand& command) {
  check_flags(command);
  const auto queue = study_queue(command, command.out);
  const Experiment experiment = command.points.experiment();
  if (command.shard) return share_command(command, experiment);
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

}  // namespace xb
