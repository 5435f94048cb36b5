// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/input_errors.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/point/run_config.h"
#include "host/point/run_settings.h"
#include "testbenches/golden/artifacts.h"
#include "testbenches/golden/check_report.h"
#include "testbenches/golden/ci_files.h"
#include "testbenches/golden/golden_check.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/verb_flags.h"
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
  std::vector<NamedFile> outputs;
};

void check_flags(const GoldenCommand& command) {
  const auto refuse = [](const char* flag, const std::string& value, const char* allowed) {
    if (!value.empty()) throw InputError("{}: '{}' is not allowed here; allowed: {}", flag, value, allowed);
  };
  if (command.accept.empty()) return refuse("--reason", command.reason, "with --accept");
  refuse("--engine", command.engine, "without --accept, which needs all engines of the case");
  refuse("--case", command.only, "without --accept");
  refuse("--junit", command.junit, "without --accept");
  refuse("--summary", command.summary, "without --accept");
  refuse("--artifacts", command.artifacts, "without --accept");
}

/// The names in `rtl,systemc`; empty where nothing is given.
std::vector<std::string> engines_in(const std::string& list) {
  if (list.empty()) return {};
  std::vector<std::string> engines = list_parts(list);
  for (const std::string& engine : engines) {
    if (!find_choice<Engine>(engine))
      throw not_allowed("--engine", engine, "{}, or several with commas",
                        fmt::format("{}", fmt::join(words(Engine{}), " ")));
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
  std::set<std::string> all;
  const GoldenCase* const only =
      command.only.empty() ? nullptr : &find_golden_case(cases, "--case", command.only);
  for (const GoldenCase& one : cases) {
    if (only != nullptr && &one != only) continue;
    Planned next{&one, {}};
    all.insert(one.engines.begin(), one.engines.end());
    // One that cannot be read is an error on whatever is asked for.
    for (const std::string& engine : !one.error.empty() && !wanted.empty() ? wanted : one.engines) {
      if (wanted.empty() || contains(wanted, engine)) next.engines.push_back(engine);
    }
    if (!next.engines.empty()) planned.push_back(next);
  }
  if (planned.empty())
    throw InputError("--engine: '{}' is not allowed here, no case runs on it; allowed: {}", command.engine,
                     fmt::join(all, " "));
  return planned;
}

void refuse_cases_as_outputs(const GoldenCommand& command, const std::vector<GoldenCase>& cases) {
  FilesRead inputs;
  for (const GoldenCase& one : cases) {
    inputs.emplace_back("the case", one.point_file);
    inputs.emplace_back("the golden file", one.golden_file);
  }
  refuse_overwriting(command.outputs, inputs);
}

bool accept(const GoldenCommand& command) {
  if (command.reason.empty())
    throw InputError("--accept: '" + command.accept + "' is not allowed without --reason; allowed: with one");
  const std::vector<GoldenCase> cases = read_golden_cases(command.folder);
  const GoldenCase& one = find_golden_case(cases, "--accept", command.accept);
  if (!one.error.empty()) throw InputError(one.error);
  fmt::print("{}", accept_case(one, command.reason));
  return true;
}

/// Runs all that is planned, and says of each run what came of it.
std::vector<CaseOutcome> run_all(const std::vector<Planned>& planned) {
  std::vector<CaseOutcome> outcomes;
  std::size_t columns = 0;
  for (const Planned& next : planned) columns = std::max(columns, next.of->name.size());
  for (const Planned& next : planned) {
    for (const std::string& engine : next.engines) {
      outcomes.push_back(check_case(*next.of, engine));
      fmt::print("{}", outcome_line(outcomes.back(), columns));
      std::fflush(stdout);
    }
  }
  return outcomes;
}

/// The reports of all that are not the same; of the first that differ, files. Of an earlier run none stays.
std::vector<std::string> report_all(const GoldenReport& report, const std::string& artifacts) {
  std::vector<std::string> reports;
  std::size_t with_files = 0;
  for (const CaseOutcome& outcome : report.outcomes) {
    if (!artifacts.empty()) remove_artifacts(outcome, artifacts);
    if (outcome.same) continue;
    std::string view;
    if (!artifacts.empty() && outcome.error.empty() && with_files++ < kMostArtifacts)
      view = write_artifacts(outcome, artifacts);
    reports.push_back(outcome_report(outcome, view));
    if (!outcome.bad_input) fmt::print("\n{}", reports.back());
  }
  return reports;
}

/// Marks for GitHub, where it runs this.
void annotate(const GoldenReport& report) {
  const char* const github = std::getenv("GITHUB_ACTIONS");
  if (github == nullptr || std::string(github) != "true") return;
  for (const CaseOutcome& outcome : report.outcomes) {
    if (!outcome.same) fmt::print("{}", annotation(outcome));
  }
}

/// Throws InputErrors, each once, if there are any.
void refuse_errors(const GoldenReport& report) {
  std::vector<std::string> messages;
  for (const CaseOutcome& outcome : report.outcomes) {
    if (!outcome.bad_input) continue;
    std::istringstream lines(outcome.error);
    for (std::string message; std::getline(lines, message);) {
      if (!contains(messages, message)) messages.push_back(message);
    }
  }
  if (!messages.empty()) throw InputErrors(messages);
}

/// Whether all are the same. What CI reads is written in any case, so that nothing of an earlier run stays.
bool golden(const GoldenCommand& command) {
  check_flags(command);
  if (!command.accept.empty()) return accept(command);
  std::vector<GoldenCase> cases;
  std::vector<Planned> planned;
  GoldenCase none;  // of the folder as a whole
  try {
    cases = read_golden_cases(command.folder);
    planned = plan(cases, command);
  } catch (const InputError& error) {
    none.name = "folder";
    none.point_file = command.folder;
    none.error = error.what();
  }
  refuse_cases_as_outputs(command, cases);
  const auto junit = output_if_named(command.junit), summary = output_if_named(command.summary);

  GoldenReport report;
  report.folder = command.folder;
  if (none.error.empty())
    report.outcomes = run_all(planned);
  else
    report.outcomes = {check_case(none, "all")};
  const std::vector<std::string> reports = report_all(report, command.artifacts);
  if (none.error.empty()) fmt::print("\n  {}\n", verdict_line(report));
  annotate(report);
  write_verdict(junit, junit_xml(report, reports));
  write_verdict(summary, job_summary(report, reports));
  refuse_errors(report);
  return report.same();
}

}  // namespace

Verb golden_verb(CLI::App& program) {
  const auto given = std::make_shared<GoldenCommand>();
  Verb verb(program, "golden", "run the cases of a folder and compare with their golden files");
  verb.examples({"xbarlab golden waves/golden --engine fast",
                 "xbarlab golden waves/golden --accept pairwise --reason 'another arbiter'"});
  verb.word("folder", given->folder, "folder of cases: NAME.toml beside NAME.trace");
  verb.text("--engine", "ENGINES", given->engine,
            "engines to run on, with commas (default those of the case)", "engines");
  verb.text("--case", "CASE", given->only, "the only case to run", "a case of the folder");
  verb.text("--accept", "CASE", given->accept,
            "write the golden file of this case from a run on all its engines", "a case of the folder");
  verb.text("--reason", "TEXT", given->reason, "why, for ACCEPTED.md", "why the golden file changes");
  verb.file("--junit", "FILE", given->junit, "write the verdicts as JUnit XML");
  verb.file("--summary", "FILE", given->summary, "write the verdicts and reports as Markdown");
  verb.folder(
      "--artifacts", given->artifacts,
      "write traces and waveforms around the first difference here, of the first five runs that differ");
  verb.outputs(given->outputs);
  verb.judges([given] { return golden(*given); });
  return verb;
}

}  // namespace xb
