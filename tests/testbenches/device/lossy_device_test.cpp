// SPDX-License-Identifier: Apache-2.0
// A switch of the user's that discards packets.
#include <algorithm>
#include <fstream>

#include "host/config/config_keys.h"
#include "host/point/traffic_config.h"
#include "testbenches/engines/paths.h"
#include "testbenches/recording/device_check.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

fs::path original(const char* name) { return source_dir() / "examples/quad-switch" / name; }

RunConfig overloaded(const fs::path& device) {
  RunConfig config;
  set_key(config, "device", device.string(), "test");
  config.ports = 4;
  config.traffic->load = 1;
  config.warmup = 0;
  return config;
}

}  // namespace

TEST_CASE("packets that a switch discards are counted from its ports, by flow", "[testbenches]") {
  const ScratchFolder folder;
  std::string source = text_of(original("quad_switch.v"));
  const auto change = [](std::string& text, const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  change(source, "assign in_ready  = !full;", "assign in_ready  = 1'b1;");
  change(source, "wire               push = in_valid && !full;",
         "reg in_packet, dropping;  // a packet\n"
         "  wire drop = in_packet ? dropping : used > 16;  // no room for one of 16 beats\n"
         "  wire push = in_valid && !drop;\n"
         "  always @(posedge clk)\n"
         "    if (rst) {in_packet, dropping} <= 2'd0;\n"
         "    else if (in_valid) {in_packet, dropping} <= {!in_data[WIDTH-3], drop};");
  change(source, "wire               full = used[LOG_DEPTH];\n", "");
  std::ofstream(folder.path() / "quad_switch.v") << source;
  std::string description = text_of(original("quad_switch.toml"));
  change(description, "[claims]", "[claims]\nlossless = false");
  change(description, "LOG_DEPTH = 4", "LOG_DEPTH = 5");
  const fs::path file = folder.path() / "lossy.toml";
  std::ofstream(file) << description;

  RunConfig config = overloaded(file);
  config.packet_min = config.packet_max = 8;
  config.packet_given = true;
  config.cycles = 20000;
  const RunResult result = run_point(config);
  CHECK(result.known.drops);
  // What goes in and does not come out is lost, but for what is inside at the window's ends, and for the last
  // of each flow, of which nothing tells until the next comes out.
  const auto kept = static_cast<double>(result.delivered_packets + result.lost_packets);
  CHECK(kept == Approx(static_cast<double>(result.offered_packets)).margin(48));
  CHECK(result.loss.mean > 0.2);
  CHECK(result.dropped_full == result.lost_packets);
  CHECK(result.dropped_per_queue.size() == 16);
  CHECK(*std::min_element(result.dropped_per_queue.begin(), result.dropped_per_queue.end()) > 0);
  const DeviceCheck check = check_device(resolve(config));
  INFO((check.violation ? check.violation->text() : ""));
  CHECK_FALSE(check.violation);
}
