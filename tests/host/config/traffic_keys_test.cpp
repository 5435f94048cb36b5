// SPDX-License-Identifier: Apache-2.0
// The keys `packet` and `gap`.
#include <nlohmann/json.hpp>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("lengths in bytes are told from beats, and come back", "[host]") {
  RunConfig config;
  set_key(config, "packet", "64B..1518B", "");
  CHECK(config.packet_in_bytes);
  CHECK(config.packet_min == 64);
  CHECK(config.packet_max == 1518);
  CHECK(to_json(config)["packet"] == "64B..1518B");
  set_key(config, "packet", "9000B", "");
  CHECK(to_json(config)["packet"] == "9000B");
  CHECK(config.longest_beats() == 1125);
  CHECK_FALSE(to_json(config).contains("gap"));  // records from before it stay as they were
  set_key(config, "gap", "20B", "");
  CHECK(config.gap_bytes == 20);
  CHECK(to_json(config)["gap"] == "20B");
  set_key(config, "packet", "9", "");
  CHECK_FALSE(config.packet_in_bytes);
  set_key(config, "packet", "9B", "");
  set_key(config, "packet", "auto", "");
  CHECK_FALSE(config.packet_in_bytes);
}

TEST_CASE("lengths with weights come back as they were given, and a single one as a length", "[host]") {
  RunConfig config;
  set_key(config, "packet", "576B:4,64B:7,1518B:1", "");
  CHECK(config.packet_in_bytes);
  CHECK(config.packet_min == 64);
  CHECK(config.packet_max == 1518);
  CHECK(config.packet_lengths().weight() == 12);
  CHECK(to_json(config)["packet"] == "576B:4,64B:7,1518B:1");
  set_key(config, "packet", "imix", "");
  CHECK(to_json(config)["packet"] == "imix");
  CHECK(config.longest_beats() == 190);
  for (const char* other : {"9", "3..9", "auto", "9:2"}) {
    set_key(config, "packet", "imix", "");
    set_key(config, "packet", other, "");
    CAPTURE(other);
    CHECK_FALSE(config.packet_mix);
    CHECK_FALSE(config.packet_in_bytes);
  }
  CHECK(to_json(config)["packet"] == 9);
}

TEST_CASE("a packet that is not given is told from one beat that is, where it matters", "[host]") {
  RunConfig config;
  CHECK(to_json(config)["packet"] == 1);
  config.schedule = "shift";
  CHECK(to_json(config)["packet"] == "auto");
  set_key(config, "packet", "1", "");
  CHECK(to_json(config)["packet"] == 1);
  set_key(config, "packet", "auto", "");
  CHECK(to_json(config)["packet"] == "auto");
  CHECK_FALSE(config.packet_given);
}
