// SPDX-License-Identifier: Apache-2.0
// Counters of 32 bits, of cycles and of drops, go round in a long run. One that begins shortly before that
// measures what one from 0 on does, on every engine.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/engines/switch_key.h"
#include "tests/testbenches/results/timeless.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kBeforeTheEnd = 1200;  // what the counters have left

/// A copy of the RTL whose counters begin there.
void copy_rtl(const fs::path& folder) {
  fs::copy(source_dir() / "rtl", folder, fs::copy_options::recursive);
  std::stringstream text;
  text << std::ifstream(folder / "xb_pkg.sv").rdbuf();
  std::string package = text.str();
  const std::string start = "CountStart = '0;";
  const std::size_t at = package.find(start);
  REQUIRE(at != std::string::npos);
  package.replace(at, start.size(), fmt::format("CountStart = 32'd{};", 0U - kBeforeTheEnd));
  std::ofstream(folder / "xb_pkg.sv") << package;
}

/// Small memories that lose packets in every queue.
RunConfig lossy(const std::string& name) {
  RunConfig config;
  config.engine = Engine::Fast;
  choose_circuit(config, name);
  config.ports = 3;
  config.depth = 24;
  config.flow = FlowControl::Drop;
  const bool one_cycle = config.pipeline == 0;
  if (config.switch_name == "input" && one_cycle) config.arbiter = Arbitration::Oldest;
  config.traffic->load = 1;
  config.route_delay = one_cycle ? 5 : 0;
  config.traffic->receiver_stall = 0.9;
  config.warmup = 500;
  config.cycles = 14000;
  return config;
}

}  // namespace

TEST_CASE("a run whose counters go round measures the same on every engine", "[testbenches][long]") {
  const std::string name = GENERATE(from_range(circuits()));
  const ScratchFolder folder;
  copy_rtl(folder.path() / "rtl");
  for (const bool drop : {true, false}) {
    for (const unsigned longest : {1U, 5U}) {
      RunConfig config = lossy(name);
      config.flow = drop ? FlowControl::Drop : FlowControl::BackPressure;
      config.packet_max = longest;
      config.forwarding = longest == 1 ? ForwardingMode::CutThrough : ForwardingMode::StoreAndForward;
      CAPTURE(flags_of(config));
      const RunResult from_zero = run_point(config);
      if (drop && longest == 1) {
        const auto& drops = from_zero.dropped_per_queue;
        REQUIRE(*std::min_element(drops.begin(), drops.end()) > kBeforeTheEnd);
      }
      const auto want = timeless(config, from_zero);
      CHECK(timeless(config, simulate(resolve(config),
                                      *make_verilated_switch(resolve(config), {}, folder.path() / "rtl"))) ==
            want);
      config.count_start = 0U - kBeforeTheEnd;
      CHECK(timeless(config, run_point(config)) == want);
      config.engine = Engine::Systemc;
      CHECK(timeless(config, run_point(config)) == want);
    }
  }
}
