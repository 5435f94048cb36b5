// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "testbenches/engines/paths.h"
#include "testbenches/labs/check.h"
#include "testbenches/labs/marking.h"
#include "testbenches/labs/unit.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"
#include "testbenches/terminal/progress_line.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// Folders of units and of hidden criteria, or empty: the lab's own, and none.
struct LabFolders {
  std::string units, instructor;
  bool no_isolation = false;

  void add_units(Verb& verb) {
    verb.text("--units", "FOLDER", units, "folder of units (default labs/)", "a folder of units");
  }
  void add_to(Verb& verb) {
    add_units(verb);
    verb.text("--instructor", "FOLDER", instructor, "folder of hidden criteria",
              "a folder of hidden criteria");
    verb.on("--no-isolation", no_isolation,
            "run what students wrote without bubblewrap: it can read and write whatever you can");
  }
};

fs::path units_folder(const LabFolders& folders) {
  return folders.units.empty() ? usual_units() : fs::path(folders.units);
}

LabUnit unit_of(const LabFolders& folders, const std::string& name) {
  LabUnit unit = read_unit(unit_folder(units_folder(folders), name));
  if (!folders.instructor.empty()) add_hidden_criteria(unit, folders.instructor);
  return unit;
}

/// Where there is none, what students wrote runs with limits only; hidden criteria do not, unless it is said.
Isolation isolation_for(const LabUnit& unit, bool hidden, bool no_isolation) {
  if (no_isolation) return Isolation::None;
  if (!unit.runs_code() || no_isolation_because().empty()) return Isolation::Bubblewrap;
  if (hidden)
    throw InputError(
        "--instructor: not allowed here, submissions cannot be isolated ({}); allowed: with bubblewrap, or "
        "--no-isolation where you trust them all",
        no_isolation_because());
  fmt::print(stderr, "xbarlab: your code runs without isolation, with limits of time and memory only: {}\n",
             no_isolation_because());
  return Isolation::None;
}

/// Where models of students' RTL stay, outside of all submissions; empty: nowhere.
fs::path lab_models() {
  const fs::path folder = build_dir() / "lab-models";
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? fs::path() : folder;
}

/// All points of a folder that is no submission would be lost, line by line: a wrong folder is likelier.
void refuse_without_answers(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error) && !fs::exists(fs::symlink_status(folder / "answers.toml", error)))
    throw InputError(
        "folder: '{}' is not allowed, it has no answers.toml; allowed: a folder that lab start has made",
        folder.string());
}

void list_units(const LabFolders& folders) {
  std::vector<std::vector<std::string>> rows;
  for (const fs::path& folder : unit_folders(units_folder(folders))) {
    const LabUnit unit = read_unit(folder);
    rows.push_back({std::to_string(unit.number), unit.title, fmt::format("{}", unit.minutes),
                    points_text(unit.points()),
                    (folder / "handout.md").lexically_proximate(fs::current_path()).string()});
  }
  fmt::print("{}", format_table({"unit", "title", "minutes", "points", "handout"}, rows));
}

struct LabStartCommand {
  LabFolders folders;
  std::string unit, folder;
};

void start(const LabStartCommand& command) {
  const LabUnit unit = unit_of(command.folders, command.unit);
  start_unit(unit, command.folder);
  fmt::print("{}: {}\n  read it   {}\n  check it  {} lab check {} {}\n", unit.title, command.folder,
             (fs::path(command.folder) / "handout.md").string(), called_as(), unit.number,
             shell_word(command.folder));
}

/// Files and a submission.
struct LabCheckCommand {
  LabFolders folders;
  std::string unit;
  std::string folder = ".";
  std::string json, junit;
  std::vector<NamedFile> outputs;
};

/// Whether all points are reached.
bool check(const LabCheckCommand& command) {
  const LabUnit unit = unit_of(command.folders, command.unit);
  // A machine that marks wants a verdict of whatever was handed in.
  if (command.json.empty() && command.junit.empty()) refuse_without_answers(command.folder);
  refuse_overwriting(command.outputs);
  SubmissionUse use;
  use.isolation = isolation_for(unit, !command.folders.instructor.empty(), command.folders.no_isolation);
  std::error_code error;
  if (command.folders.instructor.empty() && unit.runs_code() && fs::is_directory(command.folder, error)) {
    if (use.isolation == Isolation::Bubblewrap) use.models = lab_models();
    use.waves = fs::path(command.folder) / "check";
  }
  const auto json = output_if_named(command.json), junit = output_if_named(command.junit);
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
  // Submissions are quoted, whatever their bytes are.
  const auto replace = nlohmann::ordered_json::error_handler_t::replace;
  write_verdict(json, gradescope_results(result).dump(2, ' ', false, replace) + "\n");
  write_verdict(junit, lab_junit(unit, result));
  return result.score() == result.most();
}

struct LabMarkCommand {
  LabFolders folders;
  std::string unit, submissions, csv;
  JobsFlag jobs;
};

void mark(const LabMarkCommand& command) {
  const LabUnit unit = unit_of(command.folders, command.unit);
  Marking marking;
  marking.submissions = command.submissions;
  marking.csv = command.csv;
  marking.jobs = command.jobs.jobs();
  // Others' code: without isolation only where it is said.
  marking.isolation = isolation_for(unit, true, command.folders.no_isolation);
  const MarkingOutcome outcome = mark_submissions(unit, marking);
  fmt::print("{}\n  {} marked, {} known from before: {}\n", outcome.tally, outcome.marked, outcome.known,
             command.csv);
  for (const auto& names : outcome.equal) fmt::print("  equal: {}\n", fmt::join(names, ", "));
  for (const LabBoard& board : outcome.boards) fmt::print("\n{}", board_text(board));
  std::fflush(stdout);
  if (outcome.interrupted) throw RunError("interrupted; the same command goes on");
  if (!outcome.failed.empty())
    throw RunError("{} not marked; the first: {}", outcome.failed.size(), outcome.failed.front());
}

}  // namespace

Verb lab_verb(CLI::App& program) {
  const auto listed = std::make_shared<LabFolders>();
  const auto begun = std::make_shared<LabStartCommand>();
  const auto checked = std::make_shared<LabCheckCommand>();
  const auto marked = std::make_shared<LabMarkCommand>();
  Verb verb(program, "lab", "a course: its units (list, start), submissions (check, mark)");

  Verb& list_part = verb.part("list", "list the units");
  listed->add_units(list_part);
  list_part.does([listed] { list_units(*listed); });

  Verb& start_part = verb.part("start", "copy a unit's skeleton and handout");
  start_part.examples({"xbarlab lab start 1 work"});
  begun->folders.add_units(start_part);
  start_part.word("unit", begun->unit, "number of the unit");
  start_part.word("folder", begun->folder, "new or empty folder");
  start_part.does([begun] { start(*begun); });

  Verb& check_part = verb.part("check", "judge a submission: points and what to look at next");
  check_part.examples({"xbarlab lab check 1 work"});
  checked->folders.add_to(check_part);
  check_part.word("unit", checked->unit, "number of the unit");
  check_part.optional_word("folder", checked->folder, "submission (default .)");
  check_part.json(checked->json, "write results.json as Gradescope reads it; - for standard output");
  check_part.file("--junit", "FILE", checked->junit, "write the marks as JUnit XML");
  check_part.outputs(checked->outputs);
  check_part.judges([checked] { return check(*checked); });

  Verb& mark_part = verb.part("mark", "judge all submissions of a folder, as a table");
  mark_part.examples({"xbarlab lab mark 1 submissions --csv marks.csv"});
  marked->folders.add_to(mark_part);
  mark_part.word("unit", marked->unit, "number of the unit");
  mark_part.word("submissions", marked->submissions, "folder with a folder for each submission");
  mark_part.file("--csv", "FILE", marked->csv, "table of the marks; what it has is not marked again");
  mark_part.require("--csv");
  marked->jobs.add_to(mark_part, "submissions at a time (default one a core)", "N");
  mark_part.does([marked] { mark(*marked); });
  return verb;
}

}  // namespace xb
