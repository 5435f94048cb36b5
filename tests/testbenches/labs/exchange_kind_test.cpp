// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/labs/small_unit.h"

using namespace xb;

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
