// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_progress.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("progress counts points, and time by what they cost", "[testbenches]") {
  StudyCounts counts(10, 2, 100, 1000);
  CHECK(counts.text(2, 1000) == "2 of 10 points done, 2 running");
  counts.done(25);
  CHECK(counts.text(2, 1060) == "3 of 10 points done, 2 running, 3 min left");
  counts.failed(25);
  CHECK(counts.text(1, 1060) == "3 of 10 points done, 1 running, 1 failed, 60 s left");
  counts.done(50);
  CHECK(counts.text(0, 1060) == "4 of 10 points done, 0 running, 1 failed");
  StudyCounts trials(4, 0, 100, 1000, "trials");  // of another name
  trials.done(50);
  CHECK(trials.text(2, 1030) == "1 of 4 trials done, 2 running, 30 s left");
  CHECK(about_time(0.2) == "1 s");
  CHECK(about_time(7200) == "2.0 h");
}
