// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/verbs.h"

#include <memory>
#include <string>

#include "testbenches/program/commands.h"

namespace xb {

Verb demo_verb(CLI::App& program) {
  CLI::App* const app =
      program.add_subcommand("demo", "the main job: complete exchange and head-of-line saturation");
  return {app, [] {
            demo_command();
            return 0;
          }};
}

Verb prebuild_verb(CLI::App& program) {
  CLI::App* const app = program.add_subcommand("prebuild", "build the common models ahead");
  return {app, [] {
            prebuild_command();
            return 0;
          }};
}

Verb work_verb(CLI::App& program) {
  const auto chunk = std::make_shared<std::string>();
  CLI::App* const app =
      program.add_subcommand("work", "run a chunk of a study, as run --on gives it to others");
  app->add_option("file", *chunk, "file of the chunk, in the study's folder")->required();
  return {app, [chunk] {
            work_command(*chunk);
            return 0;
          }};
}

std::vector<Verb> add_verbs(CLI::App& program) {
  std::vector<Verb> verbs;
  for (const auto add :
       {run_verb, export_verb, report_verb, reproduce_verb, wave_verb, diff_verb, golden_verb, benchmark_verb,
        list_verb, schedule_verb, topology_verb, device_verb, lab_verb, demo_verb, prebuild_verb, work_verb})
    verbs.push_back(add(program));
  return verbs;
}

}  // namespace xb
