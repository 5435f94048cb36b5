// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "host/base/errors.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/goal_file.h"
#include "host/schedule/goal_writer.h"
#include "host/schedule/schedule_summary.h"
#include "host/switches/switch_registry.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/steps_command.h"
#include "testbenches/program/verbs.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

std::shared_ptr<const Schedule> goal_schedule(const ScheduleCommand& command) {
  if (!command.flags.empty())
    throw InputError("--{}: not allowed with a .goal file; allowed: --output --check",
                     command.flags.front().key);
  const auto program = load_goal(command.name);
  return {program, &program->schedule};
}

using NamedSchedule = decltype(RunConfig::schedule);

RunConfig config_of(const ScheduleCommand& command, NamedSchedule schedule) {
  RunConfig config;
  config.schedule = std::move(schedule);
  for (const SweptKey& flag : command.flags) set_key(config, flag.key, flag.values.front(), flag.place);
  std::vector<std::string> given;
  for (const SweptKey& flag : command.flags) given.push_back(flag.key);
  take_cluster_defaults(config, given);
  for (const SweptKey& flag : command.flags) check_use_of(flag.key, config);
  return config;
}

/// Throws InputError for what only schedules in steps have.
void check_no_steps(const ScheduleCommand& command) {
  for (const auto& [flag, value] : {std::pair{"--json", command.json},
                                    {"--proof", command.proof},
                                    {"--teams", command.teams},
                                    {"--simultaneities", command.simultaneities},
                                    {"--time-limit", command.time_limit},
                                    {"--paths", command.paths},
                                    {"--tables", command.tables}}) {
    if (value.empty()) continue;
    throw InputError(
        "{}: '{}' is not allowed with {}; allowed: with a schedule in steps, such as "
        "liquid, without --check",
        flag, value, command.name);
  }
}

std::string summary(const std::string& name, const Schedule& schedule) {
  const ScheduleTotals totals = totals_of(schedule);
  const auto chain = longest_message_chain(schedule);
  if (!chain) {
    throw InputError("{}: deadlock: ranks wait for each other's messages; allowed: a schedule without one",
                     name);
  }
  std::string text;
  const auto add = [&](const char* what, const std::string& value) { text += report_line(what, value); };
  add("schedule", name);
  add("ranks", std::to_string(schedule.ranks.size()));
  add("operations", fmt::format("{} ({} sends, {} receives, {} computations), {} dependencies",
                                totals.sends + totals.receives + totals.computations, totals.sends,
                                totals.receives, totals.computations, totals.dependencies));
  add("messages",
      fmt::format("{}, {} bytes, the longest {}", totals.sends, totals.bytes, totals.longest_bytes));
  add("longest chain",
      fmt::format("{} messages, each sent after the one before has arrived{}", *chain,
                  totals.open_receives == 0 ? "" : "; not counting what open receives take"));
  return text;
}

void print_schedule(const ScheduleCommand& command) {
  const auto named = NamedSchedule::read(command.name);
  if (!named || !*named)
    throw not_allowed("schedule", command.name, "{}",
                      fmt::format("{} or a .goal file", fmt::join(names(schedules()), " ")));
  if (in_steps(named->get()) && !command.check) return steps_command(command, config_of(command, *named));
  check_no_steps(command);
  const auto schedule =
      named->is_file() ? goal_schedule(command)
                       : std::make_shared<Schedule>(resolve(config_of(command, *named)).hosts->program());
  write_output(command.output.empty() ? "-" : command.output,
               command.check ? summary(command.name, *schedule) : write_goal(*schedule));
}

}  // namespace

Verb schedule_verb(CLI::App& program) {
  const auto given = std::make_shared<ScheduleCommand>();
  Verb verb(program, "schedule", "print a schedule as GOAL text, or its steps, or check a .goal file");
  verb.examples({"xbarlab schedule shift --ports 4"});
  verb.word("name", given->name, "a schedule (xbarlab list schedules), or a .goal file");
  verb.keys(given->flags, {"ports", "topology", "deadlock", "ranks", "packets-per-message", "group-size",
                           "message-spread", "experts", "top-k", "gate-skew", "transfers", "step-end",
                           "step-time", "cluster", "packet", "width", "seed"});
  verb.text("--output", "FILE", given->output, "file for the GOAL text; - for standard output");
  verb.text("--json", "FILE", given->json, "file for the steps as JSON (liquid); - for standard output");
  verb.text("--proof", "NAME", given->proof,
            "files for the proof that there is no liquid schedule: NAME.cnf and NAME.drat, or NAME.csv, "
            "a clique");
  verb.text("--teams", "FILE", given->teams,
            "file for all full teams instead of a schedule, one a line; - for standard output");
  verb.text("--simultaneities", "FILE", given->simultaneities,
            "file for all full simultaneities likewise; - for standard output");
  verb.text("--time-limit", "TIME", given->time_limit,
            "CPU time after which the search for steps ends (liquid)");
  verb.text("--paths", "given|choose", given->paths,
            "given: those of the topology; choose: of the paths that its routing allows, such that the "
            "busiest link carries little");
  verb.text("--tables", "FILE", given->tables,
            "file for the topology with the paths chosen, as TOML; - for standard output");
  verb.on("--check", given->check, "print ranks, operations, messages and bytes instead");
  verb.does([given] { print_schedule(*given); });
  return verb;
}

}  // namespace xb
