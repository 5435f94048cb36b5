// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "host/base/errors.h"
#include "testbenches/labs/check.h"
#include "testbenches/labs/unit.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/labs/small_unit.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

// Blocks of two packets of 16 beats, 8 bytes each.
const std::string kExchangeOfTwo =
    "kind = \"exchange\"\nfile = \"order.goal\"\n"
    "run = { schedule = \"shift\", ports = 2, packet = 16, packets-per-message = 2 }\n";

std::string exchange_verdict(const std::string& keys, const std::string& goal) {
  return SmallUnit(kExchangeOfTwo + keys).with("order.goal", goal).verdict();
}

std::string goal_of_two(const std::string& rank_0, const std::string& rank_1) {
  return "num_ranks 2\nrank 0 {\n" + rank_0 + "}\nrank 1 {\n" + rank_1 + "}\n";
}

const std::string kWhole =
    goal_of_two("send 256b to 1\nrecv 256b from 1\n", "send 256b to 0\nrecv 256b from 0\n");

std::string exchange_refusal(const std::string& keys) {
  return SmallUnit("kind = \"exchange\"\nfile = \"order.goal\"\n" + keys).refusal();
}

/// A unit with one criterion, whose lines for the kind are `keys`; and a submission.
class LeastUnit {
 public:
  explicit LeastUnit(const std::string& keys) {
    fs::create_directories(unit() / "skeleton");
    std::ofstream(unit() / "skeleton" / "answers.toml") << "depth = \"?\"\n";
    std::ofstream(unit() / "unit.toml")
        << "title = \"Depths\"\n[[criterion]]\nid = \"depth\"\ntitle = \"A depth\"\npoints = 3\n"
        << "hint = \"bisect\"\nkind = \"least\"\nanswer = \"depth\"\n"
        << keys
        << "run = { switch = \"output\", flow = \"drop\", ports = 2, packet = 2, load = 0.8, cycles = 5000 "
           "}\n";
  }
  [[nodiscard]] LabUnit read() const { return read_unit(unit()); }

  /// What a submission with this answer gets.
  [[nodiscard]] Mark mark_of(const std::string& depth) const {
    const fs::path folder = scratch_.path() / "mine";
    fs::create_directories(folder);
    std::ofstream(folder / "answers.toml") << "depth = " << depth << "\n";
    const LabUnit unit = read();
    Mark mark = check_submission(unit, folder, {}).marks.at(0);
    mark.of = nullptr;  // it goes with the unit
    return mark;
  }

 private:
  [[nodiscard]] fs::path unit() const { return scratch_.path() / "1-depths"; }
  ScratchFolder scratch_;
};

constexpr const char* kLoss = "key = \"depth\"\nstep = 4\nmeasure = \"loss\"\nat-most = 0.02\n";

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

// Hosts 0 and 1 on a switch, 2 on the other: four transfers cross the cable, two each way.
const std::string kStepsOfThree =
    "kind = \"steps\"\nfile = \"steps.txt\"\ntopology = \"two-switches(2,1)\"\n";
const std::string kThreeSteps = "# by hand\n0>2 2>0 1>1\n\n1>2 2>1 0>0\n0>1 1>0 2>2  # the third\n";

std::string steps_verdict(const std::string& text, const std::string& keys = "") {
  return SmallUnit(kStepsOfThree + keys).with("steps.txt", text).verdict();
}

}  // namespace

TEST_CASE("a complete exchange of the student's, in whole blocks or in parts, is one", "[testbenches]") {
  CHECK(mentions(exchange_verdict("", kWhole), {"yes: ", " cycles"}));
  const std::string parts =
      goal_of_two("s: send 128b to 1\nt: send 128b to 1\nt requires s\nrecv 128b from 1\nrecv 128b from 1\n",
                  "send 128b to 0\nsend 128b to 0\nrecv 128b from 0\nrecv 128b from 0\n");
  CHECK(mentions(exchange_verdict("seeds = [1, 2]\n", parts), {"yes: ", " cycles, the longest of 2 runs"}));
}

TEST_CASE("what is no complete exchange is refused, with rank and what is allowed", "[testbenches]") {
  const auto refused = [](const std::string& rank_0, const std::string& rank_1, const std::string& why) {
    return mentions(exchange_verdict("", goal_of_two(rank_0, rank_1)), {"no: order.goal", why});
  };
  CHECK(refused("send 256b to 1\n", "recv 256b from 0\n", "rank 1 sends 0 bytes to rank 0; allowed: 256"));
  CHECK(refused("send 257b to 1\nrecv 256b from 1\n", "recv 257b from 0\nsend 256b to 0\n",
                "rank 0 sends 257 bytes to rank 1; allowed: 256"));
  CHECK(refused("send 256b to 1\nrecv 256b from 1\n", "send 256b to 0\n", "order.goal"));
  CHECK(refused("calc 5\nsend 256b to 1\nrecv 256b from 1\n", "send 256b to 0\nrecv 256b from 0\n",
                "rank 0: calc is not allowed"));
  CHECK(refused("send 256b to 1\nrecv 256b from -1\n", "send 256b to 0\nrecv 256b from 0\n",
                "rank 0: recv of any is not allowed"));
  CHECK(refused("sent 256b to 1\n", "", "order.goal:3"));
  CHECK(mentions(exchange_verdict("", "num_ranks 1\n"), {"no: order.goal: 1 ranks; allowed: 2"}));
  CHECK(mentions(SmallUnit(kExchangeOfTwo).verdict(), {"no: there is no order.goal"}));
  // Each waits for the other's block before it sends its own.
  CHECK(refused("r: recv 256b from 1\ns: send 256b to 1\ns requires r\n",
                "r: recv 256b from 0\ns: send 256b to 0\ns requires r\n", "waits for 2 packet(s) from 1"));
}

TEST_CASE("lab: files that begin with the mark of UTF-8 are read, of another encoding it is said",
          "[testbenches]") {
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(mentions(steps_verdict(mark + kThreeSteps.substr(kThreeSteps.find('0'))), {"yes: 3 steps"}));
  CHECK(mentions(exchange_verdict("", mark + kWhole), {"yes: ", " cycles"}));
  const std::string other{
      "\xFF\xFE"
      "0\0>\0",
      6};
  CHECK(mentions(steps_verdict(other), {"no: steps.txt: not UTF-8, but UTF-16 or binary"}));
  CHECK(mentions(exchange_verdict("", other), {"no: order.goal: not UTF-8, but UTF-16 or binary"}));
}

TEST_CASE("an exchange that takes too long is on the board all the same, one that is none is not",
          "[testbenches]") {
  SmallUnit slow(kExchangeOfTwo + "at-most = 20\n");
  const Mark mark = slow.with("order.goal", kWhole).marked();
  CHECK_FALSE(mark.reached);
  CHECK(mentions(mark.reason, {"a complete exchange in ", "at most 20 are asked for"}));
  REQUIRE(mark.standing);
  CHECK(*mark.standing > 20);
  CHECK(mentions(exchange_verdict("at-most = 1000\n", kWhole), {"yes: "}));
  CHECK_FALSE(
      SmallUnit(kExchangeOfTwo + "at-most = 20\n").with("order.goal", "num_ranks 1\n").marked().standing);
  CHECK_FALSE(SmallUnit(kExchangeOfTwo).with("order.goal", kWhole).marked().standing);
}

TEST_CASE("an exchange criterion is one of a complete exchange, with all blocks alike", "[testbenches]") {
  CHECK(exchange_refusal("run = { schedule = \"shift\", ports = 4 }\n").empty());
  CHECK(mentions(exchange_refusal("run = { ports = 4 }\n"), {"with the schedule of a complete exchange"}));
  CHECK(
      mentions(exchange_refusal("run = { ports = 4, schedule = \"combining\" }\n"), {"a complete exchange"}));
  CHECK(mentions(exchange_refusal("run = { ports = 4, schedule = \"shift\", message-spread = 0.5 }\n"),
                 {"all blocks alike"}));
  CHECK(mentions(exchange_refusal("run = { schedule = \"shift\" }\nseeds = [1, 1]\n"), {"none twice"}));
}

// The kind `least`: a depth that is enough, and one step less that is not.

TEST_CASE("lab: the least depth is reached, one less is not enough, one more is too much", "[testbenches]") {
  const LeastUnit unit(kLoss);
  unsigned reached = 0, too_small = 0, too_large = 0;
  for (unsigned depth = 4; depth <= 48; depth += 4) {
    const Mark mark = unit.mark_of(std::to_string(depth));
    INFO(depth << ": " << mark.reason);
    if (mark.reached) {
      ++reached;
      CHECK(too_large == 0);
    } else if (mark.reason.find("is not enough: loss is") != std::string::npos) {
      ++too_small;
      CHECK(reached + too_large == 0);
    } else {
      ++too_large;
      CHECK(mentions(mark.reason, {"is more than it takes: with " + std::to_string(depth - 4)}));
    }
  }
  CHECK(reached == 1);
  CHECK(too_small > 0);
  CHECK(too_large > 0);
}

TEST_CASE("lab: a depth that is no depth reaches nothing", "[testbenches]") {
  const LeastUnit unit(kLoss);
  for (const char* depth : {"0", "-16", "2.5", "1e9", "\"?\""}) {
    const Mark mark = unit.mark_of(depth);
    INFO(depth << ": " << mark.reason);
    CHECK_FALSE(mark.reached);
    CHECK(mark.reason.find('\n') == std::string::npos);
    CHECK_FALSE(mark.reason.empty());
  }
}

TEST_CASE("lab: a criterion of the kind least is read with all its keys", "[testbenches]") {
  const auto refused = [](const std::string& keys) {
    const LeastUnit unit(keys);
    return message_of<InputError>([&] { (void)unit.read(); });
  };
  CHECK(mentions(refused("step = 4\nmeasure = \"loss\"\nat-most = 0.02\n"),
                 {"criterion.key: missing; allowed: the keys of xbarlab run"}));
  CHECK(mentions(refused("key = \"depht\"\nstep = 4\nmeasure = \"loss\"\nat-most = 0.02\n"),
                 {"criterion.key: 'depht' is not allowed"}));
  CHECK(mentions(refused("key = \"rtl\"\nstep = 4\nmeasure = \"loss\"\nat-most = 0.02\n"),
                 {"criterion.key: 'rtl' is not allowed"}));
  CHECK(mentions(refused("key = \"depth\"\nstep = 0\nmeasure = \"loss\"\nat-most = 0.02\n"),
                 {"criterion.step: '0'"}));
  CHECK(mentions(refused("key = \"depth\"\nstep = 4\nmeasure = \"loss\"\n"),
                 {"with at-least, at-most, or both"}));
}

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
