// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

namespace xb {

constexpr int kFoundWrong = 1;  ///< exit status: the input was good, and something is wrong

/// A verb of the command line.
struct Verb {
  CLI::App* app;                 ///< its flags
  std::function<int()> execute;  ///< what it does, once the line is parsed; the exit status
};

// Each adds its verb to the program's command line.
Verb run_verb(CLI::App& program);
Verb export_verb(CLI::App& program);
Verb work_verb(CLI::App& program);
Verb report_verb(CLI::App& program);
Verb reproduce_verb(CLI::App& program);
Verb wave_verb(CLI::App& program);
Verb diff_verb(CLI::App& program);
Verb golden_verb(CLI::App& program);
Verb benchmark_verb(CLI::App& program);
Verb list_verb(CLI::App& program);
Verb schedule_verb(CLI::App& program);
Verb topology_verb(CLI::App& program);
Verb device_verb(CLI::App& program);
Verb lab_verb(CLI::App& program);
Verb demo_verb(CLI::App& program);
Verb prebuild_verb(CLI::App& program);

/// All verbs, in the order of help.
std::vector<Verb> add_verbs(CLI::App& program);

}  // namespace xb
