// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/search_rounds.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "host/base/errors.h"
#include "host/point/traffic_config.h"
#include "testbenches/process/child_process.h"
#include "testbenches/study/export_table.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

SearchGoal saturation() {
  SearchGoal goal;
  goal.kind = SearchGoal::Kind::Saturation;
  return goal;
}

/// A search for each seed among loads 0.01, 0.02, ... 1.
std::vector<SearchPlan> searches_of_seeds(unsigned seeds) {
  std::vector<SearchPlan> plans;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    SearchPlan plan;
    for (unsigned n = 1; n <= 100; ++n) {
      RunConfig config = config_of("engine fast, ports 2");
      config.seed = seed;
      config.traffic->load = n / 100.0;
      plan.candidates.push_back(resolve(config).config);
    }
    plans.push_back(std::move(plan));
  }
  return plans;
}

/// Saturates at 0.6, 0.61, ... by the seed; a wide interval in short runs near there.
RunResult made_up(const Setup& setup) {
  const RunConfig& c = setup.config;
  const double knee = 0.59 + 0.01 * static_cast<double>(c.seed) + 0.001;
  RunResult r;
  r.cycles = r.measured_cycles = c.cycles;
  r.offered_load = c.traffic->load;
  r.throughput = {std::min(c.traffic->load, knee),
                  c.traffic->load > 0.6 && c.cycles <= 100000 ? 0.009 : 0.001};
  r.offered_packets = 1000;
  return r;
}

struct Ran {
  fs::path folder;
  StudySearches searches;
  Study study;
};

Ran searches_in(const fs::path& folder) {
  Ran ran{folder, {saturation(), searches_of_seeds(3)}, make_study(folder, {}, {{"xbarlab", "test"}})};
  ran.study.folder.create();
  return ran;
}

StudyRunner with_jobs(unsigned jobs, PointRunner point = made_up) {
  return [jobs, point](Study& study, bool retry_failed) {
    return run_study(study, {jobs, retry_failed, true, point});
  };
}

/// The same where points that follow need not wait for those that run.
StudyRunner overlapping(StudySearches& searches, unsigned jobs, PointRunner point = made_up) {
  return [&searches, jobs, point](Study& study, bool retry_failed) {
    StudyOptions options{jobs, retry_failed, true, point};
    options.grow = searches.growth();
    return run_study(study, options);
  };
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::istringstream text(text_of(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("searches find the same with any number of jobs, and run nothing twice", "[testbenches]") {
  const ScratchFolder folder;
  setenv("XBARLAB_STUDY_LOG", (folder.path() / "log").c_str(), 1);
  Ran one = searches_in(folder.path() / "one");
  const StudyOutcome outcome = run_searches(one.searches, one.study, false, with_jobs(1));
  CHECK(outcome.left == 0);
  CHECK_FALSE(one.searches.wants());
  for (unsigned n = 0; n < 3; ++n) {
    const Finding& finding = one.searches.findings()[n];
    CHECK(finding.state == Finding::State::Found);
    CHECK(one.searches.plans()[n].candidates[finding.found.value()].traffic->load == Approx(0.6 + 0.01 * n));
  }
  const auto executed = lines_of(folder.path() / "log");
  CHECK(executed.size() == one.study.points.size());
  CHECK(std::set<std::string>(executed.begin(), executed.end()).size() == executed.size());

  Ran two = searches_in(folder.path() / "two");
  run_searches(two.searches, two.study, false, with_jobs(2));
  CHECK(records_in(one.study.folder) == records_in(two.study.folder));
  for (const char* name : {"index.jsonl", "searches.jsonl"})
    CHECK(text_of(one.folder / name) == text_of(two.folder / name));

  // Again: nothing is left to run.
  Ran again = searches_in(folder.path() / "one");
  run_searches(again.searches, again.study, false, with_jobs(1));
  CHECK(lines_of(folder.path() / "log").size() == 2 * executed.size());
}

TEST_CASE("the next point of a search does not wait for those of others", "[testbenches]") {
  const ScratchFolder folder;
  Ran rounds = searches_in(folder.path() / "rounds");
  run_searches(rounds.searches, rounds.study, false, with_jobs(2));
  setenv("XBARLAB_STUDY_LOG", (folder.path() / "log").c_str(), 1);
  // A first point of search 1 ends only after a second one of search 2 has begun.
  const fs::path begun = folder.path() / "begun";
  const auto waiting = [&](const Setup& setup) {
    const RunConfig& c = setup.config;
    if (c.seed == 2 && c.traffic->load > 0.01 && c.traffic->load < 1) std::ofstream(begun) << "begun";
    for (unsigned waits = 0; c.seed == 1 && c.traffic->load == 1 && !fs::exists(begun); ++waits) {
      if (waits == 60000) throw RunError("nobody began");
      usleep(1000);
    }
    return made_up(setup);
  };
  Ran ran = searches_in(folder.path() / "overlapping");
  run_searches(ran.searches, ran.study, false, overlapping(ran.searches, 2, waiting));
  CHECK(records_in(ran.study.folder) == records_in(rounds.study.folder));
  for (const char* name : {"index.jsonl", "searches.jsonl"})
    CHECK(text_of(ran.folder / name) == text_of(rounds.folder / name));
  CHECK(lines_of(folder.path() / "log").size() == ran.study.points.size());
}

TEST_CASE("a search that grows says what its points will cost, until it is at its end", "[testbenches]") {
  const ScratchFolder folder;
  Ran ran = searches_in(folder.path() / "study");
  ran.searches.look(ran.study);
  REQUIRE(ran.study.points.size() == 6);  // the ends of three searches
  const double of_point = cost_of(ran.searches.plans()[0].stands_for());
  const double first = ran.searches.grow(ran.study, "");
  CHECK(first == 3 * (static_cast<double>(usual_asked(100)) - 2) * of_point);
  CHECK(ran.study.points.size() == 6);
  run_study(ran.study, {1, false, true, made_up});
  double last = first;
  for (std::size_t n = 0; n < ran.study.points.size(); ++n) {
    const std::string hash = ran.study.points.hash(n);
    if (!ran.study.folder.has_result(hash))
      ran.study.folder.publish(hash, write_study_point(ran.study, ran.study.points[n], {}, made_up));
    last = ran.searches.grow(ran.study, hash);
    CHECK(last <= first);
  }
  CHECK(last == 0);
  CHECK_FALSE(ran.searches.wants());
}

TEST_CASE("searches that are killed go on where they were", "[testbenches]") {
  const ScratchFolder folder;
  Ran whole = searches_in(folder.path() / "whole");
  run_searches(whole.searches, whole.study, false, with_jobs(2));
  setenv("XBARLAB_STUDY_LOG", (folder.path() / "log").c_str(), 1);
  const auto slow = [](const Setup& setup) {
    usleep(3000);
    return made_up(setup);
  };
  for (unsigned kill_after : {1U, 7U, 12U, 25U}) {
    const pid_t pid = fork_child(SIGKILL);
    if (pid == 0) {
      try {
        Ran ran = searches_in(folder.path() / "killed");
        run_searches(ran.searches, ran.study, false, with_jobs(2, slow));
      } catch (const std::exception&) {
        _exit(1);
      }
      _exit(0);
    }
    const StudyFolder killed(folder.path() / "killed");
    int ended = 0;
    while (killed.results().size() < kill_after && (ended = kill(pid, 0)) == 0) usleep(500);
    kill(pid, SIGKILL);
    status_of(pid);
  }
  Ran resumed = searches_in(folder.path() / "killed");
  run_searches(resumed.searches, resumed.study, false, with_jobs(2));
  CHECK(records_in(resumed.study.folder) == records_in(whole.study.folder));
  for (const char* name : {"index.jsonl", "searches.jsonl"})
    CHECK(text_of(resumed.folder / name) == text_of(whole.folder / name));
  // Four kills lose at most two points in flight each.
  CHECK(lines_of(folder.path() / "log").size() <= resumed.study.points.size() + 8);
}

TEST_CASE("a point that fails ends its search alone, also where searches overlap", "[testbenches]") {
  const ScratchFolder folder;
  const auto failing = [](const Setup& setup) {
    if (setup.config.seed == 2 && setup.config.traffic->load > 0.58 && setup.config.traffic->load < 0.65)
      throw RunError("it broke");
    return made_up(setup);
  };
  Ran ran = searches_in(folder.path() / "study");
  run_searches(ran.searches, ran.study, false, overlapping(ran.searches, 2, failing));
  CHECK_FALSE(ran.searches.wants());
  CHECK(ran.searches.findings()[0].state == Finding::State::Found);
  CHECK(ran.searches.findings()[1].state == Finding::State::Failed);
  CHECK(ran.searches.findings()[2].state == Finding::State::Found);
  Ran retried = searches_in(folder.path() / "study");
  run_searches(retried.searches, retried.study, true, overlapping(retried.searches, 2));
  CHECK(retried.searches.findings()[1].state == Finding::State::Found);
}

TEST_CASE("a failed point ends its search, and is run again where that is asked for", "[testbenches]") {
  const ScratchFolder folder;
  const auto failing = [](const Setup& setup) {
    if (setup.config.traffic->load > 0.58 && setup.config.traffic->load < 0.65) throw RunError("it broke");
    return made_up(setup);
  };
  Ran ran = searches_in(folder.path() / "study");
  run_searches(ran.searches, ran.study, false, with_jobs(2, failing));
  CHECK_FALSE(ran.searches.wants());
  for (const Finding& finding : ran.searches.findings()) CHECK(finding.state == Finding::State::Failed);
  const std::size_t points = ran.study.points.size();

  Ran same = searches_in(folder.path() / "study");
  run_searches(same.searches, same.study, false, with_jobs(2));
  CHECK(same.searches.findings()[0].state == Finding::State::Failed);
  CHECK(same.study.points.size() == points);

  Ran retried = searches_in(folder.path() / "study");
  run_searches(retried.searches, retried.study, true, with_jobs(2));
  for (const Finding& finding : retried.searches.findings()) CHECK(finding.state == Finding::State::Found);
}

TEST_CASE("an export says which search a point is of, and what that found", "[testbenches]") {
  const ScratchFolder folder;
  Ran ran = searches_in(folder.path() / "study");
  run_searches(ran.searches, ran.study, false, with_jobs(2));
  ExportTable table(ran.folder);
  const auto& columns = table.columns();
  for (const char* name : {"search", "search_state", "answer", "found", "beyond"})
    CHECK(std::find(columns.begin(), columns.end(), name) != columns.end());
  std::size_t rows = 0, found = 0;
  while (table.next()) {
    const auto row = nlohmann::json::parse(table.json_row());
    ++rows;
    CHECK(row["search_state"] == "found");
    if (row["load"] == row["found"] && row["answer"] == "yes") ++found;
    if (row["load"] == row["beyond"]) CHECK(row["answer"] != "yes");
  }
  CHECK(rows == ran.study.points.size());
  CHECK(found == 3);
}
