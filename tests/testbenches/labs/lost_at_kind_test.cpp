// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/labs/small_unit.h"

using namespace xb;

namespace {

// Both inputs send to output 0 all the time: half of 2000 packets fits.
const std::string kLosingRun =
    "kind = \"lost-at\"\nrun = { switch = \"output\", ports = 2, packet = 2, flow = \"drop\", traffic = "
    "\"alternate\", "
    "targets = 1, load = 1, warmup = 0, cycles = 2000";

std::string lost_at_verdict(const std::string& keys, const std::string& answer) {
  return SmallUnit(keys, "n = \"?\"").with("answers.toml", "n = " + answer).verdict();
}

std::string lost_at_refusal(const std::string& keys) {
  return SmallUnit(kLosingRun + " }\n" + keys, "n = 0").refusal();
}

}  // namespace

TEST_CASE("packets lost at a queue: the number of a run counts, and no other", "[testbenches]") {
  const std::string at_0 = kLosingRun + ", depth = 8 }\nqueues = [0]\nanswer = \"n\"\n";
  CHECK(mentions(lost_at_verdict(at_0, "997"), {"yes: 997, measured 997"}));
  CHECK(mentions(lost_at_verdict(at_0, "996"), {"no: answers.toml: n is 996"}));
  CHECK(mentions(lost_at_verdict(at_0, "\"?\""), {"no: answers.toml: n is not answered yet"}));
  CHECK(mentions(lost_at_verdict(at_0 + "tolerance = 2\n", "996"), {"yes: 996"}));
  const std::string at_1 = kLosingRun + ", depth = 8 }\nqueues = [1]\nanswer = \"n\"\n";
  CHECK(mentions(lost_at_verdict(at_1, "0"), {"yes: 0, measured 0"}));
}

TEST_CASE("packets lost at queues, with a depth that the student has chosen, keep a bound", "[testbenches]") {
  const std::string chosen = kLosingRun + " }\nqueues = [0, 1]\nfrom-answers = { depth = \"n\" }\n";
  CHECK(mentions(lost_at_verdict(chosen, "8192"), {"yes: 0 packets lost there"}));
  CHECK(mentions(lost_at_verdict(chosen, "8"), {"no: 997 packets are lost there; at most 0 may be"}));
  CHECK(mentions(lost_at_verdict(chosen + "at-most = 997\n", "8"), {"yes: 997 packets"}));
  CHECK(mentions(lost_at_verdict(chosen, "1"),
                 {"no: answers.toml: n: depth: '1' is not allowed", "2..1048576"}));
}

TEST_CASE("lost-at refuses queues that are none, and a criterion without the student", "[testbenches]") {
  CHECK(
      mentions(lost_at_refusal("queues = []\nanswer = \"n\"\n"), {"criterion.queues", "0..63, none twice"}));
  CHECK(mentions(lost_at_refusal("queues = [0, 64]\nanswer = \"n\"\n"), {"criterion.queues", "0..63"}));
  CHECK(mentions(lost_at_refusal("queues = [1, 1]\nanswer = \"n\"\n"), {"criterion.queues", "none twice"}));
  CHECK(mentions(lost_at_refusal("queues = [0.5]\nanswer = \"n\"\n"), {"criterion.queues"}));
  CHECK(mentions(lost_at_refusal("queues = [0]\n"), {"the student has no part in it"}));
  CHECK(mentions(lost_at_refusal("queues = [0]\nanswer = \"n\"\nfrom-answers = { depth = \"n\" }\n"),
                 {"with answer, or with from-answers"}));
  CHECK(mentions(lost_at_refusal("queues = [0]\nanswer = \"n\"\nat-most = 1\n"),
                 {"unknown key 'criterion.at-most'"}));
}
