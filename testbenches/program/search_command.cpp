// SPDX-License-Identifier: Apache-2.0

#include <cstdio>
#include <nlohmann/json.hpp>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "testbenches/experiment/search.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/run_command.h"
#include "testbenches/program/study_report.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/recording/run_point.h"
#include "testbenches/study/identity.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

/// Throws InputError for flags of which a search has nothing.
void check_flags(const RunCommand& command, const SearchGoal& goal) {
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

}  // namespace

void search_command(const RunCommand& command, const Experiment& experiment) {
  check_flags(command, experiment.search);
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

}  // namespace xb
