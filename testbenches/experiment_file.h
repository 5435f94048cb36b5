// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/expectation.h"

namespace xb {

/// A key and the values it takes in turn.
struct SweptKey {
  std::string key;
  std::vector<std::string> values;
  std::string place;  ///< for messages: file:line, or the option
};

/// The points of an experiment: every combination of the keys' values, the last key turning fastest.
/// Throws InputError naming the place of the first value that is not allowed.
std::vector<RunConfig> combine(const RunConfig& base, const std::vector<SweptKey>& keys);

/// What a TOML file asks for: `key = value` and `key = [values]` in the order of the file, `title` and
/// `source` in words, and what it expects to be measured.
struct Experiment {
  std::string title, source;
  std::vector<SweptKey> keys;
  std::vector<Expectation> expectations;
};
Experiment read_experiment(const std::filesystem::path& file);

/// Parses `key=value` or `key=a,b,c` of --set; it replaces the key where the list has it already.
void override_key(std::vector<SweptKey>& keys, const std::string& assignment);

}  // namespace xb
