// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace xb {

/// `xbarlab lab list`. `units`: folder, or empty: the lab's own.
void lab_list_command(const std::string& units);

/// `xbarlab lab start N FOLDER`.
struct LabStartCommand {
  std::string units, unit, folder;
};
void lab_start_command(const LabStartCommand& command);

/// `xbarlab lab check N [FOLDER]`. Files and folders, or empty.
struct LabCheckCommand {
  std::string units, unit;
  std::string folder = ".";
  std::string instructor, json, junit;
  bool no_isolation = false;
};
/// Whether all points are reached.
bool lab_check_command(const LabCheckCommand& command);

/// `xbarlab lab mark N SUBMISSIONS --csv FILE`.
struct LabMarkCommand {
  std::string units, unit, submissions, csv;
  std::string instructor;
  std::optional<std::string> jobs;
  bool no_isolation = false;
};
void lab_mark_command(const LabMarkCommand& command);

}  // namespace xb
