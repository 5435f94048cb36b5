// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "host/base/errors.h"
#include "testbenches/program/commands.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"

namespace xb {

namespace {
struct ListLine {
  std::string list_what;
};
}  // namespace

Verb list_verb(CLI::App& program) {
  const auto given = std::make_shared<ListLine>();
  CLI::App* const app = program.add_subcommand(
      "list", "list switches, traffic, schedules, topologies, experiments, theories or measures");
  app->add_option("what", given->list_what,
                  "switches traffic schedules topologies experiments theories measures schema")
      ->required();
  const auto execute = [given] {
    list_command(given->list_what);
    return 0;
  };
  return {app, execute};
}

namespace {
struct ScheduleLine {
  ScheduleCommand schedule;
};
}  // namespace

Verb schedule_verb(CLI::App& program) {
  const auto given = std::make_shared<ScheduleLine>();
  CLI::App* const app = program.add_subcommand(
      "schedule", "print a schedule as GOAL text, or its steps, or check a .goal file");
  app->add_option("name", given->schedule.name, "a schedule (xbarlab list schedules), or a .goal file")
      ->required();
  add_config_flags(*app, given->schedule.flags, schedule_keys());
  app->add_option("--output", given->schedule.output, "file for the GOAL text; - for standard output")
      ->type_name("FILE");
  app->add_option("--json", given->schedule.json,
                  "file for the steps as JSON (liquid); - for standard output")
      ->type_name("FILE");
  app->add_option(
         "--proof", given->schedule.proof,
         "files for the proof that there is no liquid schedule: NAME.cnf and NAME.drat, or NAME.csv, "
         "a clique")
      ->type_name("NAME");
  app->add_option("--teams", given->schedule.teams,
                  "file for all full teams instead of a schedule, one a line; - for standard output")
      ->type_name("FILE");
  app->add_option("--simultaneities", given->schedule.simultaneities,
                  "file for all full simultaneities likewise; - for standard output")
      ->type_name("FILE");
  app->add_option("--time-limit", given->schedule.time_limit,
                  "CPU time after which the search for steps ends (liquid)")
      ->type_name("TIME");
  app->add_option("--paths", given->schedule.paths,
                  "given: those of the topology; choose: of the paths that its routing allows, such that the "
                  "busiest link carries little")
      ->type_name("given|choose");
  app->add_option("--tables", given->schedule.tables,
                  "file for the topology with the paths chosen, as TOML; - for standard output")
      ->type_name("FILE");
  app->add_flag("--check", given->schedule.check, "print ranks, operations, messages and bytes instead");
  const auto execute = [given] {
    schedule_command(given->schedule);
    return 0;
  };
  return {app, execute};
}

namespace {
struct TopologyLine {
  TopologyCommand topology;
};
}  // namespace

Verb topology_verb(CLI::App& program) {
  const auto given = std::make_shared<TopologyLine>();
  CLI::App* const app =
      program.add_subcommand("topology", "print a network of switches, as TOML unless asked otherwise");
  app->add_option("name", given->topology.name, "a generator (xbarlab list topologies), or a .toml file")
      ->required();
  app->add_option("--json", given->topology.json,
                  "file for switches and cables as JSON; - for standard output")
      ->type_name("FILE");
  app->add_option("--dot", given->topology.dot, "file for the graph for Graphviz; - for standard output")
      ->type_name("FILE");
  app->add_option("--svg", given->topology.svg,
                  "file for the drawing, by Graphviz's dot; - for standard output")
      ->type_name("FILE");
  app->add_option("--teams", given->topology.teams,
                  "file for the bottlenecks and the steps of a liquid schedule as SVG; - for standard output")
      ->type_name("FILE");
  add_config_flags(*app, given->topology.flags, teams_keys());
  const auto execute = [given] {
    topology_command(given->topology);
    return 0;
  };
  return {app, execute};
}

}  // namespace xb
