// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/cluster_run.h"

#include <fstream>
#include <random>
#include <set>

#include "host/base/errors.h"
#include "testbenches/cluster/chunk_book.h"
#include "tests/catch.h"
#include "tests/testbenches/cluster/cluster_study.h"

using namespace xb;
namespace fs = std::filesystem;
using Fate = FakeQueue::Fate;

namespace {

const ClusterOptions kSmallChunks{false, true, 0.002};

/// The records of a local run of so many points.
std::map<std::string, std::string> local_records(const fs::path& folder, std::size_t count) {
  Study study = cluster_study(folder, count);
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
  Study study = cluster_study(scratch.path() / "study", 30);
  FakeQueue queue;
  const ClusterOptions large_chunks{false, true, 1e6};
  const StudyOutcome outcome = run_on_cluster(study, large_chunks, queue);
  CHECK(outcome.stopped.empty());
  CHECK(outcome.left == 0);
  CHECK(records_in(study.folder) == wanted);
  CHECK(executions(log) == 30);
  CHECK(queue.submitted == 5);  // four of one point, to learn how long they take, and one of the others
  CHECK(is_clean(study));
  run_on_cluster(study, large_chunks, queue);
  CHECK(executions(log) == 30);
}

TEST_CASE("whatever a queue loses, the records are the same", "[testbenches]") {
  const ScratchFolder scratch;
  const auto wanted = local_records(scratch.path() / "local", 30);
  std::mt19937 random(5);  // NOLINT: the same fates each time
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    Study study = cluster_study(scratch.path() / std::to_string(round), 30);
    FakeQueue queue;
    // Fewer than a point may have, however many chunks the measured times make.
    unsigned deaths = 2, losses = 4;
    std::vector<Fate> fates;
    queue.fate = [&](std::size_t n) {
      while (fates.size() <= n) {
        const auto draw = random() % 6;
        Fate fate = draw == 2 ? Fate::Silent : Fate::Runs;
        if (draw == 0 && deaths > 0 && deaths-- > 0) fate = Fate::Dies;
        if (draw == 1 && losses > 0 && losses-- > 0) fate = Fate::Lost;
        fates.push_back(fate);
      }
      return fates[n];
    };
    const StudyOutcome outcome = run_on_cluster(study, kSmallChunks, queue);
    CHECK(outcome.stopped.empty());
    CHECK(records_in(study.folder) == wanted);
    CHECK(fs::is_empty(study.folder.path() / "failed"));
    CHECK(is_clean(study));
  }
}

TEST_CASE("a point whose jobs die with it in hand has failed, and the others run", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), 3);
  const std::string bad = study.points[1].hash;
  FakeQueue queue;
  queue.fate = [&](std::size_t) {
    const auto points = read_chunk(queue.waiting.front()).points;
    return points.front().hash == bad ? Fate::Dies : Fate::Runs;
  };
  const StudyOutcome outcome = run_on_cluster(study, kSmallChunks, queue);
  CHECK(outcome.stopped.empty());
  CHECK(study.folder.results().size() == 2);
  CHECK(study.folder.failure(bad)["message"] == "its job was lost 3 times");
  CHECK(is_clean(study));
  run_on_cluster(study, kSmallChunks, queue);
  CHECK(study.folder.has_failure(bad));  // not retried silently
  queue.fate = [](std::size_t) { return Fate::Runs; };
  run_on_cluster(study, {true, true, 1}, queue);
  CHECK(study.folder.has_result(bad));
  CHECK_FALSE(study.folder.has_failure(bad));
}

TEST_CASE("jobs that never begin stop the run, with what they have printed", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), 3);
  FakeQueue queue;
  queue.fate = [](std::size_t) { return Fate::Lost; };
  queue.on_submit = [](const fs::path& folder, unsigned count) {
    for (unsigned n = 1; n <= count; ++n)
      std::ofstream(log_file(folder / std::to_string(n))) << "xbarlab: not found\n";
  };
  const StudyOutcome outcome = run_on_cluster(study, kSmallChunks, queue);
  CHECK(outcome.stopped == "a job has been lost 5 times before it began; it has printed: xbarlab: not found");
  CHECK(outcome.left == 3);
  CHECK(fs::is_empty(study.folder.path() / "failed"));
  CHECK(is_clean(study));
}

TEST_CASE("a queue that refuses stops the run, and one that is full is asked later", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), 12);
  FakeQueue queue;
  queue.on_submit = [](const fs::path&, unsigned) { throw RunError("no such partition"); };
  StudyOutcome outcome = run_on_cluster(study, kSmallChunks, queue);
  CHECK(outcome.stopped == "no such partition");
  CHECK(outcome.left == 12);
  CHECK(is_clean(study));

  unsigned calls = 0;
  queue.on_submit = [&](const fs::path&, unsigned) {
    if (++calls > 1 && !queue.waiting.empty()) throw RunError("too many jobs");
  };
  outcome = run_on_cluster(study, {false, true, 0.0001}, queue);
  CHECK(outcome.stopped.empty());
  CHECK(study.folder.results().size() == 12);
}

TEST_CASE("what a queue believes to run although it is done is cancelled", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), 8);
  FakeQueue queue;
  queue.makes_ghosts = true;
  const StudyOutcome outcome = run_on_cluster(study, kSmallChunks, queue);
  CHECK(outcome.stopped.empty());
  CHECK(study.folder.results().size() == 8);
  CHECK(queue.cancelled_ghosts > 0);
}

TEST_CASE("a worker with other versions says so and writes nothing", "[testbenches]") {
  const ScratchFolder scratch;
  auto versions = study_versions();
  versions["verilator"] = "Verilator 4.0";
  Study study = make_study(scratch.path(), short_points(3), versions);
  study.folder.create();
  FakeQueue queue;
  const StudyOutcome outcome = run_on_cluster(study, kSmallChunks, queue);
  CHECK(outcome.stopped.find("is another point here") != std::string::npos);
  CHECK(outcome.stopped.find("\"Verilator 4.0\" there") != std::string::npos);
  CHECK(study.folder.results().empty());
  CHECK(study.folder.failures().empty());
  CHECK(is_clean(study));
}

TEST_CASE("chunks of a run that was killed are taken over where the queue still has them", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), 6);
  FakeQueue queue;
  ChunkBook before(study, origin_here());
  queue.submit(before.new_batch(queue.prefix()), 2);
  before.add({0, 1});
  before.add({2, 3});
  queue.submit(before.new_batch("other-"), 0);
  before.add({4, 5});
  std::vector<std::size_t> sizes;
  queue.fate = [&](std::size_t) {
    sizes.push_back(read_chunk(queue.waiting.front()).points.size());
    return Fate::Runs;
  };
  const StudyOutcome outcome = run_on_cluster(study, kSmallChunks, queue);
  CHECK(outcome.stopped.empty());
  CHECK(study.folder.results().size() == 6);
  REQUIRE(sizes.size() >= 3);
  CHECK(sizes[0] == 2);
  CHECK(sizes[1] == 2);
  CHECK(is_clean(study));
}

TEST_CASE("a chunk whose file is gone is not run", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = cluster_study(scratch.path(), 2);
  ChunkBook book(study, origin_here());
  const fs::path file = book.new_batch("fake-") / "1";
  book.add({0, 1});
  book.withdraw_all();
  in_child_process([&] {
    work_on_chunk(file, run_simulation);
    return std::string("done");
  });
  CHECK(study.folder.results().empty());
  CHECK_THROWS_AS(work_on_chunk("/no folder at all/chunks/1", run_simulation), InputError);
}

TEST_CASE("two workers that have one point in hand leave one result", "[testbenches]") {
  const ScratchFolder scratch;
  const auto wanted = local_records(scratch.path() / "local", 1);
  const Study study = cluster_study(scratch.path() / "study", 1);
  const std::string& hash = study.points.front().hash;
  const StudyFolder one(study.folder.path(), ".1"), two(study.folder.path(), ".2");
  one.begin(hash);
  two.begin(hash);
  CHECK(study.folder.leftovers().size() == 2);
  const std::string record = wanted.at(hash);
  one.write_result(hash, record, {});
  one.publish_result(hash);
  two.write_result(hash, record, {});
  two.publish_result(hash);
  CHECK(records_in(study.folder) == wanted);
  CHECK(study.folder.leftovers().empty());
  two.begin(hash);  // of a damaged one
  fs::resize_file(study.folder.path() / "points" / hash / "record.json", 10);
  two.write_result(hash, record, {});
  two.publish_result(hash);
  CHECK(records_in(study.folder) == wanted);
  one.begin(hash);
  two.begin(hash);
  one.write_failure(hash, {});
  one.publish_failure(hash);
  two.write_failure(hash, {});
  two.publish_failure(hash);
  CHECK(study.folder.leftovers().empty());
  CHECK(study.folder.failures().size() == 1);
}
