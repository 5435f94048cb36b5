// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/parameters.h"

#include <stdexcept>

#include "tests/catch.h"
#include "tests/host/message_of.h"

using slots::Parameters;
using xb::message_of;

TEST_CASE("parameters of the slot simulator are numbers and words, with values of their own", "[reference]") {
  Parameters parameters({"load=.25", "ports=64", "arbiter=oldest"});
  CHECK(parameters.number("load", .5, 0, 1) == .25);
  CHECK(parameters.number("unbalance", .5, 0, 1) == .5);
  CHECK(parameters.count("ports", 16, 1, 64) == 64);
  CHECK(parameters.word("arbiter", {"random", "oldest"}) == 1);
  CHECK(parameters.word("traffic", {"uniform", "bursty"}) == 0);
  CHECK_NOTHROW(parameters.refuse_unknown());
}

TEST_CASE("wrong parameters of the slot simulator are named, with what is allowed", "[reference]") {
  const auto count = [](const char* text) {
    return message_of<std::invalid_argument>([&] { Parameters({text}).count("ports", 16, 1, 64); });
  };
  CHECK(count("ports=65") == "ports: '65' is not allowed; allowed: a number, 1..64");
  CHECK(count("ports=0") == "ports: '0' is not allowed; allowed: a number, 1..64");
  CHECK(count("ports=2.5") == "ports: '2.5' is not allowed; allowed: a whole number");
  CHECK(count("ports=2x") == "ports: '2x' is not allowed; allowed: a number, 1..64");
  CHECK(count("ports=") == "ports: '' is not allowed; allowed: a number, 1..64");
  CHECK(count("ports=nan") == "ports: 'nan' is not allowed; allowed: a number, 1..64");
  CHECK(count("ports") == "'ports' is not allowed; allowed: key=value");
  const auto wrong_word = [] { Parameters({"arbiter=youngest"}).word("arbiter", {"random", "oldest"}); };
  const auto twice = [] { Parameters({"a=1", "a=2"}); };
  const auto unknown = [] {
    Parameters parameters({"prots=4"});
    parameters.count("ports", 16, 1, 64);
    parameters.refuse_unknown();
  };
  using Wrong = std::invalid_argument;
  CHECK(message_of<Wrong>(wrong_word) == "arbiter: 'youngest' is not allowed; allowed: random oldest");
  CHECK(message_of<Wrong>(twice) == "a: given twice; allowed: once");
  CHECK(message_of<Wrong>(unknown) == "unknown key 'prots'; allowed: ports");
}
