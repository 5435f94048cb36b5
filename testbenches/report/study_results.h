// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/experiment/plot.h"
#include "testbenches/study/study_folder.h"

namespace xb {

struct RunConfig;

struct ResultPoint {
  std::size_t number;          ///< in the study, from 1
  nlohmann::ordered_json row;  ///< as `xbarlab export` has it: keys and measures (docs/studies.md#columns)
  std::shared_ptr<const RunConfig> config;  ///< null where this program does not know its keys
  bool run_again = false;                   ///< by its search, with more cycles

  [[nodiscard]] std::string hash() const { return row.at("point"); }
  /// The cell is a number.
  [[nodiscard]] bool has(const std::string& column) const;
  [[nodiscard]] double number_of(const std::string& column) const { return row.at(column); }
};

struct FailedPoint {
  std::size_t number;
  std::string message;
};

/// What is in a study's folder, but for the lists of its records.
struct StudyResults {
  StudyFolder folder;
  std::string title = {};                ///< of study.toml; without, the folder's name
  std::string command = {};              ///< that runs the study again
  std::vector<ResultPoint> points = {};  ///< in the order of the study
  std::vector<FailedPoint> failed = {};
  std::vector<Plot> plots = {};         ///< that study.toml wants; none: the report chooses
  bool has_expectations = false;        ///< of study.toml
  std::size_t missing = 0;              ///< points without a result
  nlohmann::ordered_json version = {};  ///< of the first record
  /// A row per search: the keys but for the one that is searched, and found_columns().
  std::vector<ResultPoint> searches = {};
  std::string searched_key = {};       ///< load, depth, or empty
  std::filesystem::path copy_of = {};  ///< that study.toml is; empty: not known

  /// The points that no search has run again.
  [[nodiscard]] std::vector<const ResultPoint*> last_runs() const;
  [[nodiscard]] nlohmann::ordered_json record(const ResultPoint& point) const;
};

/// Columns of a search: the value that reaches its goal, the first that does not, the points that it has run,
/// and why no value is sure; of a headroom that of the formula.
std::vector<std::string> found_columns(const std::string& searched_key);
/// `Load carried`.
std::string found_title(const std::string& searched_key);

/// Throws InputError if the folder has no results, or study.toml has plots that are none.
StudyResults read_results(const std::filesystem::path& path);

}  // namespace xb
