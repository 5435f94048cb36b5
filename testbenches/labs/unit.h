// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/labs/answers.h"
#include "testbenches/labs/criterion.h"
#include "testbenches/labs/sandbox.h"

namespace xb {

/// A unit of the course: a folder NUMBER-NAME with unit.toml, handout.md and skeleton/.
struct LabUnit {
  unsigned number = 0;
  std::string name;  ///< of the folder
  std::filesystem::path folder;
  std::string title;
  unsigned minutes = 0;  ///< of work, about
  std::string hidden;    ///< SHA-256 of the instructor's file, in hexadecimal; empty: there is none
  SandboxLimits limits;  ///< of a run of a submission
  Answers skeleton;      ///< answers.toml of the skeleton
  std::vector<Criterion> criteria;
  std::string text;  ///< of all files that criteria come from

  [[nodiscard]] double points() const;
  /// Whether some criterion runs what a student wrote.
  [[nodiscard]] bool runs_code() const;
};

/// Reads unit.toml of a folder and what it needs beside it. Throws InputErrors: all that is wrong with it.
LabUnit read_unit(const std::filesystem::path& folder);

/// Adds the criteria of NAME.toml in the instructor's folder. Throws InputErrors, also if the file's digest
/// is not the one in unit.toml.
void add_hidden_criteria(LabUnit& unit, const std::filesystem::path& instructor);

/// SHA-256 of a file, in hexadecimal. Throws RunError without sha256sum.
std::string sha256_of(const std::filesystem::path& file);

/// The lab's own units.
std::filesystem::path usual_units();

/// The folders of units in a folder, by number. Throws InputError where there is none.
std::vector<std::filesystem::path> unit_folders(const std::filesystem::path& units);

/// The folder of the unit with that number, as it was given. Throws InputError, which lists the numbers.
std::filesystem::path unit_folder(const std::filesystem::path& units, const std::string& number);

/// Copies the skeleton and the handout to a folder, which is new or empty. Throws InputError.
void start_unit(const LabUnit& unit, const std::filesystem::path& folder);

}  // namespace xb
