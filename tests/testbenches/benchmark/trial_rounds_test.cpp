// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/benchmark/bench_patterns.h"
#include "testbenches/benchmark/trial_book.h"
#include "testbenches/process/child_process.h"
#include "testbenches/study/study_run.h"
#include "tests/catch.h"
#include "tests/testbenches/benchmark/small_bench.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;

namespace {

/// A benchmark in this folder, or in memory, and what came of it.
struct Benchmark {
  explicit Benchmark(const std::filesystem::path& folder, TrialRounds::Run run = run_trial)
      : study(make_study(folder, {}, {{"xbarlab", "test"}})), rounds(study, book, trials(), std::move(run)) {
    study.folder.create();
  }
  std::function<void()> trials() {
    return [this] { tables = rfc2889_meshed(setup, book); };
  }

  StudyOutcome go(unsigned jobs, bool retry_failed = false) {
    const auto run = [&](Study& points, bool retry) { return run_study(points, {jobs, retry, true}); };
    return run_rounds(study, retry_failed, run, [&](bool retry) { return rounds.look(retry); });
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (const BenchTable& table : tables) text += table_text(table);
    return text;
  }

  const BenchPlan setup = small_bench(bench_config("input", 4, 64), {64, 128}, 10, 4000);
  TrialBook book;
  BenchTables tables;
  Study study;
  TrialRounds rounds;
};

std::string tables_of_one() {
  Benchmark one("");
  one.go(1);
  return one.text();
}

/// The trials that ran while `action` did.
std::size_t executions(const std::filesystem::path& log, const std::function<void()>& action) {
  std::filesystem::remove(log);
  setenv("XBARLAB_STUDY_LOG", log.c_str(), 1);
  action();
  const std::string text = std::filesystem::exists(log) ? text_of(log) : "";
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("tables depend neither on the number of worker processes nor on a folder", "[testbenches]") {
  const std::string one = tables_of_one();
  CHECK(one.find("RFC 2889 5.1") != std::string::npos);
  Benchmark three("");
  CHECK(three.go(3).left == 0);
  CHECK(three.text() == one);
  const ScratchFolder scratch;
  Benchmark kept(scratch.path());
  kept.go(2);
  CHECK(kept.text() == one);
  CHECK(kept.study.folder.results().size() == kept.study.points.size());
}

TEST_CASE("an interrupted benchmark goes on, and runs no trial twice", "[testbenches]") {
  const ScratchFolder scratch;
  const auto log = scratch.path() / "log", folder = scratch.path() / "trials";
  const auto interrupted = [&] {
    Benchmark first(folder, [n = 0](const Trial& trial) mutable {
      if (++n == 5) kill(getppid(), SIGINT);
      return run_trial(trial);
    });
    const std::size_t ran = executions(log, [&] { CHECK(first.go(1).interrupted); });
    CHECK(ran == first.study.folder.results().size());
    return std::to_string(ran);
  };
  const std::size_t before = std::stoul(in_child_process(interrupted));
  REQUIRE(before >= 5);
  Benchmark second(folder);
  const std::size_t after = executions(log, [&] { second.go(2); });
  CHECK(after > 0);
  CHECK(before + after == second.study.points.size());
  CHECK(second.text() == tables_of_one());
  Benchmark third(folder);
  CHECK(executions(log, [&] { third.go(1); }) == 0);
  CHECK(third.text() == second.text());
}

TEST_CASE("an interrupt ends a benchmark in memory at once", "[testbenches]") {
  const pid_t pid = fork_child(SIGKILL);
  if (pid == 0) {
    Benchmark endless("", [](const Trial&) -> TrialResult {
      kill(getppid(), SIGINT);
      for (;;) pause();
    });
    endless.go(1);
    _exit(0);
  }
  const int status = status_of(pid);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
}

TEST_CASE("a damaged trial is run again, not believed", "[testbenches]") {
  const ScratchFolder scratch;
  const auto log = scratch.path() / "log", folder = scratch.path() / "trials";
  Benchmark whole(folder);
  whole.go(2);
  const auto records = records_in(whole.study.folder);
  const auto file = folder / "points" / whole.study.points.hash(1) / "record.json";
  std::string text = text_of(file);
  text[text.find("\"due\":") + 6] = text[text.find("\"due\":") + 6] == '1' ? '2' : '1';
  std::ofstream(file) << text;
  Benchmark again(folder);
  StudyOutcome outcome;
  CHECK(executions(log, [&] { outcome = again.go(1); }) == 1);
  CHECK(outcome.damaged == 1);
  CHECK(again.text() == whole.text());
  CHECK(records_in(again.study.folder) == records);
}

TEST_CASE("trials of other streams, versions or lengths are other points", "[testbenches]") {
  const BenchPlan setup = small_bench(bench_config("input", 4, 64), {64}, 10, 4000);
  const Trial trial = pattern_trial(setup, kPortPairs, setup.sizes[0], {1, 2});
  const RunConfig config = resolve(trial.config).config;
  const auto hash_of = [&](const Trial& one, const char* version = "test") {
    return Identifier(nlohmann::ordered_json{{"xbarlab", version}}).identify(config, to_json(one)).hash;
  };
  const std::string hash = hash_of(trial);
  CHECK(hash_of(trial) == hash);
  CHECK(hash_of(trial, "other") != hash);
  CHECK(Identifier(nlohmann::ordered_json{{"xbarlab", "test"}}).identify(config).hash != hash);
  Trial other = trial;
  other.beats += 1;
  CHECK(hash_of(other) != hash);
  other = trial;
  other.random_order = true;
  CHECK(hash_of(other) != hash);
  other = trial;
  other.streams[0].load.num = 3;
  CHECK(hash_of(other) != hash);
  other = trial;
  other.streams[1].frames = 7;
  CHECK(hash_of(other) != hash);
}

TEST_CASE("a trial that goes wrong, or whose worker dies each time, ends the benchmark", "[testbenches]") {
  const ScratchFolder scratch;
  for (const auto& folder : {std::filesystem::path(), scratch.path()}) {
    Benchmark wrong(folder,
                    [](const Trial&) -> TrialResult { throw RunError("the switch did something wrong"); });
    CHECK(wrong.go(1).left == 0);
    const std::string hash = wrong.study.points.hash(0);
    CHECK(wrong.study.folder.failure(hash)["message"] == "the switch did something wrong");
    CHECK_FALSE(wrong.study.folder.has_result(hash));
  }
  Benchmark kept(scratch.path());
  kept.go(1);
  CHECK(kept.study.folder.results().empty());
  kept.go(2, true);
  CHECK(kept.text() == tables_of_one());
  CHECK(kept.study.folder.failures().empty());
  Benchmark dying("", [](const Trial&) -> TrialResult { _exit(3); });
  dying.go(1);
  CHECK(dying.study.folder.failure(dying.study.points.hash(0))["message"] ==
        "a worker process died (status 3)");
}
