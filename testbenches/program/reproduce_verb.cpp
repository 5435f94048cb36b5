// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/study_flags.h"
#include "testbenches/program/verbs.h"
#include "testbenches/report/drawing.h"
#include "testbenches/reproduce/comparison.h"
#include "testbenches/steps/step_search_point.h"
#include "testbenches/study/search_rounds.h"
#include "testbenches/study/study_run.h"

namespace xb {
namespace {

/// The repository's experiments, and a page of what they say beside what is published.
struct ReproduceCommand {
  std::vector<std::string> names;  ///< of experiments; empty: all
  bool quick = false;              ///< those that say so
  std::string out;                 ///< folder for the results, or empty: build/reproduced
  std::string page;                ///< file, or empty: in that folder
  JobsFlag jobs;
  bool quiet = false;
};

namespace fs = std::filesystem;

struct Named {
  std::string name;
  Experiment experiment;
};

/// Of all experiments of the repository, in order.
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(source_dir() / "experiments")) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The experiments of the repository by name: all, those of --quick, or those that are named.
std::vector<Named> chosen(const ReproduceCommand& command, const std::vector<std::string>& names) {
  for (const std::string& name : command.names) {
    if (!contains(names, name))
      throw not_allowed("reproduce", name, "names of xbarlab list experiments, without folder and .toml");
  }
  std::vector<Named> found;
  for (const std::string& name : names) {
    const bool is_named = contains(command.names, name);
    if (!command.names.empty() && !is_named) continue;
    Experiment experiment = read_experiment(source_dir() / "experiments" / (name + ".toml"));
    if (command.quick && !experiment.quick) continue;
    found.push_back({name, std::move(experiment)});
  }
  if (found.empty())
    throw InputError(
        "reproduce: no experiment is left; allowed: --quick with names of experiments that are quick");
  return found;
}

/// Runs what is missing of an experiment.
Reproduced run_one(const Named& one, const ReproduceCommand& command, unsigned jobs) {
  const StudyFolder folder(fs::path(command.out) / one.name);
  std::optional<StudySearches> searches;
  if (one.experiment.search) searches.emplace(one.experiment.search, search_plans(one.experiment));
  const auto each_point = [&](const TakeConfig& take) {
    if (!searches) one.experiment.each_point(take);
  };
  Study study = make_study_of(folder.path(), each_point);
  const HeldFolder held(folder);
  const StudyRunner run_missing = [&](Study& points, bool retry_failed) {
    StudyOptions options{jobs, retry_failed, command.quiet, run_or_search};
    if (searches) options.grow = searches->growth();
    return run_study(points, options);
  };
  if (!searches) write_index(study);
  const StudyOutcome outcome =
      searches ? run_searches(*searches, study, false, run_missing) : run_missing(study, false);
  if (!outcome.stopped.empty()) throw RunError(outcome.stopped);
  if (outcome.interrupted) {
    fmt::print(stderr, "xbarlab: interrupted; to resume, repeat the command: results are in {}\n",
               command.out);
    end_as_interrupted();
  }
  return compare_study(one.name, one.experiment, study, searches ? &*searches : nullptr);
}

void write_file(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  write_output(path, text);
}

/// The page, and a picture beside it for each experiment that has one.
void write_page(const ReproduceCommand& command, const std::vector<Reproduced>& all,
                std::vector<std::string> left_out) {
  constexpr const char* kPictures = "pictures/reproduced";
  const fs::path page = command.page;
  for (const Reproduced& one : all) {
    left_out.erase(std::remove(left_out.begin(), left_out.end(), one.name), left_out.end());
    const Comparison* const comparison = pictured(one);
    if (comparison == nullptr) continue;
    const auto figure = comparison_figure(one, *comparison);
    if (figure) write_file(page.parent_path() / kPictures / (one.name + ".svg"), drawing_file(*figure));
  }
  const char* const written_by = !command.names.empty() ? "./lab reproduce NAME..."
                                 : command.quick        ? "./lab reproduce --quick"
                                                        : "./lab reproduce";
  write_file(page, reproduced_page(all, kPictures, written_by, left_out));
}

void reproduce(const ReproduceCommand& given) {
  ReproduceCommand command = given;
  if (command.out.empty()) command.out = results_dir() / "reproduced";
  if (command.page.empty()) command.page = fs::path(command.out) / "reproduced.md";
  const unsigned jobs = command.jobs.jobs();
  const std::vector<std::string> names = all_names();
  const std::vector<Named> experiments = chosen(command, names);
  std::size_t width = 0;
  for (const Named& one : experiments) width = std::max(width, one.name.size());
  std::vector<Reproduced> all;
  std::size_t wrong = 0;
  for (const Named& one : experiments) {
    all.push_back(run_one(one, command, jobs));
    const Reproduced& last = all.back();
    wrong += last.is_as_expected() ? 0 : 1;
    fmt::print("  {:<{}}  {:>5} points  {:>5} checks  {}\n", last.name, width, last.points, last.checks(),
               verdict_of(last));
    std::fflush(stdout);
  }
  write_page(command, all, names);
  fmt::print("\n  {} of {} experiments as published or expected; page {}\n", all.size() - wrong, all.size(),
             command.page);
  std::fflush(stdout);
  if (wrong > 0) throw RunError("{} of {} experiments are not as expected", wrong, all.size());
}

}  // namespace

Verb reproduce_verb(CLI::App& program) {
  const auto given = std::make_shared<ReproduceCommand>();
  Verb verb(program, "reproduce",
            "run the repository's experiments, and write what is published beside ours");
  verb.examples({"xbarlab reproduce theory-window", "xbarlab reproduce --quick"});
  verb.words("names", given->names, "experiments, such as theory-window (default all)");
  verb.on("--quick", given->quick, "only the quick ones: some minutes in all");
  verb.folder("--out", given->out,
              "folder for the results (default build/reproduced): runs what is missing in it");
  verb.text("--page", "FILE.md", given->page,
            "page to write, Markdown, pictures beside it (default in --out)", "a file");
  given->jobs.add_to(verb, "processes that run points (default one a core)");
  verb.quiet(given->quiet);
  verb.does([given] { reproduce(*given); });
  return verb;
}

}  // namespace xb
