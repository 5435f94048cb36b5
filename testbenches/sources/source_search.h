// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "host/device/file_list.h"

namespace xb {

/// What a designer names: files, folders, file lists, and what Verilog tools take on their command lines.
struct GivenSources {
  std::vector<std::string> words;  ///< files, folders, `.f` lists, +incdir+FOLDER, +define+NAME=VALUE
  std::vector<std::string> lists, includes, defines;  ///< -f, -I, -D
  std::string top;                                    ///< the module; empty: the one that no other names
};

/// The sources of a module, with what is missing looked for beside the files that are given, and beside what
/// links point to.
class SourceSearch {
 public:
  /// Throws InputError, one line: a file that is not there, VHDL, no module or several that could be the top.
  explicit SourceSearch(const GivenSources& given);

  [[nodiscard]] const DeviceSources& sources() const { return sources_; }
  [[nodiscard]] const std::string& top() const { return top_; }
  /// A line for each file or folder that was not given.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// Whether what Verilator does not find, as its message says, is there after all, and now among the
  /// sources.
  bool find_missing(const std::string& message);
  /// What to do about a message that find_missing() could do nothing about; or the message.
  [[nodiscard]] std::string advice(const std::string& message) const;
  /// Whether the sources have these characters somewhere.
  [[nodiscard]] bool has_literal(const std::string& text) const;
  /// What to do if the module's type parameters are not those that it needs; empty if it has none.
  [[nodiscard]] std::string type_advice() const;
  /// What to do if the top, which no other module names, has no streams; empty if it is the only module.
  [[nodiscard]] std::string top_advice() const;

 private:
  void take(const std::string& word);
  void take_file(const std::filesystem::path& path);
  void add_folder(const std::filesystem::path& folder);
  void add_found(const std::filesystem::path& file, const std::string& what);
  struct Modules;
  /// `skipped`: none of the file's is the top, unless it is named.
  void read_modules(const std::filesystem::path& file, bool is_given, bool skipped, Modules& modules);
  /// A module that a file declares, and a given one; nothing if they are one file.
  void add_twice(const std::string& module, const std::filesystem::path& first,
                 const std::filesystem::path& second);
  void find_packages();
  void sort_packages();
  void add_others(const std::string& module, const std::filesystem::path& first,
                  const std::vector<std::filesystem::path>& files);
  void choose_top();
  bool look_further();
  bool find_macro(const std::string& macro);
  bool take_folder_of(const std::string& include, const std::filesystem::path& folder);
  /// Files in the folders of the sources, and in folders there.
  [[nodiscard]] std::vector<std::filesystem::path> beside(bool all_files) const;
  [[nodiscard]] std::vector<std::filesystem::path> in_folders(
      const std::vector<std::filesystem::path>& folders, bool all_files) const;

  DeviceSources sources_;
  std::vector<std::filesystem::path> folders_;        // that are looked through
  std::vector<std::filesystem::path> given_folders_;  // of these
  std::string top_;
  std::vector<std::string> modules_;  // with ports
  std::vector<std::string> notes_;
  std::set<std::string> macros_;  // that were looked for
  bool looked_further_ = false;
};

/// A description of a switch from its sources alone: what is missing is looked for beside them, and the
/// module is elaborated with its own parameters and with each changed. Paths in it are relative to `folder`
/// (empty: where the program runs). `tell` hears what is elaborated, since that may take long: parameters
/// that have not been changed after `trial_seconds` of it are left as they are. Throws InputError, one line,
/// where the module does not compile.
constexpr double kTrialSeconds = 120;
std::string new_description(const GivenSources& given, const std::filesystem::path& folder,
                            const std::function<void(const std::string&)>& tell = {},
                            double trial_seconds = kTrialSeconds);

}  // namespace xb
