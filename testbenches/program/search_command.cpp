// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/named_files.h"
#include "testbenches/program/run_command.h"
#include "testbenches/record/run_point.h"
#include "testbenches/search/search_record.h"
#include "testbenches/study/search_tables.h"
#include "testbenches/study/study.h"
#include "testbenches/terminal/progress_line.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

/// Throws InputError for flags of which a search has nothing.
void check_flags(const RunCommand& command, const SearchGoal& goal) {
  for (const WrittenFile& file : written_files(command)) {
    if (file.flag != std::string("--json"))
      throw InputError(fmt::format("{}: '{}' is not allowed with search {}; allowed: without a search",
                                   file.flag, file.path, goal.name()));
  }
}

/// The points that have been run, by their configurations.
class KnownPoints {
 public:
  [[nodiscard]] PointState state_of(const RunConfig& config) const {
    const auto known = results_.find(to_json(config).dump());
    if (known == results_.end()) return {};
    return {false, measured_in(known->second)};
  }
  [[nodiscard]] RunResult result_of(const RunConfig& config) const {
    return results_.at(to_json(config).dump());
  }
  void add(const RunConfig& config, RunResult result) {
    results_.emplace(to_json(config).dump(), std::move(result));
  }

 private:
  std::map<std::string, RunResult> results_;
};

/// Runs what a search asks for until it is at its end.
Finding run_search(const SearchGoal& goal, const SearchPlan& plan, KnownPoints& known, OutputFile* json,
                   std::size_t number) {
  const PointStates states = [&](const RunConfig& config) { return known.state_of(config); };
  for (;;) {
    Finding finding = find_value(goal, plan, states);
    if (finding.wanted.empty()) return finding;
    for (const RunConfig& config : finding.wanted) {
      ProgressLine progress({cost_of(config)});
      progress.part(fmt::format("search {}, {} {}", number, goal.key(), value_of(goal, config)));
      RunResult result = run_point(resolve(config), {}, progress.callback());
      if (json != nullptr) {
        Json record = to_json(config, result, version_record());
        record["search"] = number;
        json->write(record.dump() + "\n");
      }
      known.add(config, std::move(result));
    }
  }
}

}  // namespace

void search_command(const RunCommand& command, const Experiment& experiment) {
  const SearchGoal& goal = experiment.search;
  check_flags(command, goal);
  const std::vector<SearchPlan> plans = search_plans(experiment);
  std::vector<RunConfig> configs;
  for (const SearchPlan& plan : plans) configs.push_back(plan.stands_for());
  refuse_overwriting({{"--json", command.json}}, command.points.file, configs);
  const auto json = output_if_named(command.json);
  KnownPoints known;
  std::vector<Finding> findings;
  const ShowPoint show = [](const RunConfig& config) {
    return ShownPoint{to_json(without_unused(config)), ""};
  };
  for (const SearchPlan& plan : plans) {
    findings.push_back(run_search(goal, plan, known, json.get(), findings.size() + 1));
    if (json) json->write(search_record(goal, plan, findings.back(), findings.size(), show).dump() + "\n");
  }
  if (json) json->commit();
  const Searched searched{goal, plans, findings};
  const ResultOf result_of = [&](const RunConfig& config) { return known.result_of(config); };
  const std::vector<Point> found = found_points(searched, result_of);
  if (command.json != "-") {
    std::string text = searches_report(experiment, searched, found);
    if (!experiment.title.empty()) text = experiment.title + "\n\n" + text;
    if (json) text += report_line("record", command.json);
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);  // the table before the message about it
  }
  const std::string failed = failed_searches(experiment, searched, found);
  if (!failed.empty()) throw RunError("failed search or expectation:" + failed);
}

}  // namespace xb
