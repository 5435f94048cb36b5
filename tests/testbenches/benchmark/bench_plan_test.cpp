// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/bench_plan.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "testbenches/benchmark/bench_table.h"
#include "testbenches/engines/paths.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/benchmark/small_bench.h"
#include "tests/testbenches/scratch_folder.h"

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
  flags.gap_bytes = 0;
  CHECK(bench_plan(bench_config("input", 4, 1000), flags).beats == 100000);
  // Of a shared memory, a port's share.
  CHECK(bench_plan(bench_config("shared", 4, 4000), flags).beats == 100000);
  // Long frames: a hundred of them at least.
  flags.bytes = {9000};
  CHECK(bench_plan(bench_config("input", 4, 1000), flags).beats == 112500);
  // Of 10.5 beat times of a frame, its gap has 2.5, in which nothing is filled.
  flags.bytes = {64, 512};
  flags.gap_bytes = 20;
  CHECK(bench_plan(bench_config("input", 4, 1000), flags).beats == 131250);
}

TEST_CASE("a data sheet names all that a switch is set to", "[testbenches]") {
  const auto line_of = [](RunConfig config, const std::vector<std::pair<const char*, const char*>>& keys) {
    for (const auto& [key, value] : keys) set_key(config, key, value, "test");
    return plan_lines(small_bench(config, {64}, 100, 1000)).front();
  };
  CHECK(mentions(line_of(bench_config("input", 4, 64), {{"arbiter", "wrr"}, {"input-weights", "0:4"}}),
                 {"depth 64 beats, arbiter wrr, input-weights 0:4, window 1"}));
  CHECK(mentions(
      line_of(bench_config("voq", 4, 64), {{"classes", "2"}, {"service", "dwrr"}, {"weights", "0:3"}}),
      {"classes 2, service dwrr, weights 0:3, cut-through"}));
  CHECK_FALSE(mentions(line_of(bench_config("voq", 4, 64), {}), {"classes"}));
  for (const ConfigKey& key : config_keys()) {
    CAPTURE(key.name);
    if (key.set_switch != nullptr)
      CHECK(std::count(switch_keys().begin(), switch_keys().end(), key.name) == 1);
  }
}

TEST_CASE("frames have Ethernet's gap, unless another one is given", "[testbenches]") {
  BenchFlags flags;
  flags.bytes = {64};
  const BenchPlan usual = bench_plan(bench_config("input", 4, 1000), flags);
  CHECK(usual.gap_bytes == 20);
  CHECK(usual.frames_per_second(usual.sizes[0]) == Approx(10e9 / (84 * 8)));
  flags.gap_bytes = 0;
  const BenchPlan none = bench_plan(bench_config("input", 4, 1000), flags);
  CHECK(none.frames_per_second(none.sizes[0]) == Approx(10e9 / (64 * 8)));
  // A device without tkeep has whole beats.
  RunConfig config;
  config.device = (source_dir() / "examples/quad-switch/quad_switch.toml").string();
  config.ports = 4;
  CHECK(bench_plan(config, BenchFlags{}).gap_bytes == 0);
}

TEST_CASE("a device that leaves out pairs of ports has no benchmark", "[testbenches]") {
  const ScratchFolder folder;
  const auto example = source_dir() / "examples/quad-switch";
  const std::string text =
      replaced(text_of(example / "quad_switch.toml"), "files = [\"", "files = [\"" + example.string() + "/");
  RunConfig config;
  config.device = (folder.path() / "few.toml").string();
  config.ports = 4;
  const auto plan = [&](const std::string& claim) {
    std::ofstream(config.device) << text << claim;
    bench_plan(config, BenchFlags{});
  };
  CHECK_NOTHROW(plan("hairpin = false\n"));
  CHECK(mentions(message_of<InputError>([&] { plan("connects = \"0..3>0\"\n"); }),
                 {"few.toml' is not allowed", "claims.connects"}));
}

TEST_CASE("the longest of the usual frames is RFC 8239's", "[testbenches]") {
  CHECK(usual_frame_bytes() == std::vector<unsigned>{64, 128, 256, 512, 1024, 1280, 1518, 9216});
}

TEST_CASE("frames per second are at the clock that is given, which no trial depends on", "[testbenches]") {
  RunConfig config = bench_config("input", 4, 1000);
  CHECK(bench_plan(config, BenchFlags{}).clock_mhz == 156.25);
  for (const auto& [text, mhz] : {std::pair{"100", 100.0}, {"1.25GHz", 1250.0}, {"100Gbps", 1562.5}}) {
    set_key(config, "clock", text, "");
    const BenchPlan plan = bench_plan(config, BenchFlags{});
    CHECK(plan.clock_mhz == mhz);
    CHECK_FALSE(to_json(plan.trial(plan.sizes[0]).config).contains("clock"));
  }
}

TEST_CASE("lists of frame sizes", "[testbenches]") {
  CHECK(parse_frame_sizes("64,1518") == std::vector<unsigned>{64, 1518});
  CHECK(parse_frame_sizes("8") == std::vector<unsigned>{8});
  CHECK(parse_frame_sizes("65535") == std::vector<unsigned>{65535});
  CHECK(parse_frame_sizes("64B,1KiB,1.5K,9kB") == std::vector<unsigned>{64, 1024, 1500, 9000});
  for (const char* text :
       {"", "7", "65536", "64,", ",64", "64,64", "128,64", "64;128", "x", " 64", "64:2", "64..128", "imix"})
    CHECK_THROWS_AS(parse_frame_sizes(text), InputError);
}

TEST_CASE("a frame that the switch has no room for is refused, with the reason", "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("input", 4, 100), {64, 1518}, 20, 2000);
  CHECK(plan.refuses(plan.sizes[0]).empty());
  CHECK(plan.refuses(plan.sizes[1]).find("at least 190") != std::string::npos);
}
