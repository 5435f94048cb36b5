// SPDX-License-Identifier: Apache-2.0
#include "host/run_config.h"

#include <sstream>

#include "host/config_keys.h"
#include "host/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

TEST_CASE("store-and-forward needs a queue that holds the longest packet", "[host]") {
  RunConfig config;
  config.forwarding = "store-and-forward";
  config.packet_min = 10;
  config.packet_max = 100;
  config.depth = 99;
  CHECK(mentions(message_of<InputError>([&] { check(config); }), {"depth", "'99'", "allowed", "100 beats"}));
  config.depth = 100;
  CHECK_NOTHROW(check(config));
  config.depth = 2;
  config.forwarding = "cut-through";
  CHECK_NOTHROW(check(config));
}

TEST_CASE("the default configuration needs no flags", "[host]") { CHECK(RunConfig{}.flags().empty()); }

TEST_CASE("flags name what differs from the default, and give the same configuration again", "[host]") {
  RunConfig config;
  set_key(config, "ports", "4", "");
  set_key(config, "load", "0.9", "");
  set_key(config, "traffic", "one-hot", "");
  CHECK(config.flags() == "--ports 4 --traffic one-hot --load 0.9");

  set_key(config, "packet", "3..9", "");
  set_key(config, "warmup", "0", "");
  set_key(config, "ci", "1%", "");
  set_key(config, "seed", "123456789", "");
  set_key(config, "cluster", "tam-326", "");
  RunConfig again;
  std::istringstream words(config.flags());
  for (std::string flag, value; words >> flag >> value;) {
    REQUIRE(flag.substr(0, 2) == "--");
    set_key(again, flag.substr(2), value, "");
  }
  CHECK(to_json(again) == to_json(config));
}

TEST_CASE("queue memories are elaborated as powers of two, no smaller than 1024 beats", "[host]") {
  RunConfig config;
  const auto elaborated = [&](std::uint32_t depth) {
    config.depth = depth;
    return config.max_depth();
  };
  CHECK(elaborated(2) == 1024);
  CHECK(elaborated(1024) == 1024);
  CHECK(elaborated(1025) == 2048);
  CHECK(elaborated(1048576) == 1048576);
}

TEST_CASE("a width is so many 64-bit words", "[host]") {
  RunConfig config;
  CHECK(config.data_words() == 1);
  config.width = 512;
  CHECK(config.data_words() == 8);
}
