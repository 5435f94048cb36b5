// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/labs/small_unit.h"

using namespace xb;

namespace {

// Hosts 0 and 1 on a switch, 2 on the other: four transfers cross the cable, two each way.
const std::string kStepsOfThree =
    "kind = \"steps\"\nfile = \"steps.txt\"\ntopology = \"two-switches(2,1)\"\n";
const std::string kThreeSteps = "# by hand\n0>2 2>0 1>1\n\n1>2 2>1 0>0\n0>1 1>0 2>2  # the third\n";

std::string steps_verdict(const std::string& text, const std::string& keys = "") {
  return SmallUnit(kStepsOfThree + keys).with("steps.txt", text).verdict();
}

}  // namespace

TEST_CASE("steps by hand: each transfer once, no link twice in a step, few enough", "[testbenches]") {
  CHECK(mentions(steps_verdict(kThreeSteps), {"yes: 3 steps without a conflict"}));
  CHECK(mentions(steps_verdict(kThreeSteps, "at-most = 3\n"), {"yes: 3 steps"}));
  CHECK(mentions(steps_verdict(kThreeSteps, "at-most = 2\n"),
                 {"no: steps.txt: 3 steps without a conflict; at most 2 are asked for"}));
}

TEST_CASE("steps by hand that are none: the line, the step and both transfers are named", "[testbenches]") {
  CHECK(mentions(
      steps_verdict("0>2 1>2\n2>0 1>1\n2>1 0>0\n0>1 1>0 2>2\n"),
      {"no: steps.txt:1: step 1: 0>2 and 1>2 both use the link ", "allowed: one transfer a link and step"}));
  CHECK(mentions(steps_verdict("0>2 2>0\n\n1>2 2>1 0>0\n0>1 1>0 2>2 1>1\n"),
                 {"no: steps.txt:4: step 3: ", "1>1"}));
  CHECK(mentions(steps_verdict("0>2 2>0 1>1\n1>2 2>1 0>0\n0>1 1>0\n"),
                 {"1 of 9 transfers are missing", "2>2"}));
  CHECK(mentions(steps_verdict(""), {"9 of 9 transfers are missing, the first is 0>0"}));
  CHECK(mentions(steps_verdict(kThreeSteps + "0>2\n"),
                 {"steps.txt:6: 0>2 is not allowed twice, it is in line 2"}));
  CHECK(mentions(steps_verdict("0>3\n"),
                 {"steps.txt:1: '0>3' is not allowed; allowed: SOURCE>DESTINATION", "0..2"}));
  for (const std::string word : {"0-1", "0>", ">1", "0>1>2", "0,1", "a>b", "-1>0"})
    CHECK(mentions(steps_verdict("\n" + word + "\n"), {"steps.txt:2: '" + word + "' is not allowed"}));
  CHECK(mentions(SmallUnit(kStepsOfThree).verdict(), {"no: there is no steps.txt"}));
}

TEST_CASE("a steps criterion names a network", "[testbenches]") {
  CHECK(mentions(SmallUnit("kind = \"steps\"\nfile = \"s.txt\"\ntopology = \"two-switch(2,1)\"\n").refusal(),
                 {"criterion.topology: 'two-switch(2,1)' is not allowed"}));
}
