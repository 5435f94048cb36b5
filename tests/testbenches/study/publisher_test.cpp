// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/publisher.h"

#include "testbenches/process/child_process.h"
#include "tests/catch.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// Writes the results of these points, as a worker does.
void write_points(Study& study, const std::vector<std::size_t>& numbers) {
  in_child_process([&] {
    for (const std::size_t n : numbers) write_study_point(study, study.points[n], {});
    return std::string();
  });
}

WrittenPoint written(const Study& study, std::size_t n) {
  return {n, study.points.hash(n), 1, PointOutcome::Done};
}

std::vector<WrittenPoint> take_all(Publisher& publisher) {
  std::vector<WrittenPoint> all;
  while (publisher.is_busy()) {
    publisher.wait(1000);
    for (WrittenPoint& point : publisher.take()) all.push_back(std::move(point));
  }
  return all;
}

}  // namespace

TEST_CASE("what is written is published, in order, and told", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 40);
  std::vector<std::size_t> numbers;
  for (std::size_t n = 0; n < study.points.size(); ++n) numbers.push_back(n);
  write_points(study, numbers);
  Publisher publisher(study.folder);
  publisher.wait(1000000);  // for nothing
  for (const std::size_t n : numbers) publisher.give(written(study, n));
  const auto published = take_all(publisher);
  REQUIRE(published.size() == 40);
  for (const std::size_t n : numbers) {
    CHECK(published[n].number == n);
    CHECK(published[n].error.empty());
    CHECK(study.folder.has_result(published[n].hash));
  }
  CHECK(fs::is_empty(scratch.path() / "aside"));
}

TEST_CASE("what cannot be published says why, and what comes after it stays aside", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 4);
  write_points(study, {0, 2, 3});
  Publisher publisher(study.folder);
  for (std::size_t n = 0; n < 3; ++n) publisher.give(written(study, n));
  auto told = take_all(publisher);
  publisher.give(written(study, 3));
  for (WrittenPoint& point : take_all(publisher)) told.push_back(std::move(point));
  REQUIRE(told.size() == 4);
  CHECK(told[0].error.empty());
  for (const std::size_t n : {1, 2, 3}) {
    CAPTURE(n);
    CHECK(told[n].error.find("record.json: cannot be read: No such file") != std::string::npos);
  }
  CHECK(study.folder.results() == std::vector<std::string>{study.points.hash(0)});
  study.folder.take_leftovers();
  CHECK(study.folder.results().size() == 3);
}

TEST_CASE("a publisher that is stopped leaves aside what it has not published", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 2);
  write_points(study, {0, 1});
  Publisher publisher(study.folder);
  publisher.stop();
  publisher.stop();
  CHECK(study.folder.results().empty());
  publisher.give(written(study, 0));
  CHECK(study.folder.leftovers().size() == 2);
}

TEST_CASE("a publisher that ends publishes what it has", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 10);
  write_points(study, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  {
    Publisher publisher(study.folder);
    for (std::size_t n = 0; n < 10; ++n) publisher.give(written(study, n));
  }
  CHECK(study.folder.results().size() == 10);
}
