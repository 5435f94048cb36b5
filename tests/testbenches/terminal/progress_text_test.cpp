// SPDX-License-Identifier: Apache-2.0
#include "testbenches/terminal/progress_line.h"
#include "tests/catch.h"

using xb::ProgressText;

TEST_CASE("time left follows from the share of what all parts cost", "[testbenches]") {
  ProgressText text({1, 3}, false, 100);
  text.part("point 1 of 2", 100);
  CHECK(text.words(103) == "point 1 of 2, 3 s so far");
  CHECK(text.bar(103) == "point 1 of 2, 3 s");
  text.share(0.4);  // a tenth of all
  CHECK(text.words(104) == "point 1 of 2: 10 %, 4 s so far, about 36 s left");
  CHECK(text.bar(104) == "[==                      ]  10 %  point 1 of 2, about 36 s left");
  text.part("point 2 of 2", 110);
  CHECK(text.words(110) == "point 2 of 2: 25 %, 10 s so far, about 30 s left");
  text.share(1);
  CHECK(text.words(140) == "point 2 of 2: 100 %, 40 s so far, about 0 s left");
}

TEST_CASE("while a network drains it says what is left, and guesses no time", "[testbenches]") {
  ProgressText text({1, 1}, false, 0);
  text.part("point 1 of 2", 0);
  text.share(1);
  text.draining("1234 packets");
  CHECK(text.words(20) == "point 1 of 2: draining, 1234 packets left, 20 s so far");
  CHECK(text.bar(20) == "point 1 of 2: draining, 1234 packets left, 20 s");
  text.part("point 2 of 2", 20);
  CHECK(text.words(30) == "point 2 of 2: 50 %, 30 s so far, about 30 s left");
}

TEST_CASE("time left is not guessed from the first moments", "[testbenches]") {
  ProgressText text({1}, false, 0);
  text.part("running", 0);
  text.share(0.5);
  CHECK(text.words(1) == "running: 50 %, 1 s so far");
  text.share(0.001);
  CHECK(text.words(10) == "running: 0 %, 10 s so far");
  text.share(0.02);
  CHECK(text.words(10) == "running: 2 %, 10 s so far, about 9 min left");
  CHECK(text.words(1000) == "running: 2 %, 17 min so far, about 14 h left");
}

TEST_CASE("what holds a run up does not count as its speed, and says how long it takes", "[testbenches]") {
  ProgressText text({1, 1}, false, 0);
  text.part("point 1 of 2", 0);
  text.part("point 2 of 2", 10);
  text.note("building the model", 10);
  CHECK(text.words(25) == "point 2 of 2: building the model, 15 s so far, about 10 s left");
  CHECK(text.bar(25) == "point 2 of 2, about 10 s left: 15 s of building the model");
  text.note("", 40);
  CHECK(text.words(40) == "point 2 of 2: 50 %, 40 s so far, about 10 s left");
}

TEST_CASE("what holds a part up counts where it is the work", "[testbenches]") {
  ProgressText text({1, 1}, true, 0);
  text.part("model 1 of 2", 0);
  text.note("building it", 0);
  text.note("", 10);
  text.part("model 2 of 2", 10);
  text.note("building it", 10);
  CHECK(text.words(12) == "model 2 of 2: building it, 2 s so far, about 12 s left");
}
