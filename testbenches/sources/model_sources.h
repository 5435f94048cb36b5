// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace xb {

/// A file that a model is made of.
struct ModelSource {
  std::string name;            ///< by which the tools know it in the build folder, without spaces
  std::filesystem::path path;  ///< where it is
};

/// All that Verilator gets of one model.
struct ModelSources {
  struct Link {
    std::string name;
    std::filesystem::path folder;
  };
  std::vector<Link> links;                ///< folders, as the build folder names them
  std::vector<ModelSource> files;         ///< in the order in which they are compiled
  std::vector<ModelSource> headers;       ///< that they may include
  std::vector<ModelSource> descriptions;  ///< what the user wrote of them: says what Verilator gets, and more
  std::vector<std::string> flags;         ///< of Verilator, which go with them
  std::string users;                      ///< what the user wrote, as messages call it; empty: nothing of it
  struct Key {
    std::string place, name;  ///< place: FILE:LINE:COLUMN
  };
  std::vector<Key> keys;  ///< of `users`, whose values are compiled as well

  /// A digest of all this: of the files their names and what is in them. Throws RunError.
  [[nodiscard]] std::string digest() const;
  /// Files that are read as a model starts, by `$readmemh` or `$readmemb`: those that some text in quotes
  /// names, from where the program runs on.
  [[nodiscard]] std::vector<std::filesystem::path> memory_files() const;
  /// A text with the paths of files in the place of their names in the build folder.
  [[nodiscard]] std::string with_paths(const std::string& text) const;
  /// A message of Verilator's as one for the user, who is told what else it may come from.
  [[nodiscard]] std::string says(const std::string& error) const;
};

/// What is wrong by Verilator's log and exit status: the first error in one line, `FILE:LINE:COLUMN: WHAT`,
/// with the paths of the user's files, or that Verilator itself fails on them. Empty if neither says so.
std::string first_error(const ModelSources& sources, const std::string& log, int status);

/// What an error of Verilator's own begins with.
constexpr const char* kVerilatorFails = "Internal Error: ";

/// Flags by which Verilator passes over what it is told to be silent about, and only later ones warn of:
/// users have one for each machine, and their sources `lint_off WIDTHTRUNC`.
std::vector<std::string> flags_for_later_warnings();

}  // namespace xb
