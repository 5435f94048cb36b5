// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "host/base/errors.h"
#include "testbenches/program/commands.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"

namespace xb {

namespace {
struct DiffLine {
  DiffCommand diff;
};
}  // namespace

Verb diff_verb(CLI::App& program) {
  const auto given = std::make_shared<DiffLine>();
  CLI::App* const app =
      program.add_subcommand("diff", "compare two traces (line trace, VCD, FST) at the clock's edges");
  app->add_option("want", given->diff.want, "trace as it should be")->required();
  app->add_option("got", given->diff.got, "trace as it is")->required();
  app->add_option("--clock", given->diff.clock, "clock in both (default clk, clk_i, aclk, clock ...)")
      ->type_name("NAME");
  app->add_option("--scope", given->diff.scopes,
                  "scope of WANT and what it is in GOT (default by the names below)")
      ->type_name("WANT=GOT");
  app->add_option("--ignore", given->diff.ignore_file,
                  "file of signals that may differ: PATTERN # reason, one a line")
      ->type_name("FILE");
  app->add_option("--slip", given->diff.slip, "cycles of latency that are recognised (0..1024, default 16)")
      ->type_name("CYCLES");
  app->add_flag("--allow-slip", given->diff.allow_slip, "a recognised latency is no difference");
  app->add_option("--from", given->diff.from, "first cycle to compare")->type_name("CYCLE");
  app->add_option("--to", given->diff.to, "last cycle to compare")->type_name("CYCLE");
  app->add_flag("--by-count", given->diff.by_count, "cycles are counted, not numbered by signal cycle");
  app->add_option("--json", given->diff.json, "file for the result as JSON; - for standard output")
      ->type_name("FILE");
  app->add_flag("--all", given->diff.all, "list every signal that differs");
  const auto execute = [given] { return diff_command(given->diff) ? 0 : kFoundWrong; };
  return {app, execute};
}

namespace {
struct GoldenLine {
  GoldenCommand golden;
  std::optional<std::string> golden_engine, golden_case, golden_accept, golden_reason, golden_junit,
      golden_summary, golden_artifacts;
};

void complete(GoldenLine& given) {
  given.golden.engine = not_empty("--engine", given.golden_engine, "engines");
  given.golden.only = not_empty("--case", given.golden_case, "a case of the folder");
  given.golden.accept = not_empty("--accept", given.golden_accept, "a case of the folder");
  given.golden.reason = not_empty("--reason", given.golden_reason, "why the golden file changes");
  given.golden.junit = not_empty("--junit", given.golden_junit, "a file");
  given.golden.summary = not_empty("--summary", given.golden_summary, "a file");
  given.golden.artifacts = not_empty("--artifacts", given.golden_artifacts, "a folder");
  const auto refuse = [](const char* flag, const std::string& value, const char* allowed) {
    if (!value.empty())
      throw InputError(fmt::format("{}: '{}' is not allowed here; allowed: {}", flag, value, allowed));
  };
  if (given.golden.accept.empty()) return refuse("--reason", given.golden.reason, "with --accept");
  refuse("--engine", given.golden.engine, "without --accept, which needs all engines of the case");
  refuse("--case", given.golden.only, "without --accept");
  refuse("--junit", given.golden.junit, "without --accept");
  refuse("--summary", given.golden.summary, "without --accept");
  refuse("--artifacts", given.golden.artifacts, "without --accept");
}
}  // namespace

Verb golden_verb(CLI::App& program) {
  const auto given = std::make_shared<GoldenLine>();
  CLI::App* const app =
      program.add_subcommand("golden", "run the cases of a folder and compare with their golden files");
  app->add_option("folder", given->golden.folder, "folder of cases: NAME.toml beside NAME.trace")->required();
  const auto add = [&](const char* flag, std::optional<std::string>& value, const char* help,
                       const char* type) { app->add_option(flag, value, help)->type_name(type); };
  add("--engine", given->golden_engine, "engines to run on, with commas (default those of the case)",
      "ENGINES");
  add("--case", given->golden_case, "the only case to run", "CASE");
  add("--accept", given->golden_accept, "write the golden file of this case from a run on all its engines",
      "CASE");
  add("--reason", given->golden_reason, "why, for ACCEPTED.md", "TEXT");
  add("--junit", given->golden_junit, "write the verdicts as JUnit XML", "FILE");
  add("--summary", given->golden_summary, "write the verdicts and reports as Markdown", "FILE");
  add("--artifacts", given->golden_artifacts,
      "write traces and waveforms around the first difference here, of the first five runs that differ",
      "FOLDER");
  const auto execute = [given] {
    complete(*given);
    return golden_command(given->golden) ? 0 : kFoundWrong;
  };
  return {app, execute};
}

}  // namespace xb
