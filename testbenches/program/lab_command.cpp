// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/lab_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "testbenches/labs/board.h"
#include "testbenches/labs/check_files.h"
#include "testbenches/labs/marking.h"
#include "testbenches/labs/units.h"
#include "testbenches/program/commands.h"
#include "testbenches/program/named_files.h"
#include "testbenches/terminal/progress_line.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

fs::path units_folder(const std::string& given) { return given.empty() ? usual_units() : fs::path(given); }

LabUnit unit_with_hidden(const std::string& units, const std::string& name, const std::string& instructor) {
  LabUnit unit = read_unit(unit_folder(units_folder(units), name));
  if (!instructor.empty()) add_hidden_criteria(unit, instructor);
  return unit;
}

/// Where there is none, what students wrote runs with limits only; hidden criteria do not, unless it is said.
Isolation isolation_for(const LabUnit& unit, bool hidden, bool no_isolation) {
  if (no_isolation) return Isolation::None;
  if (!unit.runs_code() || no_isolation_because().empty()) return Isolation::Bubblewrap;
  if (hidden)
    throw InputError(fmt::format(
        "--instructor: not allowed here, submissions cannot be isolated ({}); allowed: with bubblewrap, or "
        "--no-isolation where you trust them all",
        no_isolation_because()));
  fmt::print(stderr, "xbarlab: your code runs without isolation, with limits of time and memory only: {}\n",
             no_isolation_because());
  return Isolation::None;
}

/// A folder of students' own; throws InputError if something else is there in its place.
fs::path own_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || fs::is_symlink(folder, error))
    throw InputError(
        fmt::format("folder: '{}' cannot be written; allowed: one that can be", folder.string()));
  return folder;
}

/// All points of a folder that is no submission would be lost, line by line: a wrong folder is likelier.
void refuse_without_answers(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error) && !fs::exists(fs::symlink_status(folder / "answers.toml", error)))
    throw InputError(fmt::format(
        "folder: '{}' is not allowed, it has no answers.toml; allowed: a folder that lab start has made",
        folder.string()));
}

}  // namespace

void lab_list_command(const std::string& units) {
  std::vector<std::vector<std::string>> rows;
  for (const fs::path& folder : unit_folders(units_folder(units))) {
    const LabUnit unit = read_unit(folder);
    rows.push_back({std::to_string(unit.number), unit.title, fmt::format("{}", unit.minutes),
                    points_text(unit.points()),
                    (folder / "handout.md").lexically_proximate(fs::current_path()).string()});
  }
  fmt::print("{}", format_table({"unit", "title", "minutes", "points", "handout"}, rows));
}

void lab_start_command(const LabStartCommand& command) {
  const LabUnit unit = read_unit(unit_folder(units_folder(command.units), command.unit));
  start_unit(unit, command.folder);
  fmt::print("{}: {}\n  read it   {}\n  check it  ./lab lab check {} {}\n", unit.title, command.folder,
             (fs::path(command.folder) / "handout.md").string(), unit.number, shell_word(command.folder));
}

bool lab_check_command(const LabCheckCommand& command) {
  const LabUnit unit = unit_with_hidden(command.units, command.unit, command.instructor);
  // A machine that marks wants a verdict of whatever was handed in.
  if (command.json.empty() && command.junit.empty()) refuse_without_answers(command.folder);
  NamedFiles outputs;
  if (!command.json.empty() && command.json != "-") outputs.emplace_back("--json", command.json);
  if (!command.junit.empty()) outputs.emplace_back("--junit", command.junit);
  refuse_overwriting(outputs, "", {});
  SubmissionUse use;
  use.isolation = isolation_for(unit, !command.instructor.empty(), command.no_isolation);
  std::error_code error;
  if (command.instructor.empty() && unit.runs_code() && fs::is_directory(command.folder, error)) {
    use.models = fs::absolute(own_folder(fs::path(command.folder) / ".lab" / "models"));
    use.waves = fs::path(command.folder) / "check";
  }
  const auto file = [](const std::string& path) {
    return path.empty() ? nullptr : std::make_unique<OutputFile>(path);
  };
  const auto json = file(command.json), junit = file(command.junit);
  const bool quiet = command.json == "-";
  // What builds a model of a student's RTL takes a minute.
  std::optional<ProgressLine> progress;
  CheckListener listener;
  if (!quiet) {
    listener.begins = [&](const CriterionHead& criterion) {
      progress.emplace(std::vector<double>{1});
      progress->part(criterion.title);
    };
    listener.ends = [&](const Mark& mark) {
      progress.reset();
      fmt::print("{}", mark_text(mark));
      std::fflush(stdout);
    };
    fmt::print("{}, {}\n\n", unit.title, command.folder);
    std::fflush(stdout);
  }
  const LabResult result = check_submission(unit, command.folder, use, listener);
  if (!quiet) fmt::print("\n  {}\n", score_text(result));
  if (json)
    write_verdict(*json, gradescope_results(result).dump(2, ' ', false,
                                                         nlohmann::ordered_json::error_handler_t::replace) +
                             "\n");
  if (junit) write_verdict(*junit, lab_junit(unit, result));
  return result.score() == result.most();
}

void lab_mark_command(const LabMarkCommand& command) {
  const LabUnit unit = unit_with_hidden(command.units, command.unit, command.instructor);
  Marking marking;
  marking.submissions = command.submissions;
  marking.csv = command.csv;
  marking.jobs = study_jobs(command.jobs);
  // Others' code: without isolation only where it is said.
  marking.isolation = isolation_for(unit, true, command.no_isolation);
  const auto tell = [](const std::string& row) {
    fmt::print("  {}\n", row);
    std::fflush(stdout);
  };
  const MarkingOutcome outcome = mark_submissions(unit, marking, tell);
  fmt::print("\n  {} marked, {} known from before: {}\n", outcome.marked, outcome.known, command.csv);
  for (const LabBoard& board : outcome.boards) fmt::print("\n{}", board_text(board));
  std::fflush(stdout);
  if (outcome.interrupted) throw RunError("interrupted; the same command goes on");
  if (!outcome.failed.empty())
    throw RunError(
        fmt::format("{} not marked; the first: {}", outcome.failed.size(), outcome.failed.front()));
}

}  // namespace xb
