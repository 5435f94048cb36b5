// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/program/verb.h"

namespace xb {

/// Adds a verb to the program's command line.
using AddVerb = Verb(CLI::App& program);
AddVerb run_verb, export_verb, work_verb, report_verb, reproduce_verb, wave_verb, convert_verb, diff_verb,
    golden_verb, benchmark_verb, list_verb, schedule_verb, topology_verb, device_verb, cost_verb, lab_verb,
    demo_verb, prebuild_verb, completion_verb;

/// What main() is of.
struct Program {
  const char* name;
  const char* what;             ///< in words
  std::vector<AddVerb*> verbs;  ///< in the order of help
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
