// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_run.h"

#include <malloc.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <sstream>

#include "host/base/errors.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/file_lock.h"
#include "testbenches/study/identity.h"
#include "tests/catch.h"
#include "tests/testbenches/own_heap.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

constexpr int kInterrupted = 3;

/// Counts the executions of the study's points, in all processes.
class ExecutionLog {
 public:
  explicit ExecutionLog(fs::path file) : file_(std::move(file)) {
    setenv("XBARLAB_STUDY_LOG", file_.c_str(), 1);
  }
  [[nodiscard]] std::vector<std::string> hashes() const {
    std::istringstream lines(text_of(file_));
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    return all;
  }

 private:
  fs::path file_;
};

/// Runs the study in a process of its own, as the program does, without the handlers of Catch2, which
/// allocate: a worker that a signal ends while it allocates itself would wait for ever.
pid_t start_runner(Study& study, const StudyOptions& options) {
  const pid_t pid = fork_child(SIGKILL);
  if (pid != 0) return pid;
  for (const int number : {SIGINT, SIGTERM}) signal(number, SIG_DFL);
  int status = 0;
  try {
    const FileLock lock(study.folder.path() / ".lock", "the study", "runs");
    const StudyOutcome outcome = run_study(study, options);
    if (!outcome.stopped.empty()) status = 2;
    if (outcome.interrupted) status = kInterrupted;
  } catch (const std::exception&) {
    status = 1;
  }
  _exit(status);
}

int run_to_end(Study& study, const StudyOptions& options) { return status_of(start_runner(study, options)); }

const StudyOptions kTwoJobs{2, false, true};

void until_true(const std::function<bool()>& condition) {
  while (!condition()) usleep(500);
}

/// A process that this one has started, or none.
pid_t child_of(pid_t parent) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name_of = entry.path().filename();
    if (name_of.find_first_not_of("0123456789") != std::string::npos) continue;
    std::istringstream stat(text_of(entry.path() / "stat"));
    int pid = 0, ppid = 0;
    std::string name, state;
    if (stat >> pid >> name >> state >> ppid && ppid == parent) return pid;
  }
  return 0;
}

bool ended(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/// Points that a killed run had written to their ends and not published.
std::set<std::string> written_whole(const StudyFolder& folder) {
  std::set<std::string> hashes;
  for (const std::string& name : folder.leftovers()) {
    const fs::path path = folder.path() / "aside" / name;
    const std::string hash = name.substr(0, name.find('.'));
    const std::string provenance = text_of(path / "provenance.json");
    const bool ends = provenance.size() > 2 && provenance.substr(provenance.size() - 3) == "\n}\n";
    if (ends && is_whole_record(text_of(path / "record.json"), hash)) hashes.insert(hash);
  }
  return hashes;
}

/// Kills the runner, or one of its workers, at so many random moments; each is counted in executions of
/// points and some microseconds more, so that a slow machine sees the same.
void kill_at_random_moments(unsigned moments, std::size_t points) {
  const ScratchFolder scratch;
  Study undisturbed = small_study(scratch.path() / "undisturbed", points);
  REQUIRE(run_to_end(undisturbed, kTwoJobs) == 0);
  const auto wanted = records_in(undisturbed.folder);
  REQUIRE(wanted.size() == points);

  std::mt19937 random(14);  // NOLINT: the same moments each time
  unsigned kills_of_runner = 0, kills_of_worker = 0;
  for (unsigned round = 0; moments > 0; ++round) {
    const fs::path folder = scratch.path() / std::to_string(round);
    Study study = small_study(folder, points);
    const ExecutionLog log(folder / "log");
    while (true) {
      std::set<std::string> finished;
      {
        const FileLock lock(folder / ".lock", "the study", "runs");  // what was killed has gone
        for (const auto& hash : study.folder.results()) finished.insert(hash);
        for (const auto& hash : finished) REQUIRE(study.folder.has_result(hash));
        const auto whole = written_whole(study.folder);
        finished.insert(whole.begin(), whole.end());
      }
      const std::size_t before = log.hashes().size();
      const std::size_t more = random() % (points / 4);
      const pid_t runner = start_runner(study, kTwoJobs);
      const bool kills = moments > 0;
      const bool worker_only = random() % 2 == 0;
      if (kills) {
        --moments;
        until_true([&] { return ended(runner) || log.hashes().size() >= before + more; });
        usleep(random() % 3000);
        const pid_t victim = worker_only ? child_of(runner) : runner;
        if (victim != 0 && kill(victim, SIGKILL) == 0) ++(worker_only ? kills_of_worker : kills_of_runner);
      }
      const int status = status_of(runner);
      {
        const FileLock lock(folder / ".lock", "the study", "runs");
        const auto executed = log.hashes();
        std::map<std::string, unsigned> times;
        for (std::size_t n = before; n < executed.size(); ++n) {
          CHECK(finished.count(executed[n]) == 0);  // no finished point runs again
          CHECK(++times[executed[n]] <= 2);         // only one that was in flight
        }
      }
      if (status == 0) break;  // of a runner that was not killed, or too late
      REQUIRE(WIFSIGNALED(status));
    }
    CHECK(records_in(study.folder) == wanted);
    CHECK(fs::is_empty(folder / "aside"));
    CHECK(fs::is_empty(folder / "failed"));
  }
  CHECK(kills_of_runner > 0);
  CHECK(kills_of_worker > 0);
}

}  // namespace

TEST_CASE("one job or two, the results are the same bytes, and nothing runs twice", "[testbenches]") {
  const ScratchFolder scratch;
  Study one = small_study(scratch.path() / "one", 20);
  Study two = small_study(scratch.path() / "two", 20);
  const ExecutionLog log(scratch.path() / "log");
  CHECK(run_to_end(one, {1, false, true}) == 0);
  CHECK(log.hashes().size() == 20);
  CHECK(run_to_end(two, kTwoJobs) == 0);
  CHECK(log.hashes().size() == 40);
  CHECK(records_in(one.folder).size() == 20);
  CHECK(records_in(one.folder) == records_in(two.folder));
  CHECK(run_to_end(one, {1, false, true}) == 0);
  CHECK(log.hashes().size() == 40);
}

TEST_CASE("points of one hash run once", "[testbenches]") {
  const ScratchFolder scratch;
  auto configs = short_points(3);
  configs.push_back(configs[1]);
  Study study = make_study(scratch.path(), configs, {{"xbarlab", "test"}});
  study.folder.create();
  const ExecutionLog log(scratch.path() / "log");
  CHECK(run_to_end(study, kTwoJobs) == 0);
  CHECK(log.hashes().size() == 3);
}

TEST_CASE("a study of many points takes no more memory than one of few", "[testbenches]") {
  if (has_own_heap()) return;
  Experiment experiment;
  experiment.keys = {{"engine", {"fast"}, "test"}, {"ports", {"2"}, "test"}, {"cycles", {"500"}, "test"}};
  const auto most_bytes = [&](unsigned points, std::size_t kept = 0) {
    const ScratchFolder scratch;
    experiment.seeds = points;
    return std::stod(in_child_process([&] {
      // One heap for all threads, which grows by pages and never shrinks: its size is the most that was
      // needed.
      mallopt(M_ARENA_MAX, 1);
      mallopt(M_TOP_PAD, 0);
      mallopt(M_MMAP_THRESHOLD, 1 << 25);
      mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
      const std::vector<std::string> held(kept, std::string(128, '-'));
      const auto each = [&](const TakeConfig& take) { experiment.each_point(take); };
      Study study = make_study_of(scratch.path(), each, {{"xbarlab", "test"}});
      study.folder.create();
      write_index(study);
      if (!run_study(study, kTwoJobs).stopped.empty()) throw RunError("it stopped");
      return std::to_string(mallinfo2().arena);
    }));
  };
  const double few = most_bytes(50), many = most_bytes(1550);
  CHECK((many - few) / 1500 < 128);  // bytes a point
  CHECK((most_bytes(50, 1500) - few) / 1500 > 128);
}

TEST_CASE("a damaged record is run again, and becomes what it was", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 3);
  CHECK(run_to_end(study, kTwoJobs) == 0);
  const auto wanted = records_in(study.folder);
  fs::resize_file(scratch.path() / "points" / study.points[1].hash / "record.json", 100);
  fs::remove(scratch.path() / "points" / study.points[2].hash / "record.json");
  const ExecutionLog log(scratch.path() / "log");
  CHECK(run_to_end(study, kTwoJobs) == 0);
  CHECK(log.hashes().size() == 2);
  CHECK(records_in(study.folder) == wanted);
}

TEST_CASE("killed at random moments, a study ends with the same bytes", "[testbenches]") {
  kill_at_random_moments(8, 40);
}

TEST_CASE("killed at 100 random moments, a study of 200 points ends with the same bytes",
          "[testbenches][long]") {
  kill_at_random_moments(100, 200);
}

TEST_CASE("a point whose worker dies twice has failed, and the others run", "[testbenches]") {
  const ScratchFolder scratch;
  auto configs = short_points(4);
  configs[1].cycles = 1000000000000;  // never ends
  Study study = make_study(scratch.path(), configs, {{"xbarlab", "test"}});
  study.folder.create();
  const std::string endless = study.points[1].hash;
  const ExecutionLog log(scratch.path() / "log");
  const pid_t runner = start_runner(study, {1, false, true});
  for (long attempt = 1; attempt <= 2; ++attempt) {
    until_true([&] {
      const auto executed = log.hashes();
      return std::count(executed.begin(), executed.end(), endless) == attempt;
    });
    kill(child_of(runner), SIGKILL);
  }
  CHECK(status_of(runner) == 0);
  CHECK(study.folder.failure(endless)["message"] == "a worker process died (signal 9)");
  CHECK(study.folder.results().size() == 3);
  CHECK(log.hashes().size() == 5);
}

TEST_CASE("a failed point is kept with its message, and runs again only if asked", "[testbenches]") {
  const ScratchFolder scratch;
  const fs::path net = scratch.path() / "net.toml";
  std::ofstream(net) << "[[switch]]\nname = \"s\"\nhosts = 4\n";
  auto configs = short_points(2);
  configs[1].topology = net.string();
  configs[1] = resolve(configs[1]).config;
  Study study = make_study(scratch.path() / "study", configs, {{"xbarlab", "test"}});
  study.folder.create();
  const std::string hash = study.points[1].hash;
  fs::rename(net, scratch.path() / "away.toml");
  const ExecutionLog log(scratch.path() / "log");
  CHECK(run_to_end(study, kTwoJobs) == 0);
  CHECK(study.folder.failure(hash)["message"].get<std::string>().find("net.toml") != std::string::npos);
  CHECK(study.folder.failure(hash)["command"].get<std::string>().rfind("xbarlab run", 0) == 0);
  CHECK(fs::exists(scratch.path() / "study" / "failed" / hash / "log"));
  CHECK(run_to_end(study, kTwoJobs) == 0);
  CHECK(log.hashes().size() == 2);
  fs::rename(scratch.path() / "away.toml", net);
  CHECK(run_to_end(study, {2, true, true}) == 0);
  CHECK(log.hashes().size() == 3);
  CHECK(study.folder.has_result(hash));
  CHECK_FALSE(study.folder.has_failure(hash));
}

TEST_CASE("an interrupt lets running points end, a second one does not", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path() / "once", 20);
  const ExecutionLog log(scratch.path() / "log");
  const fs::path gate = scratch.path() / "gate";
  StudyOptions gated = kTwoJobs;
  gated.run = [&](const Setup& setup) {
    if (setup.config.seed > 6) until_true([&] { return fs::exists(gate); });
    return run_simulation(setup);
  };
  pid_t runner = start_runner(study, gated);
  until_true([&] { return log.hashes().size() == 8; });
  kill(runner, SIGINT);
  std::ofstream(gate) << "open";
  const int status = status_of(runner);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == kInterrupted);
  CHECK(log.hashes().size() == 8);
  CHECK(study.folder.results().size() == 8);  // all that had begun
  CHECK(run_to_end(study, kTwoJobs) == 0);
  CHECK(log.hashes().size() == 20);

  Study endless = small_study(scratch.path() / "twice", 2, 1000000000000);
  runner = start_runner(endless, kTwoJobs);
  until_true([&] { return log.hashes().size() == 22; });
  kill(runner, SIGINT);
  usleep(20000);
  CHECK_FALSE(ended(runner));
  while (!ended(runner)) {
    kill(runner, SIGINT);
    usleep(20000);
  }
  CHECK(WTERMSIG(status_of(runner)) == SIGINT);
  CHECK(fs::is_empty(scratch.path() / "twice" / "aside"));
  CHECK(fs::is_empty(scratch.path() / "twice" / "points"));
}
