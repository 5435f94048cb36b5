// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "testbenches/study/study_points.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// Values that a key may have: its words, and the ends of its range and what is between.
std::vector<std::string> values_of(const ConfigKey& key) {
  std::vector<std::string> values = key.form.words;
  for (const double number : key.form.numbers) values.push_back(nlohmann::json(number).dump());
  if (const auto& range = key.form.number) {
    const double between = range->low + (range->high - range->low) / 3;
    for (const double number : {range->low, range->high, range->whole ? std::floor(between) : between})
      values.push_back(range->whole ? std::to_string(static_cast<std::int64_t>(number))
                                    : nlohmann::json(number).dump());
  }
  return values;
}

bool are_same(const RunConfig& a, const RunConfig& b) {
  return to_json(a) == to_json(b) && a.packet_min == b.packet_min && a.packet_max == b.packet_max &&
         a.packet_in_bytes == b.packet_in_bytes && a.packet_given == b.packet_given &&
         a.packet_mix.has_value() == b.packet_mix.has_value() && a.count_start == b.count_start;
}

}  // namespace

TEST_CASE("a packed configuration comes back whole, whatever its keys", "[testbenches]") {
  const auto base = std::make_shared<const RunConfig>();
  for (const ConfigKey& key : config_keys()) {
    for (const std::string& value : values_of(key)) {
      RunConfig config;
      if (!key.set(config, value)) continue;
      CAPTURE(key.name, value);
      CHECK(are_same(PackedConfig(config, base).config(), config));
    }
  }
  std::mt19937 random(14);  // NOLINT: the same each time
  for (unsigned n = 0; n < 500; ++n) {
    RunConfig config, other;
    for (const ConfigKey& key : config_keys()) {
      const auto values = values_of(key);
      if (values.empty()) continue;
      for (RunConfig* one : {&config, &other}) {
        if (random() % 2 == 0) key.set(*one, values[random() % values.size()]);
      }
    }
    CHECK(are_same(PackedConfig(config, std::make_shared<const RunConfig>(other)).config(), config));
  }
}

TEST_CASE("what no key tells is kept, too", "[testbenches]") {
  const auto base = std::make_shared<const RunConfig>();
  RunConfig config;
  config.count_start = 7;
  config.packet_max = 190;
  config.topology = std::string("a\0b.toml", 8);
  CHECK(are_same(PackedConfig(config, base).config(), config));
  config.packet_given = true;
  CHECK(are_same(PackedConfig(config, base).config(), config));
}
