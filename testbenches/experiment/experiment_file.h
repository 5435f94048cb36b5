// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "host/base/input_errors.h"
#include "testbenches/experiment/expectation.h"
#include "testbenches/experiment/plot.h"
#include "testbenches/experiment/search_goal.h"
#include "testbenches/experiment/swept_key.h"

namespace xb {

/// Points that are left out: those that have one of the values of each of these keys.
struct Exclusion {
  std::vector<KeyValues> keys;
  std::string place;  ///< for messages

  [[nodiscard]] bool excludes(const RunConfig& point) const;
};

struct Setup;

/// Seeds of a point.
constexpr unsigned kMostSeeds = 100000;

/// The points to run, and what is expected of them.
struct Experiment {
  std::string title, source;                 ///< in words
  bool quick = false;                        ///< part of `reproduce --quick`
  std::vector<SweptKey> keys;                ///< of all points
  std::vector<std::vector<SweptKey>> cases;  ///< further keys, or others' values, each list for its points
  unsigned seeds = 0;  ///< seeds 1, 2, ... of each point, which turn fastest; 0: as the key `seed` says
  SearchGoal search;   ///< among the values of a key; search_plans() are its points
  std::vector<Exclusion> exclusions;
  std::vector<Expectation> expectations;
  std::vector<Plot> plots;  ///< that the report has; none: as it chooses
  SourceText text;          ///< of the file, for messages

  /// The key takes these values and no others, in all cases; ranges are expanded, and `seeds` and `seed`
  /// replace each other. Entries of the file that say what is searched for may be given, too. Throws
  /// InputError.
  void replace(SweptKey swept);
  /// Collects every value that its key does not have, whatever the other keys are.
  void check_values(ErrorList& errors) const;
  /// Every combination of the keys' values, the last key turning fastest, case after case, without what is
  /// excluded. Throws InputErrors with the place of each value that is not allowed.
  [[nodiscard]] std::vector<Setup> setups() const;
  /// Their configurations.
  [[nodiscard]] std::vector<RunConfig> points() const;
  /// The same one after the other, so that no more than one is in memory; where there is `wants`, those of
  /// which it is true, by number from 0.
  void each_point(const std::function<void(const RunConfig& config)>& take,
                  const std::function<bool(std::size_t number)>& wants = nullptr) const;
  /// The same as they are given, not worked out and not checked against their other keys.
  void each_combination(const std::function<void(const RunConfig& config)>& take) const;
};

/// Reads an experiment from a TOML file (docs/experiments.md, docs/studies.md). Throws InputErrors with all
/// that is wrong with it, but for values that a flag may replace, which setups() refuses.
/// `beside`: what `file` is a copy of; files that it names are seen from there.
Experiment read_experiment(const std::filesystem::path& file, const std::filesystem::path& beside = {});

/// The number of seeds. Throws InputError that begins with `place`.
unsigned parse_seeds(const std::string& text, const std::string& place);

/// Parses `key=value` or `key=a,b,c` of --set.
SweptKey parse_assignment(const std::string& assignment);

/// The JSON Schema (draft 7) of experiment files, for completion and checks in editors: every key with what
/// it means, allows and defaults to, out of the table of keys. What a file needs beyond single values (keys
/// that exclude each other, ranges that end below their beginning) only the program checks.
nlohmann::ordered_json experiment_schema();

}  // namespace xb
