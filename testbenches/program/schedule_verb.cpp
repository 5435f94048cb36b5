// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "host/base/errors.h"
#include "host/base/named_entries.h"
#include "host/base/units.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/schedule_steps.h"
#include "host/config/setup.h"
#include "host/exchange/schedule_registry.h"
#include "host/liquid/liquid_solver.h"
#include "host/liquid/step_formula.h"
#include "host/network/topology_file.h"
#include "host/schedule/goal_file.h"
#include "host/schedule/schedule_summary.h"
#include "host/step_methods/congestion_graph.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/verb.h"
#include "testbenches/program/verbs.h"
#include "testbenches/steps/scheduled_transfers.h"
#include "testbenches/steps/teams_picture.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

/// `xbarlab schedule NAME`: a schedule as GOAL text, or in numbers; of one in steps, the steps.
struct ScheduleCommand {
  std::string name;             ///< registered, or a .goal file
  std::vector<SweptKey> flags;  ///< one value each, of the keys that decide what a built schedule is
  std::string output;           ///< file or "-" for the GOAL text; empty: "-", unless the steps are asked for
  bool check = false;           ///< only the numbers
  std::string json;             ///< file or "-" for the steps, or empty
  std::string proof;            ///< name of files for the proof that there is no liquid schedule, or empty
  std::string teams;            ///< file or "-" for all full teams, or empty
  std::string simultaneities;   ///< likewise for all full simultaneities
  std::string time_limit;       ///< of the search for steps, or empty: none
  std::string paths;            ///< given or choose; empty: given
  std::string tables;           ///< file or "-" for the topology with the paths chosen, or empty
  std::vector<NamedFile> outputs;  ///< all of these files
};

using Json = nlohmann::ordered_json;

std::vector<std::vector<Transfer>> by_step(const TransferSet& transfers, const StepSchedule& schedule) {
  std::vector<std::vector<Transfer>> steps(schedule.steps);
  for (unsigned t = 0; t < transfers.size(); ++t) steps[schedule.step_of[t]].push_back(transfers[t]);
  return steps;
}

std::vector<std::string> bottleneck_names(const TransferSet& transfers) {
  std::vector<std::string> names;
  for (const unsigned link : transfers.bottlenecks()) names.push_back(transfers.link_name(link));
  return names;
}

std::string as_json(const ScheduledTransfers& scheduled) {
  const TransferSet& transfers = scheduled.transfers;
  const LiquidAnswer& answer = scheduled.answer;
  Json steps = Json::array();
  for (const auto& step : by_step(transfers, answer.schedule)) {
    Json pairs = Json::array();
    for (const Transfer t : step) pairs.push_back({t.source, t.destination});
    steps.push_back(std::move(pairs));
  }
  const std::optional<CongestionGraph> graph = congestion_of(transfers);
  Json object = {{"transfers", transfers.size()},
                 {"lambda", transfers.duration()},
                 {"bottlenecks", bottleneck_names(transfers)},
                 {"liquid_throughput", transfers.liquid_throughput()},
                 {"congestion_edges", graph ? Json(graph->edges()) : Json(nullptr)},
                 {"verdict", verdict_name(answer.verdict)},
                 {"length", answer.schedule.steps},
                 {"lower_bound", answer.lower_bound},
                 {"steps", steps}};
  if (const auto& paths = scheduled.chosen)
    object["paths"] = {
        {"busiest_given", paths->given}, {"busiest_chosen", paths->chosen}, {"least", paths->least}};
  return object.dump() + "\n";
}

/// What the verdict means. The paths are fixed: others may have a shorter schedule.
std::string verdict_text(const LiquidAnswer& answer) {
  switch (answer.verdict) {
    case LiquidVerdict::Liquid:
      return "liquid: by these paths no schedule is shorter";
    case LiquidVerdict::None:
      return fmt::format("not liquid: proved that by these paths at least {} steps are needed",
                         answer.lower_bound);
    case LiquidVerdict::Open:
      return fmt::format("open: the shortest found; by these paths at least {} steps are needed",
                         answer.lower_bound);
  }
  return {};
}

/// What the choice of paths came to. It is found by a search, which proves nothing; the bound is proved.
std::string paths_text(const ChosenPaths& paths) {
  return fmt::format(
      "chosen: the busiest link takes {}, by the paths given {} ({:+.1f} %); by any legal paths at least "
      "{}{}",
      paths.chosen, paths.given,
      100 * (static_cast<double>(paths.chosen) / static_cast<double>(paths.given) - 1), paths.least,
      paths.chosen == paths.least ? ": none are better" : "");
}

/// `s0 -> s1, s1 -> s0`, or how many where that is long.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  if (names.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}, and {} more", fmt::join(names.begin(), names.begin() + kMost, ", "),
                     names.size() - kMost);
}

std::string as_text(const std::string& name, const ScheduledTransfers& scheduled) {
  const TransferSet& transfers = scheduled.transfers;
  const LiquidAnswer& answer = scheduled.answer;
  const std::vector<std::string> bottlenecks = bottleneck_names(transfers);
  std::string text;
  const auto add = [&](const char* what, const std::string& value) { text += report_line(what, value); };
  add("schedule", name);
  add("transfers", fmt::format("{} over {} links", transfers.size(), transfers.links()));
  if (scheduled.chosen) add("paths", paths_text(*scheduled.chosen));
  add("duration (Lambda)",
      fmt::format("{} steps, of {} bottleneck{}: {}", transfers.duration(), bottlenecks.size(),
                  bottlenecks.size() == 1 ? "" : "s", some_of(bottlenecks)));
  if (const auto graph = congestion_of(transfers)) {
    add("congestion graph", fmt::format("{} vertices, {} edges, density {:.4f}", graph->vertices(),
                                        graph->edges(), graph->density()));
  }
  add("liquid throughput", fmt::format("{:.4f} links", transfers.liquid_throughput()));
  const bool shortest = scheduled.chosen && answer.schedule.steps == scheduled.chosen->least_steps;
  add("length", fmt::format("{} steps, {}{}", answer.schedule.steps, verdict_text(answer),
                            shortest ? ", nor by any legal ones" : ""));
  add("CPU time", fmt::format("{:.3f} s", answer.cpu_seconds));
  const auto steps = by_step(transfers, answer.schedule);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    std::string line = fmt::format("  step {:<5}", step + 1);
    for (const Transfer t : steps[step]) line += fmt::format(" {}>{}", t.source, t.destination);
    text += line + "\n";
  }
  return text;
}

/// The transfers of a clique, one a line, and the links that each uses.
std::string clique_text(const TransferSet& transfers, const NoScheduleProof& proof) {
  std::string text = fmt::format("# {} transfers, any two of which share a link: no schedule has {} steps\n",
                                 proof.clique.size(), proof.steps);
  for (const std::uint32_t t : proof.clique) {
    text += fmt::format("{},{}", transfers[t].source, transfers[t].destination);
    for (const unsigned link : transfers.path(t)) text += fmt::format(",{}", transfers.link_name(link));
    text += "\n";
  }
  return text;
}

/// Path, or `-`, and text.
using Files = std::vector<std::pair<std::string, std::string>>;

/// All of them or none.
void write_files(const Files& files) {
  std::vector<std::unique_ptr<OutputFile>> outputs;
  for (const auto& [path, text] : files) {
    outputs.push_back(std::make_unique<OutputFile>(path));
    outputs.back()->write(text);
  }
  for (const auto& output : outputs) output->commit();
}

/// Why there is no schedule as short as the duration, for another program: a formula and its derivation, or a
/// clique.
Files proof_files(const std::string& name, const TransferSet& transfers, const LiquidAnswer& answer) {
  const NoScheduleProof& proof = answer.proof;
  if (proof.kind == NoScheduleProof::Kind::Clique) return {{name + ".csv", clique_text(transfers, proof)}};
  if (proof.kind == NoScheduleProof::Kind::Formula) {
    return {{name + ".cnf", StepFormula(transfers, proof.steps, proof.ordered_link).dimacs()},
            {name + ".drat", proof.derivation}};
  }
  throw InputError(
      "--proof: '{}' is not allowed: there is nothing to prove, the schedule is {}; "
      "allowed: where there is no liquid schedule",
      name, verdict_name(answer.verdict));
}

Paths paths_of(const ScheduleCommand& command) {
  const bool choose = command.paths == "choose";
  if (!choose && !command.paths.empty() && command.paths != "given")
    throw not_allowed("--paths", command.paths, "given, choose");
  if (choose && (!command.teams.empty() || !command.simultaneities.empty()))
    throw InputError("--paths: 'choose' is not allowed with --teams or --simultaneities; allowed: given");
  if (!choose && !command.tables.empty())
    throw InputError("--tables: '{}' is not allowed here; allowed: with --paths choose", command.tables);
  return choose ? Paths::Choose : Paths::Given;
}

void check_flags(const ScheduleCommand& command) {
  refuse_overwriting(command.outputs);
  const bool searches = command.name == "liquid" || !command.teams.empty() || !command.simultaneities.empty();
  if (command.time_limit.empty() || searches) return;
  throw InputError("--time-limit: '{}' is not allowed with {}; allowed: with liquid", command.time_limit,
                   command.name);
}

double time_limit(const ScheduleCommand& command) {
  if (command.time_limit.empty()) return 0;
  if (const auto limit = parse_duration(command.time_limit)) return limit->value;
  throw not_allowed("--time-limit", command.time_limit, "a time above 0 such as 60s");
}

/// `xbarlab schedule liquid` and others in steps: the steps as text, as JSON, and as GOAL, as asked for.
void steps_command(const ScheduleCommand& command, const RunConfig& config) {
  check_flags(command);
  const Paths paths = paths_of(command);
  SolverLimits limits;
  limits.cpu_seconds = time_limit(command);
  limits.seed = config.seed;
  limits.progress = [told = 0.0](const SolverProgress& p) mutable {
    constexpr double kBetween = 10;
    if (p.cpu_seconds - told < kBetween) return;
    told = p.cpu_seconds;
    fmt::print(stderr, "searching: {} steps found, at least {} needed, {:.0f} s of CPU time so far\n",
               p.length, p.lower_bound, p.cpu_seconds);
  };
  if (!command.teams.empty() || !command.simultaneities.empty()) {
    const Setup setup = resolve(config);
    const TransferSet transfers = transfers_to_schedule(setup);
    if (!command.teams.empty())
      list_simultaneities(Listing::FullTeams, transfers, command.teams, limits.cpu_seconds);
    if (!command.simultaneities.empty()) {
      list_simultaneities(Listing::FullSimultaneities, transfers, command.simultaneities, limits.cpu_seconds);
    }
    return;
  }
  ScheduledTransfers scheduled = scheduled_transfers(config, limits, paths);
  TransferSet& transfers = scheduled.transfers;
  const LiquidAnswer& answer = scheduled.answer;
  Files files;
  if (!command.proof.empty()) files = proof_files(command.proof, transfers, answer);
  if (!command.json.empty()) files.emplace_back(command.json, as_json(scheduled));
  if (!command.tables.empty()) files.emplace_back(command.tables, topology_to_toml(with_paths(scheduled)));
  if (command.json.empty() && command.output.empty() && command.tables != "-")
    files.emplace_back("-", as_text(command.name, scheduled));
  if (!command.output.empty()) {
    Setup& setup = scheduled.setup;
    number_as_ranks(transfers, setup.hosts_taking_part);
    setup.hosts->shape.steps = std::make_shared<TransferSteps>(std::move(transfers), answer.schedule);
    files.emplace_back(command.output, write_goal(setup.hosts->program()));
  }
  write_files(files);
  // Not in the JSON, which is the same for the same input.
  if (!command.json.empty()) fmt::print(stderr, "CPU time of the search: {:.3f} s\n", answer.cpu_seconds);
}

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
        "{}: '{}' is not allowed with {}{}; allowed: with a schedule in steps, such as "
        "liquid, without --check",
        flag, value, command.name, command.check ? " --check" : "");
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
  verb.output("--output", "FILE", given->output, "file for the GOAL text; - for standard output");
  verb.output("--json", "FILE", given->json, "file for the steps as JSON (liquid); - for standard output");
  verb.text("--proof", "NAME", given->proof,
            "files for the proof that there is no liquid schedule: NAME.cnf and NAME.drat, or NAME.csv, "
            "a clique");
  verb.output("--teams", "FILE", given->teams,
              "file for all full teams instead of a schedule, one a line; - for standard output");
  verb.output("--simultaneities", "FILE", given->simultaneities,
              "file for all full simultaneities likewise; - for standard output");
  verb.text("--time-limit", "TIME", given->time_limit,
            "CPU time after which the search for steps ends (liquid)");
  verb.text("--paths", "given|choose", given->paths,
            "given: those of the topology; choose: of the paths that its routing allows, such that the "
            "busiest link carries little");
  verb.output("--tables", "FILE", given->tables,
              "file for the topology with the paths chosen, as TOML; - for standard output");
  verb.outputs(given->outputs);
  verb.on("--check", given->check, "print ranks, operations, messages and bytes instead");
  verb.does([given] { print_schedule(*given); });
  return verb;
}

}  // namespace xb
