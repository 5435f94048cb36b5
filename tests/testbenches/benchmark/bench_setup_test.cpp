// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/bench_setup.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/testbenches/benchmark/small_bench.h"

using namespace xb;

TEST_CASE("frames are whole beats, rounded up", "[testbenches]") {
  RunConfig config = bench_config("output", 4, 4096);
  const auto beats = [&](unsigned width, unsigned bytes) {
    config.width = width;
    return small_bench(config, {bytes}, 100, 1000).sizes.front().beats;
  };
  CHECK(beats(64, 64) == 8);
  CHECK(beats(64, 1518) == 190);
  CHECK(beats(64, 8) == 1);
  CHECK(beats(512, 64) == 1);
  CHECK(beats(512, 65) == 2);
  CHECK(beats(512, 1518) == 24);
}

TEST_CASE("a trial is so long that the least overload fills a buffer twice", "[testbenches]") {
  BenchFlags flags;
  flags.steps = 50;
  flags.bytes = {64};
  CHECK(bench_setup(bench_config("input", 4, 1000), flags).beats == 100000);
  // Of a shared memory, a port's share.
  CHECK(bench_setup(bench_config("shared", 4, 4000), flags).beats == 100000);
  // Long frames: a hundred of them at least.
  flags.bytes = {9000};
  CHECK(bench_setup(bench_config("input", 4, 1000), flags).beats == 112500);
}

TEST_CASE("lists of frame sizes", "[testbenches]") {
  CHECK(parse_frame_sizes("64,1518") == std::vector<unsigned>{64, 1518});
  CHECK(parse_frame_sizes("8") == std::vector<unsigned>{8});
  CHECK(parse_frame_sizes("65535") == std::vector<unsigned>{65535});
  for (const char* text : {"", "7", "65536", "64,", ",64", "64,64", "128,64", "64;128", "x", " 64", "64.0"})
    CHECK_THROWS_AS(parse_frame_sizes(text), InputError);
}

TEST_CASE("a frame that the switch has no room for is refused, with the reason", "[testbenches]") {
  const BenchSetup setup = small_bench(bench_config("input", 4, 100), {64, 1518}, 20, 2000);
  CHECK(setup.refuses(setup.sizes[0]).empty());
  CHECK(setup.refuses(setup.sizes[1]).find("at least 190") != std::string::npos);
}
