// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/key_columns.h"
#include "testbenches/experiment/spread.h"
#include "testbenches/study/search_rounds.h"

namespace xb {

/// What tables call a value that reaches the goal, and one that does not.
struct GoalWords {
  const char* reaches;
  const char* fails;
};
GoalWords goal_words(const std::string& searched_key);

/// Why a search in that state (state_name()) has no value for sure; "": it has one.
const char* state_remark(const std::string& state, bool uneven);

/// `text; note`, as far as there are both.
std::string with_note(const std::string& text, const std::string& note);

/// A row per search: the keys in which they differ, the value found and the first that is none, points run;
/// of several seeds a row for all of them, with mean, standard deviation and interval of what was found.
std::string tabulate_searches(const StudySearches& searched, bool several_seeds);

/// The points that one search has run, and what each says.
std::string tabulate_evaluations(const StudySearches& searched, std::size_t search);

/// A line about each search that has no bracket, beginning with a line break; empty: all have.
std::string searches_without_bracket(const StudySearches& searched);

/// All of that, and what the experiment expects of it; and what is not as it should be, a line each that
/// begins with a line break.
std::string searches_report(const Experiment& experiment, const StudySearches& searched,
                            const std::vector<Point>& found);
std::string failed_searches(const Experiment& experiment, const StudySearches& searched,
                            const std::vector<Point>& found);

/// How many points searches may run: `at most ...`.
std::string most_points_text(const std::vector<SearchPlan>& plans);

/// What is known of a search, in a few words: `0.585 is carried, 0.59 is not`.
std::string finding_text(const SearchGoal& goal, const SearchPlan& plan, const Finding& finding);

/// Points that differ in their seeds only, a row each group: mean, standard deviation over the seeds, and
/// half-width of the mean's 95 % interval of the main measures. `named`: those that stay on a narrow
/// terminal, with the results.
std::string tabulate_seeds(const std::vector<Point>& points, const ColumnNames& named = {});

/// A number in a table; `-`: there is none.
std::string number_cell(const std::optional<double>& value);
/// Mean, deviation and interval, of any number of values.
void add_spread_cells(std::vector<std::string>& row, const std::vector<double>& values);

}  // namespace xb
