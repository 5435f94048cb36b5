// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/stimuli.h"

#include "testbenches/labs/criterion.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

std::string stimulus_refusal(const std::string& lines) {
  return message_of<NotReached>([&] { stimulus_flags("[full]\n" + lines, "full"); });
}

}  // namespace

TEST_CASE("lab: a stimulus is flags of a run", "[testbenches]") {
  const auto flags = stimulus_flags("[other]\n[full]\nload = 1\npacket = \"1..9\"\ncycles = 30000\n", "full");
  CHECK(flags == std::vector<std::string>{"--cycles", "30000", "--load", "1", "--packet", "1..9"});
  CHECK(mentions(message_of<NotReached>([] { stimulus_flags("[other]\ncycles = 1\n", "full"); }),
                 {"stimuli.toml has no [full]"}));
}

TEST_CASE("lab: a stimulus says what hosts do, and nothing else", "[testbenches]") {
  for (const char* key : {"rtl", "device", "engine", "switch", "ports", "depth", "json", "trace", "warmup"}) {
    INFO(key);
    CHECK(mentions(stimulus_refusal("cycles = 10\n" + std::string(key) + " = \"x\"\n"),
                   {"stimuli.toml:3:", "unknown key '" + std::string(key) + "'; allowed: "}));
  }
  CHECK(mentions(stimulus_refusal("cycles = 10\ntraffic = \"capture:/etc/passwd\"\n"),
                 {"stimuli.toml:3:", "allowed"}));
  CHECK(
      mentions(stimulus_refusal("cycles = 10\nload = 1.5\n"), {"stimuli.toml:3:8: load: '1.5'", "allowed"}));
  CHECK(mentions(stimulus_refusal("cycles = 10\nload = \"--rtl\"\n"),
                 {"stimuli.toml:3:8: load: '--rtl'", "allowed"}));
  CHECK(
      mentions(stimulus_refusal("load = 1\n"), {"stimuli.toml:1:1: cycles: missing; allowed: up to 30000"}));
  CHECK(mentions(stimulus_refusal("cycles = 30001\n"),
                 {"cycles: '30001' is not allowed; allowed: up to 30000"}));
  CHECK(mentions(stimulus_refusal("cycles = = 3\n"), {"stimuli.toml:2:"}));
}
