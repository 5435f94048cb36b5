// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/experiment/experiment_file.h"

namespace xb {

struct Setup;

/// A point, and the line trace that it has to give on its engines: NAME.toml beside NAME.trace.
struct GoldenCase {
  std::string name;
  std::filesystem::path point_file, golden_file;
  Experiment experiment;
  std::vector<std::string> engines;  ///< as the key `engine` lists them, or rtl, systemc and fast
  std::string error;                 ///< why it is none, for people; empty: it is one

  /// The point on one of the engines.
  [[nodiscard]] Setup setup(const std::string& engine) const;
};

/// The cases of a folder, by name; one that cannot be read, or is not allowed, has its error. Throws
/// InputError for a folder without cases.
std::vector<GoldenCase> read_golden_cases(const std::filesystem::path& folder);

/// The case of that name. Throws InputError, which lists the names, if there is none.
const GoldenCase& find_golden_case(const std::vector<GoldenCase>& cases, const char* flag,
                                   const std::string& name);

/// `./lab golden FOLDER --accept CASE --reason "..."`.
std::string accept_command(const GoldenCase& one);

}  // namespace xb
