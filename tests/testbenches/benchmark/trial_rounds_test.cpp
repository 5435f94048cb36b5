// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/switches/switch_registry.h"
#include "testbenches/benchmark/bench_patterns.h"
#include "testbenches/benchmark/trial.h"
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
    return [this] { tables = rfc2889_meshed(plan, book); };
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

  const BenchPlan plan = small_bench(bench_config("input", 4, 64), {64, 128}, 10, 4000);
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

/// One host sends a frame now and then to an empty switch.
Trial lone_frames(RunConfig config, unsigned beats) {
  Trial trial;
  trial.config = std::move(config);
  trial.config.packet_min = trial.config.packet_max = beats;
  trial.config.packet_given = true;
  trial.beats = 20000;
  trial.settle = 10000;
  trial.streams.push_back({1, {2}, {1, 50}});
  return trial;
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
  const BenchPlan plan = small_bench(bench_config("input", 4, 64), {64}, 10, 4000);
  const Trial trial = pattern_trial(plan, kPortPairs, plan.sizes[0], {1, 2});
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

TEST_CASE("lone frames have the latency that the switch's settings say", "[testbenches]") {
  for (const char* name : {"input", "output", "shared", "voq", "crosspoint"}) {
    for (const bool store : {false, true}) {
      for (const unsigned beats : {1U, 8U, 33U}) {
        CAPTURE(name, store, beats);
        RunConfig config = bench_config(name, 4, 1024);
        if (store) config.forwarding = ForwardingMode::StoreAndForward;
        const Trial trial = lone_frames(config, beats);
        const TrialResult result = run_trial(trial);
        // A switch with a memory in turns has another value in each turn.
        const SwitchEntry& entry = find_switch(config);
        std::int64_t least = INT64_MAX, most = 0;
        for (std::uint64_t cycle = 0; cycle < 8; ++cycle) {
          const auto cycles =
              static_cast<std::int64_t>(entry.zero_load_cycles({4, 1, 2, cycle, beats, store, 0, 1}));
          least = std::min(least, cycles);
          most = std::max(most, cycles);
        }
        CHECK(result.fifo.min >= least);
        CHECK(result.fifo.max <= most);
        CHECK(result.fifo.max - result.fifo.min == static_cast<std::int64_t>(result.delay_variation_max));
        CHECK(result.lifo.min == result.fifo.min - beats);
        CHECK(result.filo.max == result.fifo.max + beats);
        CHECK(result.lost == 0);
        CHECK(result.sent == result.due);
        CHECK(flows_between(result, 1, 2).received == flows_between(result, 1, 2).due);
        const std::uint64_t period = 50 * beats;
        const std::uint64_t counted = (trial.beats - 1) / period - (trial.settle - 1) / period;
        CHECK(flows_between(result, 1, 2).received == counted);
      }
    }
  }
}

TEST_CASE("an overloaded output carries its link's rate, and the rest is lost or held off", "[testbenches]") {
  for (const bool drop : {true, false}) {
    CAPTURE(drop);
    RunConfig config = bench_config("output", 4, 64);
    config.flow = drop ? FlowControl::Drop : FlowControl::BackPressure;
    Trial trial = lone_frames(config, 4);
    trial.streams = {{0, {3}}, {1, {3}}};
    const TrialResult result = run_trial(trial);
    const TrialFlow all = flows_between(result, kAnyHost, 3);
    CHECK(all.rate == Approx(1).margin(0.001));
    CHECK(all.due == 5000);
    CHECK((result.lost > 0) == drop);
    CHECK((result.sent == result.due) == drop);
    const double came = static_cast<double>(all.received) / static_cast<double>(drop ? all.sent : all.due);
    CHECK(came == Approx(0.5).margin(0.02));
  }
}

TEST_CASE("the gap is kept on both sides of the switch", "[testbenches]") {
  for (const char* name : {"input", "output"}) {
    CAPTURE(name);
    Trial trial = lone_frames(bench_config(name, 4, 256), 8);
    trial.config.packet_in_bytes = true;
    trial.config.packet_min = trial.config.packet_max = 64;
    trial.config.gap_bytes = 20;  // 10.5 beats a frame
    trial.streams = {{0, {3}}};
    TrialResult result = run_trial(trial);
    CHECK(result.due == (20000 * 2 + 20) / 21);
    CHECK(result.lost == 0);
    CHECK(flows_between(result, 0, 3).rate == Approx(1).margin(0.002));
    // Two such sources overload an output that has the gap, too.
    trial.streams.push_back({1, {3}});
    result = run_trial(trial);
    CHECK(flows_between(result, kAnyHost, 3).rate == Approx(1).margin(0.002));
    CHECK(result.lost > 0);
  }
}

TEST_CASE("no rate is above the link's, whatever the gap", "[testbenches]") {
  for (const unsigned gap : {0U, 7U, 20U}) {
    for (const unsigned bytes : {64U, 65U, 1518U}) {
      CAPTURE(gap, bytes);
      const BenchPlan plan = small_bench(bench_config("voq", 4, 1024), {bytes}, 20, 20000, gap);
      const TrialResult full = run_trial(pattern_trial(plan, kFullMesh, plan.sizes[0], {1, 1}));
      for (unsigned port = 0; port < 4; ++port)
        CHECK(flows_between(full, kAnyHost, port).rate == Approx(1).epsilon(1e-9));
      const TrialResult half = run_trial(pattern_trial(plan, kPortPairs, plan.sizes[0], {1, 2}));
      for (unsigned port = 0; port < 4; ++port)
        CHECK(flows_between(half, kAnyHost, port).rate == Approx(0.5).epsilon(1e-3));
      Trial random = pattern_trial(plan, kRandomMesh, plan.sizes[0], {1, 1});
      const TrialResult mesh = run_trial(random);
      for (unsigned port = 0; port < 4; ++port) CHECK(flows_between(mesh, kAnyHost, port).rate <= 1 + 1e-9);
    }
  }
}

TEST_CASE("an output that falls silent is not at its rate", "[testbenches]") {
  Trial trial = lone_frames(bench_config("input", 4, 256), 8);
  trial.streams = {{1, {2}, {1, 1}, 0, 1500}, {0, {3}, {1, 50}, 0}};  // 250 frames of the 1250 of the window
  const TrialResult result = run_trial(trial);
  CHECK(flows_between(result, 1, 2).rate == Approx(0.2).margin(0.002));
}

TEST_CASE("the first frame that is lost is known from outside", "[testbenches]") {
  Trial trial = lone_frames(bench_config("input", 4, 256), 8);
  CHECK_FALSE(run_trial(trial).first_lost);
  trial.streams = {{0, {3}}, {1, {3}}};
  const TrialResult result = run_trial(trial);
  REQUIRE(result.first_lost);
  // Two FIFOs of 32 frames each are full, and two frames are on their way.
  const std::uint64_t held = result.first_lost->sent - result.first_lost->came;
  CHECK(held >= 64);
  CHECK(held <= 66);
  CHECK(result.first_lost->came == Approx(64).margin(3));
}

TEST_CASE("engines give the same trial", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("voq", 4, 64), {64}, 20, 2000);
  Trial trial = pattern_trial(plan, kRandomMesh, plan.sizes.front(), {1, 1});
  const std::string fast = to_json(run_trial(trial)).dump();
  trial.config.engine = Engine::Systemc;
  CHECK(to_json(run_trial(trial)).dump() == fast);
  CHECK(to_json(trial_result_from_json(nlohmann::ordered_json::parse(fast))).dump() == fast);
}

TEST_CASE("links of a switch with speed-up have a beat time of two cycles", "[testbenches]") {
  RunConfig config = bench_config("voq", 4, 256);
  config.speedup = 2;
  Trial trial = lone_frames(config, 8);
  trial.streams = {{0, {1}}, {1, {0}}};
  const TrialResult result = run_trial(trial);
  CHECK(result.lost == 0);
  CHECK(result.due == 2 * 20000 / 8);
  CHECK(flows_between(result, 0, 1).rate == Approx(1).margin(0.002));
}
