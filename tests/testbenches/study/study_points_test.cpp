// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_points.h"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "testbenches/process/child_process.h"
#include "testbenches/study/missing_points.h"
#include "tests/catch.h"
#include "tests/testbenches/study/small_study.h"

using namespace xb;

namespace {

std::string hash_of(unsigned n) { return std::string(24, 'a') + fmt::format("{:08x}", n); }

/// Of the heap, in use. Sanitizers have a heap of their own, of which this knows nothing.
std::size_t bytes_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

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

TEST_CASE("points come back in their order, and are read by child processes", "[testbenches]") {
  StudyPoints points;
  CHECK(points.size() == 0);
  const auto configs = short_points(50);
  for (unsigned n = 0; n < 50; ++n) points.add(configs[n], hash_of(n), n % 3);
  REQUIRE(points.size() == 50);
  const std::string of_child = in_child_process([&] { return points[17].hash + points.hash(3); });
  CHECK(of_child == hash_of(17) + hash_of(3));
  unsigned n = 0;
  for (const StudyPoint& point : points) {
    CHECK(point.hash == hash_of(n));
    CHECK(point.search == n % 3);
    CHECK(point.config().seed == configs[n].seed);
    CHECK(point.config().traffic->load == configs[n].traffic->load);
    ++n;
  }
  CHECK(n == 50);
  CHECK(points.back().hash == hash_of(49));
  points.clear();
  CHECK(points.size() == 0);
  RunConfig other = configs[0];
  other.ports = 4;
  points.add(other, hash_of(7), 0);
  CHECK(points.front().config().ports == 4);
}

TEST_CASE("points take no memory", "[testbenches]") {
  StudyPoints points;
  const RunConfig config = short_points(1).front();
  const auto add = [&](unsigned count) {
    for (unsigned n = 0; n < count; ++n) {
      RunConfig one = config;
      one.seed = n + 1;
      points.add(one, hash_of(n), 0);
    }
  };
  add(10);
  const std::size_t few = bytes_in_use();
  add(10000);
  CHECK(bytes_in_use() < few + 1000);
}

TEST_CASE("without a folder for temporary files points are in memory, and without room at all that is said",
          "[testbenches]") {
  setenv("TMPDIR", "/nowhere", 1);
  StudyPoints points;
  points.add(RunConfig{}, hash_of(1), 0);
  CHECK(points.hash(0) == hash_of(1));
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit no_files{0, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &no_files);
  StudyPoints others;
  CHECK_THROWS_AS(others.add(RunConfig{}, hash_of(1), 0), RunError);
  setrlimit(RLIMIT_NOFILE, &before);
  unsetenv("TMPDIR");
}

TEST_CASE("hashes that were there before are known, those that begin alike are not taken for them",
          "[testbenches]") {
  StudyPoints points;
  const std::string first(32, '1'), same_beginning = std::string(31, '1') + '2', other(32, '3');
  const std::vector<std::string> hashes{first, other, same_beginning, first, other, first};
  for (const auto& hash : hashes) points.add(RunConfig{}, hash, 0);
  SeenHashes seen(points);
  std::vector<bool> again;
  for (const auto& hash : hashes) again.push_back(seen.again(hash));
  CHECK(again == std::vector<bool>{false, false, false, true, true, true});
}

TEST_CASE("what is missing is taken in order, and what is put back comes next", "[testbenches]") {
  const ScratchFolder scratch;
  Study study = small_study(scratch.path(), 5);
  in_child_process([&] {
    run_study_point(study, study.points[1]);
    return std::string();
  });
  MissingPoints missing(study, false);
  REQUIRE(missing.size() == 4);
  CHECK(missing.counts().finished() == 1);
  CHECK(missing.take() == 0);
  CHECK(missing.take() == 2);
  missing.put_back(2);
  CHECK(missing.size() == 3);
  CHECK(missing.take() == 2);
  CHECK(missing.take() == 3);
  CHECK(missing.take() == 4);
  CHECK(missing.empty());
  missing.put_back(0);
  CHECK_FALSE(missing.empty());
  CHECK(missing.take() == 0);
}

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
