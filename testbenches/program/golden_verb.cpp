// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "host/base/errors.h"
#include "testbenches/golden/accept.h"
#include "testbenches/golden/artifacts.h"
#include "testbenches/golden/check_report.h"
#include "testbenches/golden/ci_files.h"
#include "testbenches/golden/golden_check.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/named_files.h"
#include "testbenches/program/verbs.h"

namespace xb {
namespace {

/// The cases of a folder against their golden files, or one of these made anew.
struct GoldenCommand {
  std::string folder;
  std::string engine;          ///< or several with commas, or empty: those of each case
  std::string only;            ///< case, or empty: all
  std::string accept, reason;  ///< case whose golden file is written, and why; empty: none is
  std::string junit, summary;  ///< files, or empty
  std::string artifacts;       ///< folder, or empty
};

void check_flags(const GoldenCommand& command) {
  const auto refuse = [](const char* flag, const std::string& value, const char* allowed) {
    if (!value.empty())
      throw InputError(fmt::format("{}: '{}' is not allowed here; allowed: {}", flag, value, allowed));
  };
  if (command.accept.empty()) return refuse("--reason", command.reason, "with --accept");
  refuse("--engine", command.engine, "without --accept, which needs all engines of the case");
  refuse("--case", command.only, "without --accept");
  refuse("--junit", command.junit, "without --accept");
  refuse("--summary", command.summary, "without --accept");
  refuse("--artifacts", command.artifacts, "without --accept");
}

const std::vector<std::string> kEngines{"rtl", "systemc", "fast", "lockstep"};

/// The names in `rtl,systemc`; empty where nothing is given.
std::vector<std::string> engines_in(const std::string& list) {
  std::vector<std::string> engines;
  for (std::size_t begin = 0; !list.empty() && begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    engines.push_back(list.substr(begin, end - begin));
    begin = end + 1;
    if (std::find(kEngines.begin(), kEngines.end(), engines.back()) == kEngines.end())
      throw InputError(fmt::format("--engine: '{}' is not allowed; allowed: {}, or several with commas",
                                   engines.back(), fmt::join(kEngines, " ")));
  }
  return engines;
}

/// A case and the engines on which it runs.
struct Planned {
  const GoldenCase* of;
  std::vector<std::string> engines;
};

std::vector<Planned> plan(const std::vector<GoldenCase>& cases, const GoldenCommand& command) {
  const std::vector<std::string> wanted = engines_in(command.engine);
  std::vector<Planned> planned;
  const GoldenCase* const only =
      command.only.empty() ? nullptr : &find_golden_case(cases, "--case", command.only);
  for (const GoldenCase& one : cases) {
    if (only != nullptr && &one != only) continue;
    const std::string golden = golden_text(one), name = one.golden_file.string();
    compare_texts(golden, name, golden, name);  // a line trace, before anything runs
    Planned next{&one, {}};
    for (const std::string& engine : one.engines) {
      if (wanted.empty() || std::find(wanted.begin(), wanted.end(), engine) != wanted.end())
        next.engines.push_back(engine);
    }
    if (!next.engines.empty()) planned.push_back(next);
  }
  if (planned.empty())
    throw InputError(fmt::format(
        "--engine: '{}' is not allowed here, no case runs on it; allowed: {}", command.engine,
        only == nullptr ? "an engine of the cases" : fmt::format("{}", fmt::join(only->engines, " "))));
  return planned;
}

void refuse_cases_as_outputs(const GoldenCommand& command, const std::vector<GoldenCase>& cases) {
  const NamedFiles outputs = without_none({{"--junit", command.junit}, {"--summary", command.summary}});
  refuse_overwriting(outputs, "", {});
  for (const auto& [flag, path] : outputs) {
    for (const GoldenCase& one : cases) {
      refuse_same_file(flag, path, "the case", one.point_file);
      refuse_same_file(flag, path, "the golden file", one.golden_file);
    }
  }
}

bool accept(const GoldenCommand& command) {
  if (command.reason.empty())
    throw InputError("--accept: '" + command.accept + "' is not allowed without --reason; allowed: with one");
  const std::vector<GoldenCase> cases = read_golden_cases(command.folder);
  fmt::print("{}", accept_case(find_golden_case(cases, "--accept", command.accept), command.reason));
  return true;
}

/// Whether all are the same.
bool golden(const GoldenCommand& command) {
  check_flags(command);
  if (!command.accept.empty()) return accept(command);
  const std::vector<GoldenCase> cases = read_golden_cases(command.folder);
  const std::vector<Planned> planned = plan(cases, command);
  refuse_cases_as_outputs(command, cases);
  const auto junit = output_if_named(command.junit), summary = output_if_named(command.summary);

  GoldenReport report;
  report.folder = command.folder;
  std::size_t columns = 0;
  for (const Planned& next : planned) columns = std::max(columns, next.of->name.size());
  for (const Planned& next : planned) {
    for (const std::string& engine : next.engines) {
      report.outcomes.push_back(check_case(*next.of, engine));
      fmt::print("{}", outcome_line(report.outcomes.back(), columns));
      std::fflush(stdout);
    }
  }

  std::vector<std::string> reports;
  for (const CaseOutcome& outcome : report.outcomes) {
    if (outcome.same) continue;
    std::string view;
    if (!command.artifacts.empty() && reports.size() < kMostArtifacts)
      view = write_artifacts(outcome, command.artifacts);
    reports.push_back(outcome_report(outcome, view));
    fmt::print("\n{}", reports.back());
  }
  fmt::print("\n  {}\n", verdict_line(report));
  const char* const github = std::getenv("GITHUB_ACTIONS");
  for (const CaseOutcome& outcome : report.outcomes) {
    if (!outcome.same && github != nullptr && std::string(github) == "true")
      fmt::print("{}", annotation(outcome));
  }
  write_verdict(junit, junit_xml(report, reports));
  write_verdict(summary, job_summary(report, reports));
  return report.same();
}

}  // namespace

Verb golden_verb(CLI::App& program) {
  const auto given = std::make_shared<GoldenCommand>();
  Verb verb(program, "golden", "run the cases of a folder and compare with their golden files");
  verb.word("folder", given->folder, "folder of cases: NAME.toml beside NAME.trace");
  verb.text("--engine", "ENGINES", given->engine,
            "engines to run on, with commas (default those of the case)", "engines");
  verb.text("--case", "CASE", given->only, "the only case to run", "a case of the folder");
  verb.text("--accept", "CASE", given->accept,
            "write the golden file of this case from a run on all its engines", "a case of the folder");
  verb.text("--reason", "TEXT", given->reason, "why, for ACCEPTED.md", "why the golden file changes");
  verb.file("--junit", given->junit, "write the verdicts as JUnit XML");
  verb.file("--summary", given->summary, "write the verdicts and reports as Markdown");
  verb.folder(
      "--artifacts", given->artifacts,
      "write traces and waveforms around the first difference here, of the first five runs that differ");
  verb.judges([given] { return golden(*given); });
  return verb;
}

}  // namespace xb
