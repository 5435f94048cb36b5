// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_file.h"

#include <fstream>
#include <random>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/study/identity.h"
#include "testbenches/study/study_folder.h"
#include "tests/catch.h"
#include "tests/testbenches/results/drawn_keys.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// Whether the keys make a point, and it is the same one after it has been in a chunk's file.
bool goes_round(const Given& given, Identifier& identifier, std::size_t& compared) {
  Experiment experiment;
  for (const SweptKey& key : given) experiment.replace(key);
  RunConfig config;
  try {
    config = resolve(experiment.combinations().front()).config;
  } catch (const InputError&) {
    return true;
  }
  ++compared;
  const auto keys = nlohmann::ordered_json::parse(keys_of(config).dump());
  const RunConfig again = resolve(config_of(keys)).config;
  return identifier.identify(again).hash == identifier.identify(config).hash;
}

}  // namespace

TEST_CASE("a point is the same one on the machine that gets its keys", "[testbenches]") {
  std::mt19937_64 random(20);  // NOLINT: the same draws each time
  Identifier identifier(nlohmann::ordered_json{{"xbarlab", "test"}});
  std::size_t compared = 0;
  for (int n = 0; n < 4000; ++n) {
    Given given = random_keys(true, random);
    while (given.size() > 1 + random() % 8)
      given.erase(given.begin() + static_cast<long>(random() % given.size()));
    std::string text;
    for (const SweptKey& key : given) text += "--" + key.key + " " + key.values.front() + " ";
    CAPTURE(text);
    REQUIRE(goes_round(given, identifier, compared));
  }
  CHECK(compared > 300);
}

TEST_CASE("a chunk's file is read as it was written", "[testbenches]") {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "1";
  const ChunkOrder order{"/a study",
                         "/a folder",
                         {{"xbarlab", "1"}},
                         {{"git_commit", nullptr}},
                         {{"00", {{"load", "0.5"}}}, {"01", {{"topology", "a \"net\".toml"}}}}};
  write_chunk(file, order);
  const ChunkOrder read = read_chunk(file);
  CHECK(read.study == order.study);
  CHECK(read.directory == order.directory);
  CHECK(read.versions == order.versions);
  CHECK(read.origin == order.origin);
  REQUIRE(read.points.size() == 2);
  CHECK(read.points[1].hash == "01");
  CHECK(read.points[1].keys == order.points[1].keys);
}

TEST_CASE("a chunk's file that is none is refused in one line", "[testbenches]") {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "1";
  CHECK_THROWS_AS(read_chunk(file), InputError);
  for (const char* text : {"", "{}\n", "[1]\n", "{\"study\": 1", "\xff\xfe\n"}) {
    CAPTURE(text);
    std::ofstream(file) << text;
    CHECK_THROWS_AS(read_chunk(file), InputError);
  }
  CHECK_THROWS_AS(write_chunk(scratch.path() / "no folder" / "1", {}), FolderError);
}
