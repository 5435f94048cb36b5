// SPDX-License-Identifier: Apache-2.0
// What a device shows of itself, its key `observe`, beside what its ports tell.
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "testbenches/engines/engines.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/device_check.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

const std::string kUsed = "u_switch.gen_in[{i}].u_fifo.wr - u_switch.gen_in[{i}].u_fifo.rd";

/// What `f` makes of such a device.
template <class F>
auto with_device(const std::string& name, unsigned ports, unsigned width, const std::string& observe, F&& f) {
  const fs::path sources = source_dir() / "tests/testbenches/device/foreign";
  const ScratchFolder folder;
  for (const auto& entry : fs::directory_iterator(sources))
    fs::create_symlink(entry.path(), folder.path() / entry.path().filename());
  const fs::path file = folder.path() / "observed.toml";
  std::ofstream(file) << text_of(sources / (name + ".toml")) << "\n[observe]\n" << observe;
  RunConfig config = config_of("load 1, cycles 5000, warmup 100, packet 1..5");
  config.ports = ports;
  config.width = width;
  set_key(config, "device", file.string(), "test");
  return f(config);
}

RunResult run_of(const std::string& name, unsigned ports, unsigned width, const std::string& observe,
                 PortSink* sink = nullptr) {
  return with_device(name, ports, width, observe, [&](const RunConfig& config) {
    const Setup setup = with_known_latency(resolve(config));
    if (sink == nullptr) return simulate(setup, *make_random_start(setup));
    SwitchTrace trace;
    trace.ports = sink;
    return simulate(setup, *make_model(setup, trace));
  });
}

DeviceCheck check_of(const std::string& name, unsigned ports, unsigned width, const std::string& observe) {
  return with_device(name, ports, width, observe,
                     [](const RunConfig& config) { return check_device(resolve(config)); });
}

/// What a trace has of a device's queues.
struct TracedQueues : PortSink {
  std::vector<std::vector<std::uint32_t>> beats, packets;
  void cycle(const PortCycle& c) override {
    beats.push_back(c.occ_beats);
    packets.push_back(c.occ_packets);
  }
};

/// Input-cycles of the measured window in which a trace has a flag; blocked by which outputs.
struct TracedFlags : PortSink {
  unsigned hol = 0, blocked = 0, by_none = 0;
  void cycle(const PortCycle& c) override {
    if (c.cycle <= 100 || c.cycle > 5100) return;  // flags are of the cycle before
    hol += port_count(c.hol);
    blocked += port_count(c.blocked);
    for_each_port(c.hol, [&](unsigned input) { by_none += c.hol_victims[input] == 0 ? 1 : 0; });
  }
};

}  // namespace

TEST_CASE("the occupancy that a device shows is what its ports tell, where it counts all", "[testbenches]") {
  const RunResult shown = run_of("flat_user", 4, 64, "occupancy = \"" + kUsed + "\"\n");
  const RunResult told = run_of("flat_user", 4, 64, "");
  CHECK(shown.per_queue.size() == 4);
  CHECK(told.per_queue.size() == 16);
  CHECK(shown.occupancy_beats.mean == told.occupancy_beats.mean);
  CHECK(shown.occupancy_beats.max == told.occupancy_beats.max);
  CHECK(shown.occupancy_packets.mean == told.occupancy_packets.mean);
  CHECK(shown.hol.mean == told.hol.mean);
}

TEST_CASE("a trace has the occupancy that a device's ports tell", "[testbenches]") {
  TracedQueues shown, told;
  run_of("flat_user", 4, 64, "occupancy = \"" + kUsed + "\"\n", &shown);
  run_of("flat_user", 4, 64, "", &told);
  REQUIRE(told.beats.size() > 5000);
  CHECK(std::accumulate(told.beats[2000].begin(), told.beats[2000].end(), 0U) > 4);
  CHECK(told.beats == shown.beats);
  CHECK(told.packets == shown.packets);
}

TEST_CASE("a trace has the flags of a device that its ports tell, those of the record", "[testbenches]") {
  TracedFlags trace;
  const RunResult result = run_of("flat_user", 4, 64, "", &trace);
  CHECK(trace.hol > 1000);
  CHECK(result.hol.mean == Approx(trace.hol / 20000.0).epsilon(1e-12));
  CHECK(result.blocked.mean == Approx(trace.blocked / 20000.0).epsilon(1e-12));
  CHECK(trace.by_none == 0);  // an input that is head-of-line blocked has a packet that could go elsewhere
}

TEST_CASE("what a device says of head-of-line blocking is beside what its ports tell", "[testbenches]") {
  // Of a FIFO that holds something its head may be blocked.
  const std::string holds = "u_switch.gen_in[{i}].u_fifo.wr != u_switch.gen_in[{i}].u_fifo.rd";
  const RunResult more = run_of("flat_user", 4, 64, "hol = \"" + holds + "\"\n");
  REQUIRE(more.device_hol);
  REQUIRE(more.device_hol->differs);
  CHECK(more.hol.mean > 0.1);
  CHECK(more.device_hol->fraction > more.hol.mean + 0.1);
  // All but the ends of the window, whose flags tell of the cycle before.
  CHECK(*more.device_hol->differs == Approx(more.device_hol->fraction - more.hol.mean).margin(4e-4));
  const RunResult one = run_of("flat_user", 4, 64, "hol = \"{i} == 2\"\n");
  REQUIRE(one.device_hol);
  CHECK(one.device_hol->fraction == 0.25);
  CHECK(one.hol.mean == more.hol.mean);  // the record's stays that of the ports
  RunConfig config;
  config.ports = 4;
  const auto record = result_to_json(config, one);
  CHECK(record["device_hol_fraction"] == 0.25);
  CHECK(record["device_hol_differs"] == *one.device_hol->differs);
  CHECK(result_from_json(record).device_hol->fraction == 0.25);
  CHECK_FALSE(run_of("flat_user", 4, 64, "").device_hol);
}

TEST_CASE("a device that shows more than can be in it is found", "[testbenches]") {
  const auto message =
      message_of<RunError>([] { run_of("flat_user", 4, 64, "occupancy = \"" + kUsed + " + 4'd1\"\n"); });
  CHECK(mentions(message, {"input 0: observe.occupancy: 1 beats, but only 0 have come in and not left"}));
}

TEST_CASE("packets that a device counts as lost are all that are missing", "[testbenches]") {
  const RunResult result = run_of("lossy512", 2, 512, "drops = \"gen_in[{i}].lost32\"\n");
  CHECK(result.lost_packets > 100);
  CHECK(mentions(
      message_of<RunError>([] { run_of("lossy512", 2, 512, "drops = \"gen_in[{i}].lost32 >> 1\"\n"); }),
      {" packets were taken and not delivered, the switch reports ", "is observe.drops right?\n",
       " taken by the switch and not delivered"}));
}

TEST_CASE("device check judges what a device shows of its queues, as a run does", "[testbenches]") {
  CHECK_FALSE(check_of("flat_user", 4, 64, "occupancy = \"" + kUsed + "\"\n").violation);
  const DeviceCheck more = check_of("flat_user", 4, 64, "occupancy = \"" + kUsed + " + 4'd1\"\n");
  REQUIRE(more.violation);
  CHECK(mentions(more.violation->text(), {"input 0", "observe.occupancy", "at most 0 beats"}));
  CHECK(mentions(more.hint, {"beats in the queue of port {i}"}));
  CHECK_FALSE(check_of("lossy512", 2, 512, "drops = \"gen_in[{i}].lost32\"\n").violation);
  const DeviceCheck half = check_of("lossy512", 2, 512, "drops = \"gen_in[{i}].lost32 >> 1\"\n");
  REQUIRE(half.violation);
  CHECK(half.violation->rule == "observe.drops");
}

TEST_CASE("losses that only the ports tell are the same beside an occupancy that a device shows",
          "[testbenches]") {
  const RunResult shown = run_of("lossy512", 2, 512, "occupancy = \"0\"\n");
  const RunResult told = run_of("lossy512", 2, 512, "");
  CHECK(told.lost_packets > 100);
  CHECK(shown.lost_packets == told.lost_packets);
  CHECK(shown.dropped_per_queue.at(0) == told.dropped_per_queue.at(0) + told.dropped_per_queue.at(1));
  CHECK(shown.hol.mean == told.hol.mean);
}

TEST_CASE("a signal that is not in the module is an error of the description's line", "[testbenches]") {
  CHECK(mentions(message_of<InputError>([] { run_of("flat_user", 4, 64, "occupancy = \"u_swich.used\"\n"); }),
                 {"observed.toml:", "u_swich"}));
}
