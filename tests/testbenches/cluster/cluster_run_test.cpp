// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/cluster_run.h"

#include <fstream>
#include <random>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/testbenches/cluster/cluster_study.h"

using namespace xb;
namespace fs = std::filesystem;
using Fate = FakeQueue::Fate;

namespace {

ClusterOptions quietly(bool retry_failed = false) { return {retry_failed, true, {"/", {"run"}}}; }

/// The records of a local run of so many points.
std::map<std::string, std::string> local_records(const fs::path& folder, std::size_t count) {
  Study study = cluster_study(folder, short_experiment(count));
  in_child_process([&] {
    run_study(study, {1, false, true});
    return std::string("done");
  });
  return records_in(study.folder);
}

bool is_clean(const Study& study) {
  return fs::is_empty(study.folder.path() / "aside") && !fs::exists(study.folder.path() / "chunks");
}

std::size_t executions(const fs::path& log) {
  const std::string text = text_of(log);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a queue's chunks give the records of a local run, each point once", "[testbenches]") {
  const ScratchFolder scratch;
  const auto wanted = local_records(scratch.path() / "local", 30);
  const fs::path log = scratch.path() / "log";
  setenv("XBARLAB_STUDY_LOG", log.c_str(), 1);
  Experiment experiment = short_experiment(30);
  experiment.cases.push_back(experiment.cases[3]);  // the same point in another share
  Study study = cluster_study(scratch.path() / "study", experiment);
  FakeQueue queue(study, experiment);
  const StudyOutcome outcome = run_on_cluster(study, quietly(), queue);
  CHECK(outcome.stopped.empty());
  CHECK(outcome.left == 0);
  CHECK(records_in(study.folder) == wanted);
  CHECK(executions(log) == 30);
  CHECK(queue.submitted == 8);  // four shares for each chunk at a time
  CHECK(is_clean(study));
  run_on_cluster(study, quietly(), queue);
  CHECK(executions(log) == 30);
  unsetenv("XBARLAB_STUDY_LOG");
}

TEST_CASE("whatever a queue loses, the records are the same", "[testbenches]") {
  const ScratchFolder scratch;
  const auto wanted = local_records(scratch.path() / "local", 30);
  std::mt19937 random(5);  // NOLINT: the same fates each time
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    Study study = cluster_study(scratch.path() / std::to_string(round), short_experiment(30));
    FakeQueue queue(study, short_experiment(30));
    unsigned deaths = 2, losses = 4;  // fewer than a point may have
    queue.fate = [&](std::size_t) {
      const auto draw = random() % 6;
      if (draw == 0 && deaths > 0 && deaths-- > 0) return Fate::Dies;
      if (draw == 1 && losses > 0 && losses-- > 0) return Fate::Lost;
      return draw == 2 ? Fate::Silent : Fate::Runs;
    };
    queue.seconds = round % 2 == 0 ? 60 : 0.1;
    const StudyOutcome outcome = run_on_cluster(study, quietly(), queue);
    CHECK(outcome.stopped.empty());
    CHECK(records_in(study.folder) == wanted);
    CHECK(fs::is_empty(study.folder.path() / "failed"));
    CHECK(is_clean(study));
  }
}

TEST_CASE("a point whose jobs die with it in hand has failed, and the others run", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), short_experiment(3));
  const std::string bad = study.points[1].hash;
  FakeQueue queue(study, short_experiment(3));
  queue.fate = [&](std::size_t) {
    return share_in(queue.waiting.front()) == "2/3" ? Fate::Dies : Fate::Runs;
  };
  const StudyOutcome outcome = run_on_cluster(study, quietly(), queue);
  CHECK(outcome.stopped.empty());
  CHECK(study.folder.results().size() == 2);
  CHECK(study.folder.failure(bad)["message"] == "its job was lost 3 times");
  CHECK(is_clean(study));
  run_on_cluster(study, quietly(), queue);
  CHECK(study.folder.has_failure(bad));  // not retried silently
  queue.fate = [](std::size_t) { return Fate::Runs; };
  run_on_cluster(study, quietly(true), queue);
  CHECK(study.folder.has_result(bad));
  CHECK_FALSE(study.folder.has_failure(bad));
}

TEST_CASE("a queue that is full is asked later", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), short_experiment(12));
  FakeQueue queue(study, short_experiment(12));
  unsigned calls = 0;
  queue.on_submit = [&](const fs::path&, const std::vector<unsigned>&) {
    if (++calls > 1 && !queue.waiting.empty()) throw RunError("too many jobs");
  };
  const StudyOutcome outcome = run_on_cluster(study, quietly(), queue);
  CHECK(outcome.stopped.empty());
  CHECK(study.folder.results().size() == 12);
}

TEST_CASE("what a queue believes to run although it is done holds nothing up", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), short_experiment(8));
  FakeQueue queue(study, short_experiment(8));
  queue.makes_ghosts = true;
  const StudyOutcome outcome = run_on_cluster(study, quietly(), queue);
  CHECK(outcome.stopped.empty());
  CHECK(study.folder.results().size() == 8);
}

TEST_CASE("a worker with other versions says so and writes nothing", "[testbenches]") {
  const ScratchFolder scratch;
  auto versions = study_versions();
  versions["verilator"] = "Verilator 4.0";
  Study study = make_study(scratch.path(), short_points(3), versions);
  study.folder.create();
  write_index(study);
  const fs::path chunk = scratch.path() / "chunks/fake/1";
  fs::create_directories(chunk.parent_path());
  write_chunk(chunk, {"/", {"run"}}, "1/1");
  const auto work = [&] {
    work_as(chunk, short_experiment(3), 60);
    return std::string("done");
  };
  CHECK_THROWS_AS(in_child_process(work), RunError);
  CHECK(study.folder.results().empty());
  CHECK(study.folder.failures().empty());
  CHECK(study.folder.leftovers().empty());
}

TEST_CASE("chunks of a run that was killed are taken over where the queue still has them", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), short_experiment(6));
  FakeQueue queue(study, short_experiment(6));
  std::string name;
  queue.on_submit = [&](const fs::path& folder, const std::vector<unsigned>&) {
    name = folder.filename().string();
    throw RunError("full");
  };
  run_on_cluster(study, quietly(), queue);
  queue.on_submit = nullptr;
  const fs::path batch = scratch.path() / "chunks" / name, other = scratch.path() / "chunks/other";
  for (const fs::path& folder : {batch, other}) {
    fs::create_directories(folder);
    write_chunk(folder / "3", {"/", {"run"}}, "3/6");
    write_chunk(folder / "5", {"/", {"run"}}, "5/6");
  }
  queue.submit(batch, {3, 5});
  std::string shares;
  queue.fate = [&](std::size_t) {
    shares += share_in(queue.waiting.front()) + " ";
    return Fate::Runs;
  };
  const StudyOutcome outcome = run_on_cluster(study, quietly(), queue);
  CHECK(outcome.stopped.empty());
  CHECK(study.folder.results().size() == 6);
  CHECK(shares == "3/6 5/6 1/6 2/6 4/6 6/6 ");
  CHECK(is_clean(study));
}

TEST_CASE("a chunk whose file is gone, or is none, is not run", "[testbenches]") {
  const ScratchFolder scratch;
  const Study study = cluster_study(scratch.path(), short_experiment(2));
  CHECK_NOTHROW(work_on_chunk(scratch.path() / "chunks/fake/1"));
  CHECK_THROWS_AS(work_on_chunk("/no folder at all/chunks/1"), InputError);
  std::ofstream(scratch.path() / "1") << "#!/bin/sh\n";
  CHECK_THROWS_AS(work_on_chunk(scratch.path() / "1"), InputError);
}

TEST_CASE("a share is a number of so many", "[testbenches]") {
  for (const char* text : {"", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3"})
    CHECK_THROWS_AS(parse_share(text), InputError);
  CHECK(parse_share("2/3").text() == "2/3");
  CHECK(parse_share("2/3").has(4));
}

TEST_CASE("two workers that have one point in hand leave one result", "[testbenches]") {
  const ScratchFolder scratch;
  const auto wanted = local_records(scratch.path() / "local", 1);
  const Study study = cluster_study(scratch.path() / "study", short_experiment(1));
  const std::string& hash = study.points.front().hash;
  const StudyFolder one(study.folder.path(), ".1"), two(study.folder.path(), ".2");
  one.begin(hash);
  two.begin(hash);
  CHECK(study.folder.leftovers().size() == 2);
  const std::string record = wanted.at(hash);
  one.write(hash, PointOutcome::Done, record, {});
  one.publish(hash, PointOutcome::Done);
  two.write(hash, PointOutcome::Done, record, {});
  two.publish(hash, PointOutcome::Done);
  CHECK(records_in(study.folder) == wanted);
  CHECK(study.folder.leftovers().empty());
  two.begin(hash);  // of a damaged one
  fs::resize_file(study.folder.path() / "points" / hash / "record.json", 10);
  two.write(hash, PointOutcome::Done, record, {});
  two.publish(hash, PointOutcome::Done);
  CHECK(records_in(study.folder) == wanted);
  one.begin(hash);
  two.begin(hash);
  one.write(hash, PointOutcome::Failed, "", {});
  one.publish(hash, PointOutcome::Failed);
  two.write(hash, PointOutcome::Failed, "", {});
  two.publish(hash, PointOutcome::Failed);
  CHECK(study.folder.leftovers().empty());
  CHECK(study.folder.failures().size() == 1);
}
