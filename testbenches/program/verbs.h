// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/program/verb.h"

namespace xb {

// Each adds its verb to the program's command line.
Verb run_verb(CLI::App& program);
Verb export_verb(CLI::App& program);
Verb work_verb(CLI::App& program);
Verb report_verb(CLI::App& program);
Verb reproduce_verb(CLI::App& program);
Verb wave_verb(CLI::App& program);
Verb convert_verb(CLI::App& program);
Verb diff_verb(CLI::App& program);
Verb golden_verb(CLI::App& program);
Verb benchmark_verb(CLI::App& program);
Verb list_verb(CLI::App& program);
Verb schedule_verb(CLI::App& program);
Verb topology_verb(CLI::App& program);
Verb device_verb(CLI::App& program);
Verb cost_verb(CLI::App& program);
Verb lab_verb(CLI::App& program);
Verb demo_verb(CLI::App& program);
Verb prebuild_verb(CLI::App& program);
Verb completion_verb(CLI::App& program);

/// What main() is of.
struct Program {
  const char* name;
  const char* what;                                ///< in words
  std::vector<Verb (*)(CLI::App& program)> verbs;  ///< in the order of help
};
/// Each program has its own.
Program this_program();

/// The page of the manual for man, section 1: what the help of all verbs says.
std::string manual_page(const CLI::App& program, const std::string& version);

/// `xbarlab prebuild`: builds the common models ahead, and puts copies in that folder, if there is one.
void prebuild_command(const std::string& copies = "");

/// `xbarlab demo`: the main job, once `prepare` has built its models.
void demo_command(const std::function<void()>& prepare = [] { prebuild_command(); });

}  // namespace xb
