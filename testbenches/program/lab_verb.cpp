// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "testbenches/program/lab_command.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"

namespace xb {

namespace {
struct LabLine {
  std::optional<std::string> units, instructor, json, junit, csv;
  LabStartCommand start;
  LabCheckCommand check;
  LabMarkCommand mark;
};

/// Flags that several verbs of `lab` have.
void add_units(CLI::App& app, LabLine& given) {
  app.add_option("--units", given.units, "folder of units (default labs/)")->type_name("FOLDER");
}
void add_hidden(CLI::App& app, LabLine& given, bool& no_isolation) {
  add_units(app, given);
  app.add_option("--instructor", given.instructor, "folder of hidden criteria")->type_name("FOLDER");
  app.add_flag("--no-isolation", no_isolation,
               "run what students wrote without bubblewrap: it can read and write whatever you can");
}

std::string units_of(const LabLine& given) { return not_empty("--units", given.units, "a folder of units"); }
std::string instructor_of(const LabLine& given) {
  return not_empty("--instructor", given.instructor, "a folder of hidden criteria");
}

int check_lab(LabLine& given) {
  given.check.units = units_of(given);
  given.check.instructor = instructor_of(given);
  given.check.json = not_empty("--json", given.json, "a file, or -");
  given.check.junit = not_empty("--junit", given.junit, "a file");
  return lab_check_command(given.check) ? 0 : kFoundWrong;
}

int mark_lab(LabLine& given) {
  given.mark.units = units_of(given);
  given.mark.instructor = instructor_of(given);
  given.mark.csv = not_empty("--csv", given.csv, "a file");
  lab_mark_command(given.mark);
  return 0;
}
}  // namespace

Verb lab_verb(CLI::App& program) {
  const auto given = std::make_shared<LabLine>();
  CLI::App* const app =
      program.add_subcommand("lab", "a course: its units (list, start), submissions (check, mark)");
  app->require_subcommand(1);
  CLI::App* const list = app->add_subcommand("list", "list the units");
  add_units(*list, *given);
  CLI::App* const start = app->add_subcommand("start", "copy a unit's skeleton and handout");
  add_units(*start, *given);
  start->add_option("unit", given->start.unit, "number of the unit")->required();
  start->add_option("folder", given->start.folder, "new or empty folder")->required();
  CLI::App* const check = app->add_subcommand("check", "judge a submission: points and what to look at next");
  add_hidden(*check, *given, given->check.no_isolation);
  check->add_option("unit", given->check.unit, "number of the unit")->required();
  check->add_option("folder", given->check.folder, "submission (default .)")->default_str(".");
  check->add_option("--json", given->json, "write results.json as Gradescope reads it; - for standard output")
      ->type_name("FILE");
  check->add_option("--junit", given->junit, "write the marks as JUnit XML")->type_name("FILE");
  CLI::App* const mark = app->add_subcommand("mark", "judge all submissions of a folder, as a table");
  add_hidden(*mark, *given, given->mark.no_isolation);
  mark->add_option("unit", given->mark.unit, "number of the unit")->required();
  mark->add_option("submissions", given->mark.submissions, "folder with a folder for each submission")
      ->required();
  mark->add_option("--csv", given->csv, "table of the marks; what it has is not marked again")
      ->type_name("FILE")
      ->required();
  mark->add_option("--jobs", given->mark.jobs, "submissions at a time (default one a core)")->type_name("N");
  const auto execute = [given, list, start, check] {
    given->start.units = units_of(*given);
    if (check->parsed()) return check_lab(*given);
    if (list->parsed())
      lab_list_command(units_of(*given));
    else if (start->parsed())
      lab_start_command(given->start);
    else
      return mark_lab(*given);
    return 0;
  };
  return {app, execute};
}

}  // namespace xb
