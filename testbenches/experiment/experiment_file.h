// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/config/setup.h"
#include "testbenches/experiment/expectation.h"

namespace xb {

/// A key and the values it takes in turn.
struct SweptKey {
  std::string key;
  std::vector<std::string> values;
  std::string place;  ///< for messages: file:line, or the option
};

/// The points to run, and what is expected of them.
struct Experiment {
  std::string title, source;                 ///< in words
  std::vector<SweptKey> keys;                ///< of all points
  std::vector<std::vector<SweptKey>> cases;  ///< further keys, each list for points of its own; empty: none
  std::vector<Expectation> expectations;

  /// The key takes these values and no others, in all cases.
  void replace(SweptKey swept);
  /// Every combination of the keys' values, the last key turning fastest, case after case. Throws InputError
  /// naming the place of the first value that is not allowed.
  [[nodiscard]] std::vector<Setup> setups() const;
  /// Their configurations.
  [[nodiscard]] std::vector<RunConfig> points() const;
};

/// Reads `key = value` and `key = [values]` from a TOML file, in the order of the file, `title`, `source`,
/// `[[case]]` and `[expect]`. The keys of the file that `include` names come first.
Experiment read_experiment(const std::filesystem::path& file);

/// Parses `key=value` or `key=a,b,c` of --set.
SweptKey parse_assignment(const std::string& assignment);

}  // namespace xb
