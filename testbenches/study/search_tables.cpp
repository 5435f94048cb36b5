// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/search_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "testbenches/experiment/judging.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

using Column = TextTable::Column;

std::string value_cell(const SearchGoal& goal, const SearchPlan& plan,
                       const std::optional<std::size_t>& candidate) {
  return candidate ? value_of(goal, plan.candidates[*candidate]) : "-";
}

std::string remark(const SearchGoal& goal, const Finding& finding) {
  return with_note(state_remark(state_name(finding.state), finding.uneven), headroom_note(goal, finding));
}

ConfigAt searches_of(const StudySearches& searched) {
  return [&](std::size_t n) { return searched.plans()[n].stands_for(); };
}

std::string tabulate_each(const StudySearches& searched) {
  TextTable table;
  table.column("search");
  const KeyColumns keys(table, searched.plans().size(), searches_of(searched), {searched.goal().key()});
  table.column(goal_words(searched.goal().key()).reaches, Column::Result);
  table.column(goal_words(searched.goal().key()).fails, Column::Result);
  const bool formula = searched.goal().kind == SearchGoal::Kind::Headroom;
  if (formula) table.column("formula", Column::Value);
  table.column("points", Column::Detail);
  table.column("", Column::Kept);
  for (std::size_t n = 0; n < searched.plans().size(); ++n) {
    const SearchPlan& plan = searched.plans()[n];
    const Finding& finding = searched.findings()[n];
    std::vector<std::string> row{std::to_string(n + 1)};
    keys.add_cells(row, plan.stands_for());
    row.push_back(value_cell(searched.goal(), plan, finding.found));
    row.push_back(value_cell(searched.goal(), plan, finding.beyond));
    if (formula) row.push_back(std::to_string(formula_headroom(plan.stands_for())));
    row.push_back(std::to_string(finding.evaluations.size()));
    row.push_back(remark(searched.goal(), finding));
    table.row(std::move(row));
  }
  return table.text();
}

std::string tabulate_over_seeds(const StudySearches& searched) {
  const ConfigAt config = searches_of(searched);
  TextTable table;
  const KeyColumns keys(table, searched.plans().size(), config, {searched.goal().key(), "seed"});
  table.column("seeds");
  table.column("found by");
  table.column(goal_words(searched.goal().key()).reaches, Column::Result);
  table.column("sd", Column::Detail);
  table.column("+-95%", Column::Value);
  table.column("least", Column::Detail);
  table.column("most", Column::Detail);
  table.column("points", Column::Detail);
  table.column("", Column::Kept);
  for (const auto& group : groups_over_seeds(searched.plans().size(), config)) {
    std::vector<double> values;
    std::size_t points = 0;
    std::set<std::string> remarks;
    for (const std::size_t n : group) {
      const Finding& finding = searched.findings()[n];
      points += finding.evaluations.size();
      if (finding.found)
        values.push_back(searched_value(searched.goal(), searched.plans()[n].candidates[*finding.found]));
      const std::string text = remark(searched.goal(), finding);
      if (!text.empty()) remarks.insert(text);
    }
    std::vector<std::string> row;
    keys.add_cells(row, config(group.front()));
    row.push_back(std::to_string(group.size()));
    row.push_back(std::to_string(values.size()));
    add_spread_cells(row, values);
    const auto ends = std::minmax_element(values.begin(), values.end());
    row.push_back(values.empty() ? "-" : number_cell(*ends.first));
    row.push_back(values.empty() ? "-" : number_cell(*ends.second));
    row.push_back(std::to_string(points));
    std::string text;
    for (const std::string& one : remarks) text += (text.empty() ? "" : "; ") + one;
    row.push_back(std::move(text));
    table.row(std::move(row));
  }
  return table.text();
}

struct SeedMeasure {
  const char* name;
  const char* unit;
  const char* path;
  double factor = 1;    ///< from the measure's unit to this one
  bool result = false;  ///< what a run is for
};

constexpr SeedMeasure kSeedMeasures[] = {{"throughput", "", "throughput", 1, true},
                                         {"queueing", " [cycles]", "queueing.mean"},
                                         {"p99 latency", " [cycles]", "latency.p99"},
                                         {"loss", "", "loss"},
                                         {"completion", " [us]", "completion_seconds", 1e6, true}};

}  // namespace

GoalWords goal_words(const std::string& searched_key) {
  if (searched_key == "depth") return {"depth enough", "too small"};
  if (searched_key == "headroom") return {"headroom enough", "too small"};
  return {"load carried", "not carried"};
}

const char* state_remark(const std::string& state, bool uneven) {
  if (state == "open") return "points are missing";
  if (state == "failed") return "a point failed";
  if (state == "wide") return uneven ? "answers contradict" : "undecided between";
  if (state == "all") return "no bracket: the last does, too";
  return state == "none" ? "no bracket: the first does not" : "";
}

std::string with_note(const std::string& text, const std::string& note) {
  return text + (text.empty() || note.empty() ? "" : "; ") + note;
}

std::string tabulate_searches(const StudySearches& searched, bool several_seeds) {
  return several_seeds ? tabulate_over_seeds(searched) : tabulate_each(searched);
}

std::string tabulate_evaluations(const StudySearches& searched, std::size_t search) {
  TextTable table;
  table.column(searched.goal().key());
  table.column("cycles");
  table.column(searched.goal().wants_least() ? "enough" : "carried");
  for (const Evaluation& evaluation : searched.findings()[search].evaluations) {
    table.row({value_of(searched.goal(), evaluation.config), std::to_string(evaluation.config.cycles),
               answer_name(evaluation.answer)});
  }
  return table.empty() ? "" : table.text();
}

std::string finding_text(const SearchGoal& goal, const SearchPlan& plan, const Finding& finding) {
  const bool least = goal.wants_least();
  const auto value = [&](std::size_t candidate) { return value_of(goal, plan.candidates[candidate]); };
  std::string text;
  if (finding.found) text = fmt::format("{} is {}", value(*finding.found), least ? "enough" : "carried");
  if (finding.beyond) text += fmt::format(", {} is {}", value(*finding.beyond), least ? "too small" : "not");
  return with_note(text, remark(goal, finding));
}

std::string searches_without_bracket(const StudySearches& searched) {
  std::string text;
  for (std::size_t n = 0; n < searched.findings().size(); ++n) {
    const Finding& finding = searched.findings()[n];
    if (!finding.has_no_bracket()) continue;
    const auto& list = searched.plans()[n].candidates;
    const bool none = finding.state == Finding::State::None;
    text += fmt::format("\n  search {}: {} {} {}; no value beyond it was given", n + 1, searched.goal().key(),
                        value_of(searched.goal(), none ? list.front() : list.back()),
                        none ? "does not reach the goal for sure" : "still reaches the goal");
    text = with_note(text, headroom_note(searched.goal(), finding));
  }
  return text;
}

std::string failed_searches(const Experiment& experiment, const StudySearches& searched,
                            const std::vector<Point>& found) {
  std::string failed = searches_without_bracket(searched);
  for (const auto& expectation : experiment.expectations) failed += failed_expectation(expectation, found);
  return failed;
}

std::string searches_report(const Experiment& experiment, const StudySearches& searched,
                            const std::vector<Point>& found) {
  std::string text = tabulate_searches(searched, experiment.seeds > 1);
  if (searched.plans().size() == 1) text += "\n" + tabulate_evaluations(searched, 0);
  for (const auto& expectation : experiment.expectations) {
    const std::string verdicts = tabulate_verdicts(expectation, found);
    if (!verdicts.empty()) text += "\n" + verdicts;
  }
  return text;
}

std::string most_points_text(const std::vector<SearchPlan>& plans) {
  std::size_t usual = 0, most = 0;
  for (const SearchPlan& plan : plans) {
    usual += usual_asked(plan.candidates.size());
    most += most_asked(plan.candidates.size()) * kMostLengths;
  }
  return fmt::format("at most {} points where every interval decides, {} in any case", usual, most);
}

std::string tabulate_seeds(const std::vector<Point>& points, const ColumnNames& named) {
  if (points.empty()) return "";
  const auto groups = groups_over_seeds(points.size(), configs_of(points));
  const auto config = [&](std::size_t group) { return points[groups[group].front()].config; };
  TextTable table;
  const KeyColumns keys(table, groups.size(), config, {"seed"}, named);
  table.column("seeds");
  for (const SeedMeasure& measure : kSeedMeasures) {
    const std::string name = measure.name;
    table.column(name + measure.unit,
                 measure.result || named.count(name) > 0 ? Column::Result : Column::Value);
    table.column(name + " sd", Column::Detail);
    table.column(name + " +-95%", Column::Value);
  }
  for (const auto& group : groups) {
    std::vector<std::string> row;
    keys.add_cells(row, points[group.front()].config);
    row.push_back(std::to_string(group.size()));
    for (const SeedMeasure& measure : kSeedMeasures) {
      std::vector<double> values;
      for (const std::size_t point : group) {
        const auto value = measured_value(points[point].config, points[point].result, measure.path);
        if (value) values.push_back(value->value * measure.factor);
      }
      add_spread_cells(row, values);
    }
    table.row(std::move(row));
  }
  return table.text();
}

std::string number_cell(const std::optional<double>& value) {
  return value ? fmt::format("{:.5g}", *value) : "-";
}

void add_spread_cells(std::vector<std::string>& row, const std::vector<double>& values) {
  const Spread spread = values.empty() ? Spread{} : spread_of(values);
  row.push_back(values.empty() ? "-" : number_cell(spread.mean));
  row.push_back(number_cell(spread.deviation));
  row.push_back(number_cell(spread.ci95));
}

}  // namespace xb
