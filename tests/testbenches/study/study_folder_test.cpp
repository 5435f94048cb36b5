// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_folder.h"

#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "testbenches/process/child_process.h"
#include "testbenches/study/identity.h"
#include "testbenches/study/study_run.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

void run_all(Study& study) {
  in_child_process([&] {
    for (const auto& point : study.points) run_study_point(study, point);
    return std::string();
  });
}

/// What run_study_point() throws in a process whose files may not become longer.
std::string error_with_limit(Study& study, rlim_t bytes) {
  return in_child_process([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      run_study_point(study, study.points.front());
    } catch (const FolderError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  });
}

}  // namespace

TEST_CASE("a point's record is whole, and its folder holds what made it", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 2);
  run_all(study);
  for (const auto& point : study.points) {
    const auto text = study.folder.record(point.hash);
    REQUIRE(text);
    const auto record = nlohmann::ordered_json::parse(*text);
    CHECK(record["point"] == point.hash);
    CHECK(record["config"]["seed"] == point.config().seed);
    CHECK_FALSE(record["result"].contains("cpu_seconds"));
    CHECK(result_in(record).cycles == record["result"]["cycles"]);
    const auto provenance = study.folder.provenance(point.hash);
    CHECK(provenance.contains("cpu_seconds"));
    CHECK(provenance["command"].get<std::string>().rfind("xbarlab run --ports 2", 0) == 0);
  }
  CHECK(fs::is_empty(scratch.path() / "aside"));
  CHECK(fs::is_empty(scratch.path() / "failed"));
}

TEST_CASE("a record that lost an end, a byte or its name is none", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 2);
  run_all(study);
  const std::string hash = study.points[0].hash;
  const fs::path file = scratch.path() / "points" / hash / "record.json";
  const std::string whole = text_of(file);
  CHECK(study.folder.has_result(hash));
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 1}) {
    std::ofstream(file, std::ios::trunc) << whole.substr(0, length);
    CAPTURE(length);
    CHECK_FALSE(study.folder.has_result(hash));
  }
  for (const std::size_t at : {std::size_t{0}, whole.size() / 3, whole.size() - 40, whole.size() - 2}) {
    std::string torn = whole;
    torn[at] = static_cast<char>(torn[at] ^ 1);
    std::ofstream(file, std::ios::trunc) << torn;
    CAPTURE(at);
    CHECK_FALSE(study.folder.has_result(hash));
  }
  std::ofstream(file, std::ios::trunc) << whole << "x";
  CHECK_FALSE(study.folder.has_result(hash));
  std::ofstream(file, std::ios::trunc)
      << text_of(scratch.path() / "points" / study.points[1].hash / "record.json");
  CHECK_FALSE(study.folder.has_result(hash));
  std::ofstream(file, std::ios::trunc) << whole;
  CHECK(study.folder.has_result(hash));
}

TEST_CASE("what a killed run had written whole is published, and the rest goes", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 4);
  const auto write = [&](std::size_t n, const PointRunner& run) {
    in_child_process([&] {
      write_study_point(study, study.points[n], {}, run);
      return std::string();
    });
  };
  const PointRunner fails = [](const Setup&) -> RunResult { throw RunError("of no use"); };
  for (const std::size_t n : {0, 1}) write(n, run_simulation);
  for (const std::size_t n : {2, 3}) write(n, fails);
  const auto aside = [&](std::size_t n) { return scratch.path() / "aside" / study.points[n].hash; };
  const std::string record = text_of(aside(0) / "record.json");
  fs::remove(aside(1) / "provenance.json");
  fs::resize_file(aside(3) / "failure.json", 10);
  std::ofstream(scratch.path() / "aside" / "index.jsonl") << "x";

  study.folder.remove_unfinished();
  CHECK(study.folder.leftovers().size() == 2);
  CHECK(study.folder.results().empty());
  study.folder.take_leftovers();
  CHECK(study.folder.results() == std::vector<std::string>{study.points[0].hash});
  CHECK(study.folder.record(study.points[0].hash) == record);
  CHECK(study.folder.failures() == std::vector<std::string>{study.points[2].hash});
  CHECK(text_of(scratch.path() / "failed" / study.points[2].hash / "log").empty());
  CHECK(study.folder.leftovers().empty());
  for (const std::size_t size : {std::size_t{0}, record.size() - 1}) {
    write(1, run_simulation);
    fs::resize_file(aside(1) / "record.json", size);
    CHECK_FALSE(study.folder.publish_leftover(study.points[1].hash));
  }
}

TEST_CASE("a worker takes its own leftovers alone", "[testbenches]") {
  const ScratchFolder scratch;
  const Study study = small_study(scratch.path(), 1);
  const std::string& hash = study.points[0].hash;
  const StudyFolder one(scratch.path(), ".1"), two(scratch.path(), ".2");
  one.begin(hash);
  two.begin(hash);
  one.take_leftovers();
  CHECK(study.folder.leftovers() == std::vector<std::string>{hash + ".2"});
  study.folder.take_leftovers();
  CHECK(study.folder.leftovers().empty());
}

TEST_CASE("a disk that is full is an error, and leaves no record", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 1);
  for (const rlim_t bytes : {0, 1, 1000, 2000}) {
    CAPTURE(bytes);
    const std::string error = error_with_limit(study, bytes);
    CHECK(mentions(error, {"record.json: cannot be written whole: File too large"}));
    CHECK(fs::is_empty(scratch.path() / "points"));
    CHECK(fs::is_empty(scratch.path() / "failed"));
    CHECK(fs::is_empty(scratch.path() / "aside"));
  }
  CHECK(error_with_limit(study, RLIM_INFINITY) == "no error");
  CHECK(study.folder.has_result(study.points[0].hash));
}

TEST_CASE("a folder that cannot be is refused", "[testbenches]") {
  const ScratchFolder scratch;
  std::ofstream(scratch.path() / "file") << "x";
  const StudyFolder folder(scratch.path() / "file" / "study");
  CHECK(mentions(message_of<InputError>([&] { folder.create(); }), {"--out", "allowed: a folder"}));
  Study study = small_study(scratch.path() / "study", 1);
  fs::remove(scratch.path() / "study" / "points");
  std::ofstream(scratch.path() / "study" / "points") << "x";
  CHECK_THROWS_AS(run_all(study), RunError);
  CHECK(fs::is_empty(scratch.path() / "study" / "aside"));
}

TEST_CASE("a file of the study is whole or as it was", "[testbenches]") {
  const ScratchFolder scratch;
  const Study study = small_study(scratch.path(), 1);
  study.folder.write_file("index.jsonl", "old\n");
  in_child_process([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10, 10};
    setrlimit(RLIMIT_FSIZE, &limit);
    CHECK_THROWS_AS(study.folder.write_file("index.jsonl", std::string(100, 'x')), FolderError);
    return std::string();
  });
  CHECK(text_of(scratch.path() / "index.jsonl") == "old\n");
  CHECK(fs::is_empty(scratch.path() / "aside"));
  study.folder.write_file("index.jsonl", "new\n");
  CHECK(text_of(scratch.path() / "index.jsonl") == "new\n");
}
