// SPDX-License-Identifier: Apache-2.0
// Switches of which some input or some flow gets nothing through: what a check and a run say of them.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/delivery_lines.h"
#include "host/run/measure_use.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/device_check.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

fs::path foreign(const char* name) { return source_dir() / "tests/testbenches/device/foreign" / name; }

RunConfig flow_config(const fs::path& description, double load = 0.2) {
  RunConfig config;
  config.ports = 4;
  set_key(config, "device", description.string(), "test");
  config.traffic->load = load;
  config.cycles = 50000;
  return config;
}

/// The switch that swallows the packets of some flows.
class Swallow {
 public:
  Swallow(unsigned from, unsigned to, unsigned after = 0) : path_(folder_.path() / "swallow.toml") {
    fs::copy(foreign("swallow.sv"), folder_.path());
    std::string text = text_of(foreign("swallow.toml"));
    const std::string at = "WIDTH = \"width\"\n";
    text.insert(text.find(at), fmt::format("FROM = {}\nTO = {}\nAFTER = {}\n", from, to, after));
    std::ofstream(path_) << text;
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  ScratchFolder folder_;
  fs::path path_;
};

std::string line_of(const RunResult& result, const std::string& name) {
  if (!result.delivery) return "";
  for (const auto& [line, text] : delivery_lines(*result.delivery, result.network.has_value())) {
    if (line == name) return text;
  }
  return "";
}

}  // namespace

TEST_CASE("packets of which none comes out are lost, whatever comes after them", "[testbenches]") {
  const Swallow device(0xf, 0x8);
  const RunConfig config = flow_config(device.path());
  const RunResult r = run_point(config);
  CHECK(r.lost_packets > 9000);
  CHECK(r.loss.mean == Approx(0.25).margin(0.01));
  CHECK_FALSE(r.loss.ci95.has_value());
  const auto kept = static_cast<double>(r.delivered_packets + r.lost_packets);
  CHECK(kept == Approx(static_cast<double>(r.offered_packets)).margin(8));
  // The ports do not tell what such a switch holds.
  CHECK_FALSE(r.known.queues);
  CHECK_FALSE(r.known.flags);
  REQUIRE(r.delivery);
  CHECK(r.delivery->flows_without_delivery == 4);
  REQUIRE(r.delivery->worst_flows.size() == 4);
  for (const SilentFlow& flow : r.delivery->worst_flows) {
    CHECK(flow.to == 3);
    CHECK(flow.packets > 2000);
    CHECK(r.delivery->lost_by_flow[4 * flow.from + 3] == flow.packets);
    CHECK(r.delivery->delivered_by_flow[4 * flow.from + 3] == 0);
  }
  CHECK(r.delivery->lost_by_flow[0] == 0);
  CHECK(r.dropped_per_queue == r.delivery->lost_by_flow);
  CHECK(line_of(r, "flows that get nothing").find("-> 3 (0 of 2") != std::string::npos);
  CHECK(line_of(r, "inputs that starve").empty());
  const auto json = result_to_json(config, r);
  CHECK(json.at("lost_packets") == r.lost_packets);
  CHECK(json.at("occupancy").at("mean").is_null());
  CHECK(json.at("delivered_by_flow").size() == 4);
  // A device's runs can be judged by it.
  CHECK(measure_of(config, "flows_without_delivery") != nullptr);
  CHECK(measure_of(RunConfig(), "flows_without_delivery") == nullptr);
}

TEST_CASE("an input whose packets all vanish starves", "[testbenches]") {
  const Swallow device(0x4, 0xf);
  const RunResult r = run_point(flow_config(device.path()));
  CHECK(r.loss.mean == Approx(0.25).margin(0.01));
  REQUIRE(r.delivery);
  CHECK(r.delivery->delivered_by_input[2] == 0);
  CHECK(r.delivery->offered_by_input[2] > 9000);
  CHECK(line_of(r, "inputs that starve").rfind("2 (0 of ", 0) == 0);
}

TEST_CASE("a flow that ends for good loses what comes after", "[testbenches]") {
  const Swallow device(0x1, 0x2, 1000);
  RunConfig config = flow_config(device.path());
  config.warmup = 0;
  const RunResult r = run_point(config);
  REQUIRE(r.delivery);
  CHECK(r.delivery->delivered_by_flow[1] == 1000);
  CHECK(r.delivery->taken_by_flow[1] > 2000);
  CHECK(r.delivery->lost_by_flow[1] == r.delivery->taken_by_flow[1] - 1000);
  CHECK(r.lost_packets == r.delivery->lost_by_flow[1]);
  CHECK(r.offered_packets - r.delivered_packets - r.lost_packets <= 4);
  CHECK(r.delivery->flows_without_delivery == 0);
}

TEST_CASE("a switch that loses nothing has a flow for each of its packets", "[testbenches]") {
  const Swallow device(0, 0);
  const RunResult r = run_point(flow_config(device.path()));
  CHECK(r.lost_packets == 0);
  CHECK(r.known.queues);
  REQUIRE(r.delivery);
  CHECK(r.delivery->flows_without_delivery == 0);
  CHECK(delivery_lines(*r.delivery, false).empty());
  const DeviceCheck check = check_device(resolve(flow_config(device.path())));
  INFO((check.violation ? check.violation->text() : ""));
  CHECK_FALSE(check.violation);
}

TEST_CASE("a check names a flow of which nothing comes out", "[testbenches]") {
  struct Case {
    unsigned from, to, after;
    const char* where;
    const char* phase;
  };
  // The last one comes out at first.
  for (const Case& one :
       {Case{0xf, 0x8, 0, "output 3", "lone packets"}, Case{0x2, 0x4, 0, "output 2", "lone packets"},
        Case{0x8, 0x1, 40, "output 0", "lone packets at the end"}}) {
    const Swallow device(one.from, one.to, one.after);
    const DeviceCheck check = check_device(resolve(flow_config(device.path())));
    REQUIRE(check.violation);
    CHECK(check.violation->rule == "flow");
    CHECK(check.violation->port == one.where);
    CHECK(check.phase == one.phase);
  }
}

TEST_CASE("an input that waits for ever shows, where nothing is lost", "[testbenches]") {
  // A student's arbiter, which always serves the lowest.
  const ScratchFolder folder;
  std::ofstream(folder.path() / "xb_rr_arbiter.sv") << replaced(
      text_of(source_dir() / "rtl/xb_rr_arbiter.sv"), "<< ptr_q);", "<< (ptr_q & IdxWidth'(0)));");
  RunConfig config = config_of("ports 4, traffic one-hot, load 0.9, cycles 50000, engine rtl");
  const RunResult fair = run_point(config);
  CHECK_FALSE(fair.delivery);
  set_key(config, "rtl", folder.path().string(), "test");
  const RunResult r = run_point(config);
  CHECK(r.lost_packets == 0);
  REQUIRE(r.delivery);
  const DeliveryResult& d = *r.delivery;
  CHECK(static_cast<double>(d.delivered_by_input[0]) ==
        Approx(static_cast<double>(d.offered_by_input[0])).margin(4));
  CHECK(d.delivered_by_input[1] > 100);
  for (const std::size_t input : {2U, 3U}) {
    CHECK(d.delivered_by_input[input] == 0);
    CHECK(d.offered_by_input[input] > 1000);
  }
  CHECK(line_of(r, "inputs that starve").find("2 (0 of ") == 0);
  CHECK(line_of(r, "inputs that starve").find(", 3 (0 of ") != std::string::npos);
  CHECK_FALSE(result_to_json(config, fair).contains("delivered_by_input"));
  CHECK(result_to_json(config, r).at("delivered_by_input")[3] == 0);
}

TEST_CASE("a network's record says which hosts and which flows get nothing", "[testbenches]") {
  RunConfig config = config_of(
      "topology fat-tree(4), traffic one-hot, load 0.9, depth 16, flow drop, arbiter oldest, "
      "engine fast, cycles 20000");
  const RunResult r = run_point(config);
  REQUIRE(r.delivery);
  const DeliveryResult& d = *r.delivery;
  REQUIRE(d.delivered_by_input.size() == 16);
  const auto sum = [](const std::vector<std::uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  CHECK(sum(d.delivered_by_input) == r.delivered_packets);
  CHECK(sum(d.offered_by_input) == r.offered_packets);
  CHECK(d.taken_by_flow.empty());
  const auto starving = std::count(d.delivered_by_input.begin(), d.delivered_by_input.end(), 0U);
  CHECK(starving > 0);
  CHECK_FALSE(line_of(r, "hosts that starve").empty());
  // A host whose packets came after the window has a slow flow, not a dead one.
  CHECK(d.flows_without_delivery <= static_cast<std::uint64_t>(starving));
  REQUIRE_FALSE(d.worst_flows.empty());
  for (const SilentFlow& flow : d.worst_flows) {
    CHECK(flow.to == 0);
    CHECK(d.delivered_by_input[flow.from] == 0);
    CHECK(flow.packets == Approx(18000).margin(600));
  }
  CHECK(result_to_json(config, r).at("worst_flows").size() == d.worst_flows.size());
  config.flow = FlowControl::BackPressure;
  config.arbiter = Arbitration::RoundRobin;
  CHECK_FALSE(run_point(config).delivery);
}

TEST_CASE("a switch without queues blocks heads of line at the hosts", "[testbenches]") {
  RunConfig config = flow_config(foreign("no_buffers.toml"), 1);
  config.width = 256;
  config.packet_min = config.packet_max = 1;
  config.warmup = 5000;
  const RunResult r = run_point(config);
  CHECK(r.throughput.mean == Approx(0.6553).margin(0.01));
  CHECK(r.hol.mean == 0);
  // Each input that does not send is blocked, and its host has packets for all outputs.
  REQUIRE(r.hol_at_hosts);
  CHECK(*r.hol_at_hosts == Approx(1 - r.throughput.mean).margin(1e-3));
  const auto json = result_to_json(config, r);
  CHECK(json.at("hol_at_hosts") == *r.hol_at_hosts);
  // In permutation traffic no head stands in the way of anybody.
  config.traffic->traffic = "permutation";
  CHECK(run_point(config).hol_at_hosts == 0.0);
  // The same number as a record that is read back.
  CHECK(result_from_json(json).hol_at_hosts == r.hol_at_hosts);
}
