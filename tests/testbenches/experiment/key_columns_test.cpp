// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/key_columns.h"

#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("keys in which configurations differ, in the order of the table", "[testbenches]") {
  std::vector<RunConfig> configs(3);
  unsigned asked = 0;
  const auto config = [&](std::size_t n) {
    ++asked;
    return configs[n];
  };
  const auto names = [&](const std::vector<std::string>& but) {
    std::vector<std::string> found;
    for (const ConfigKey* key : differing_keys(configs.size(), config, but)) found.push_back(key->name);
    return found;
  };
  CHECK(names({}).empty());
  configs[2].traffic->load = 0.25;
  configs[1].ports = 4;
  configs[1].seed = 2;
  asked = 0;
  CHECK(names({}) == std::vector<std::string>{"ports", "load", "seed"});
  CHECK(asked == 3);
  CHECK(names({"seed"}) == std::vector<std::string>{"ports", "load"});
  CHECK(differing_keys(0, config).empty());
}

TEST_CASE("points of several seeds are a group, in which each seed counts once", "[testbenches]") {
  std::vector<RunConfig> configs(5);
  configs[1].seed = configs[3].seed = 2;
  configs[4].traffic->load = 0.25;
  const auto groups = groups_over_seeds(configs.size(), [&](std::size_t n) { return configs[n]; });
  CHECK(groups == std::vector<std::vector<std::size_t>>{{0, 1}, {4}});
}
