// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "host/base/errors.h"
#include "host/config/cluster_defaults.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/exchange/schedule_registry.h"
#include "host/schedule/goal_file.h"
#include "host/schedule/goal_writer.h"
#include "host/schedule/schedule_summary.h"
#include "host/switches/switch_registry.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/commands.h"

namespace xb {
namespace {

std::shared_ptr<const Schedule> schedule_of(const ScheduleCommand& command) {
  if (is_goal_file(command.name)) {
    if (!command.flags.empty())
      throw InputError(fmt::format("--{}: not allowed with a .goal file; allowed: --output --check",
                                   command.flags.front().key));
    const auto program = load_goal(command.name);
    return {program, &program->schedule};
  }
  RunConfig config;
  if (find_schedule(command.name) == nullptr) {
    std::string allowed;
    for (const std::string& name : names(schedules())) allowed += name + " ";
    throw InputError(
        fmt::format("schedule: '{}' is not allowed; allowed: {}or a .goal file", command.name, allowed));
  }
  config.schedule = command.name;
  for (const SweptKey& flag : command.flags) set_key(config, flag.key, flag.values.front(), flag.place);
  std::vector<std::string> given;
  for (const SweptKey& flag : command.flags) given.push_back(flag.key);
  take_cluster_defaults(config, given);
  return std::make_shared<Schedule>(resolve(config).hosts->program());
}

std::string summary(const std::string& name, const Schedule& schedule) {
  const ScheduleTotals totals = totals_of(schedule);
  const auto chain = longest_message_chain(schedule);
  if (!chain) {
    throw InputError(fmt::format(
        "{}: deadlock: ranks wait for each other's messages; allowed: a schedule without one", name));
  }
  std::string text;
  const auto add = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<26}{}\n", what, value);
  };
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

}  // namespace

const std::vector<std::string>& schedule_keys() {
  static const std::vector<std::string> keys{
      "ports", "packets-per-message", "group-size", "message-spread", "cluster", "packet", "width", "seed"};
  return keys;
}

void schedule_command(const ScheduleCommand& command) {
  const auto schedule = schedule_of(command);
  OutputFile output(command.output);
  output.write(command.check ? summary(command.name, *schedule) : write_goal(*schedule));
  output.commit();
}

}  // namespace xb
