// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/judging.h"
#include "testbenches/report/figure.h"
#include "testbenches/study/search_rounds.h"
#include "testbenches/study/study.h"

namespace xb {

/// A point's value beside what was expected of it.
struct Compared {
  std::vector<std::pair<std::string, std::string>>
      keys;                    ///< in which the points differ, with this one's values
  Verdict verdict;             ///< where nothing is expected, what was measured alone
  bool has_published = false;  ///< not where bounds are expected, or nothing
  /// Ours over the published one; nothing where that is none or 0.
  [[nodiscard]] std::optional<double> ratio() const;
};

/// What one `[expect]` says of an experiment's points.
struct Comparison {
  std::string measure;  ///< with its unit and the points that it is of
  std::string bounds;   ///< "at least 0.5, at most 0.7"; empty: values, or nothing
  std::vector<Compared> values;
  Expectation expectation;  ///< empty where nothing is expected
  std::size_t missing = 0;  ///< VerdictCounts::missing

  [[nodiscard]] std::size_t off() const;  ///< values that are not as expected
  [[nodiscard]] Outcome outcome() const;
  /// The source has a number or an equation that ours can be divided by.
  [[nodiscard]] bool has_ratio() const;
};

/// An experiment and how it came out.
struct Reproduced {
  std::string name;  ///< of its file, without ending
  std::string title, source;
  std::size_t points = 0, done = 0, failed = 0;
  std::size_t unfound = 0;               ///< searches in which no value changes the answer
  std::vector<Comparison> comparisons;   ///< one for each expectation
  std::vector<Comparison> measurements;  ///< where nothing is expected: main measures, without verdicts

  [[nodiscard]] std::size_t checks() const;
  [[nodiscard]] std::size_t wrong() const;  ///< expectations that did not come out as the file says
  [[nodiscard]] bool is_whole() const { return done == points; }
  [[nodiscard]] bool is_as_expected() const { return is_whole() && wrong() == 0 && unfound == 0; }
};

/// Reads the records of a study, one after the other; of one that searches, what its searches have found.
Reproduced compare_study(const std::string& name, const Experiment& experiment, Study& study,
                         const StudySearches* searches = nullptr);

/// Published values, hollow and dashed, beside ours, over the key with the most numbers; where that would be
/// more lines than can be told apart, over the values' positions in the list. Nothing where there are fewer
/// than three published values.
std::optional<Figure> comparison_figure(const Reproduced& reproduced, const Comparison& comparison);

/// The comparison that says most as a picture: the one with the most published values; null if none has
/// three.
const Comparison* pictured(const Reproduced& reproduced);

/// `ok`, `3 of 40 off`, `12 of 40 points not run`, `2 points failed`.
std::string verdict_of(const Reproduced& one);

/// Markdown: a table of all, and of each its values beside the published ones. `pictures`: the folder of
/// NAME.svg, as the page names it. `command` made it. `left_out`: names of the experiments that are not among
/// these. The same text from the same results.
std::string reproduced_page(const std::vector<Reproduced>& all, const std::string& pictures,
                            const std::string& command, const std::vector<std::string>& left_out = {});

}  // namespace xb
