// SPDX-License-Identifier: Apache-2.0
// Collectives of which it is known how long they take.

#include <fstream>
#include <nlohmann/json.hpp>

#include "host/config/setup.h"
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/testbenches/benchmark/small_bench.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

RunConfig fabric_config(const std::string& switch_name, unsigned ports) {
  RunConfig config = bench_config(switch_name, ports, 2048);
  config.flow = FlowControl::BackPressure;
  return config;
}

BenchPlan fabric_bench(const RunConfig& config, std::uint64_t bytes, double start_skew) {
  BenchFlags flags;
  flags.data_bytes = {bytes};
  flags.collectives.start_skew = start_skew;
  return bench_plan(config, flags);
}

double figure(const BenchTable& table, const std::string& schedule, const char* what) {
  for (const auto& row : table.rows) {
    if (row.at("schedule") == schedule) return row.at(what).get<double>();
  }
  FAIL("no row of " << schedule);
  return 0;
}

std::uint64_t roofline(const BenchPlan& plan, const char* schedule) {
  return roofline_cycles(resolve(plan.collective(schedule, plan.data_bytes[0], plan.ports()).config));
}

}  // namespace

TEST_CASE("the roofline is what the busiest port has to carry", "[testbenches]") {
  // 8 ranks of 32 KiB: blocks of 4096 bytes, 512 beats, a packet each.
  const BenchPlan plan = fabric_bench(fabric_config("voq", 8), 32768, 0);
  CHECK(roofline(plan, "shift") == 7 * 512);
  CHECK(roofline(plan, "ring-all-reduce") == 2 * 7 * 512);
  CHECK(roofline(plan, "ring-reduce-scatter") == 7 * 512);
  CHECK(roofline(plan, "halving-all-reduce") == 2 * 7 * 512);
  CHECK(roofline(plan, "tree-all-reduce") == 3 * 8 * 512);  // two children and a parent
  CHECK(roofline(plan, "incast") == 7 * 512);
}

TEST_CASE("the ranks of a topology's file are those that are tested", "[testbenches]") {
  const ScratchFolder scratch;
  const auto tables = [&](const std::string& text) {
    RunConfig config = fabric_config("voq", 4);
    const std::string file = (scratch.path() / "ranks.toml").string();
    std::ofstream(file) << text;
    config.topology = file;
    const BenchPlan plan = fabric_bench(config, 16384, 0);
    CHECK(plan.ports() == 4);
    std::string rows;
    for (const auto& test : {ai_fabric_all_to_all, ai_fabric_incast, ai_fabric_two_jobs})
      rows += nlohmann::ordered_json(tables_of(test, plan).at(0).rows).dump();
    return rows;
  };
  const std::string one = "[[switch]]\nname = \"a\"\nhosts = ";
  CHECK(tables("ranks = \"1..3,6\"\n" + one + "8\n") == tables(one + "4\n"));
}

TEST_CASE("a topology of one switch has its ports", "[testbenches]") {
  RunConfig config = fabric_config("voq", RunConfig{}.ports);
  config.topology = "one-switch(4)";
  const BenchPlan plan = fabric_bench(config, 16384, 0);
  CHECK(plan.ports() == 4);
  const BenchPlan ports = fabric_bench(fabric_config("voq", 4), 16384, 0);
  CHECK(tables_of(ai_fabric_all_to_all, plan).at(0).rows ==
        tables_of(ai_fabric_all_to_all, ports).at(0).rows);
}

TEST_CASE("ports whose cables are slow have a roofline and a bus bandwidth of these", "[testbenches]") {
  RunConfig config = fabric_config("voq", 4);
  config.topology = "hierarchy(2,2,10)";
  const BenchPlan plan = fabric_bench(config, 16384, 0);
  CHECK(roofline(plan, "shift") == 10 * 3 * 512);
  const BenchTable ring = tables_of(ai_fabric_all_reduce, plan).at(0);
  CHECK(figure(ring, "ring-all-reduce", "ratio") == Approx(1).margin(0.02));
  CHECK(figure(ring, "ring-all-reduce", "bus_bandwidth") == Approx(1).margin(0.02));
  const auto incast = tables_of(ai_fabric_incast, plan).at(0).rows.front();
  CHECK(incast.at("ratio").get<double>() == Approx(1).margin(0.02));
  CHECK(incast.at("bus_bandwidth").get<double>() == Approx(1).margin(0.02));
}

TEST_CASE("a block that is no whole number of packets is sent as its bytes", "[testbenches]") {
  const auto beats = [](std::uint64_t block) {
    return roofline(fabric_bench(fabric_config("voq", 3), 3 * block, 0), "shift");
  };
  CHECK(beats(6000) == 2 * 750);  // two packets of 3000 bytes
  CHECK(beats(4100) == 2 * 514);  // of 2050, 257 beats
  CHECK(beats(7) == 2);
  CHECK(beats(8192) == 2 * 1024);
}

TEST_CASE("a ring takes 2 (p-1) steps of a block and the switch's latency", "[testbenches]") {
  for (const unsigned p : {4U, 7U}) {
    const BenchPlan plan = fabric_bench(fabric_config("input", p), 4096ULL * p, 0);
    const BenchTable table = tables_of(ai_fabric_all_reduce, plan).at(0);
    const RunResult ring = run_point(plan.collective("ring-all-reduce", 4096ULL * p, p).config);
    CHECK(figure(table, "ring-all-reduce", "jct") == static_cast<double>(*ring.completion_cycles));
    CHECK(*ring.predicted_seconds == Approx(*ring.completion_seconds).epsilon(0.001));
    CHECK(figure(table, "ring-all-reduce", "variation") == Approx(0).margin(1e-9));
    // Nothing waits: a message of a packet takes its beats and the switch's cycle.
    CHECK(figure(table, "ring-all-reduce", "flow_p99") == 513);
    CHECK(figure(table, "ring-all-reduce", "flow_max") == 513);
    CHECK(figure(table, "ring-all-reduce", "bus_bandwidth") ==
          Approx(1 / figure(table, "ring-all-reduce", "ratio")));
  }
}

TEST_CASE("shift on FIFO inputs reaches the roofline only where all start at once", "[testbenches]") {
  const auto ratio = [](double skew) {
    const BenchPlan plan = fabric_bench(fabric_config("input", 16), 1U << 18U, skew);
    return figure(tables_of(ai_fabric_all_to_all, plan).at(0), "shift", "ratio");
  };
  CHECK(ratio(0) == Approx(1).margin(0.01));
  CHECK(ratio(0.05) == Approx(1.34).margin(0.01));
}

TEST_CASE("tokens for one expert take what its rank receives", "[testbenches]") {
  BenchFlags flags;
  flags.data_bytes = {1U << 15U};
  flags.collectives.start_skew = 0;
  flags.collectives.experts = 1;
  flags.collectives.top_k = 1;
  const BenchPlan plan = bench_plan(fabric_config("voq", 8), flags);
  // All tokens of seven ranks, 8 packets of 4 KiB each, go to rank 0, besides an empty packet for each other
  // pair.
  const BenchTable table = tables_of(ai_fabric_experts, plan).at(0);
  for (const char* schedule : {"linear", "random-order"})
    CHECK(figure(table, schedule, "jct") == Approx(7 * 8 * 512).margin(200));
}

TEST_CASE("a liquid schedule reaches the roofline of a network with enough spines", "[testbenches]") {
  RunConfig config = fabric_config("voq", 4);
  config.topology = "leaf-spine(4,4,4)";
  const BenchPlan plan = fabric_bench(config, 1U << 17U, 0);
  CHECK(plan.ports() == 16);
  const BenchTable table = tables_of(ai_fabric_all_to_all, plan).at(0);
  CHECK(figure(table, "liquid", "ratio") == Approx(1).margin(0.01));
  CHECK(figure(table, "liquid", "jain") == Approx(1).margin(0.01));
  CHECK(figure(table, "random-order", "ratio") > figure(table, "liquid", "ratio"));
}

TEST_CASE("an incast takes what its output takes", "[testbenches]") {
  const BenchPlan plan = fabric_bench(fabric_config("shared", 8), 16384, 0);
  const BenchTable table = tables_of(ai_fabric_incast, plan).at(0);
  REQUIRE(table.rows.size() == 2);  // 2, 4
  for (const auto& row : table.rows) {
    CHECK(row.at("ratio").get<double>() == Approx(1).margin(0.03));
    // The last flow has waited for all others.
    CHECK(row.at("flow_max").get<double>() == Approx(row.at("jct").get<double>()).epsilon(0.01));
  }
}

TEST_CASE("a flow takes from its first offer until all of it has come that the host accepts",
          "[testbenches]") {
  RunConfig config = fabric_config("output", 16);
  config.flow = FlowControl::Drop;
  config.depth = 64;
  const BenchPlan plan = fabric_bench(config, 128, 0);
  const BenchTable table = tables_of(ai_fabric_incast, plan).at(0);
  // Messages of one packet: the last one was lost, and sent again.
  const auto& row = table.rows.back();
  CHECK(row.at("loss_per_million").get<double>() > 100000);
  CHECK(row.at("ratio").get<double>() > 5);
  CHECK(row.at("flow_max").get<double>() == Approx(row.at("jct").get<double>()).epsilon(0.01));
}

TEST_CASE("pauses of hosts are in the table with flow pfc, and not without", "[testbenches]") {
  RunConfig config = fabric_config("input", 8);
  const auto random_order = [&config] {
    return tables_of(ai_fabric_all_to_all, fabric_bench(config, 65536, 0.05)).at(0).rows.at(3);
  };
  CHECK_FALSE(random_order().contains("pauses"));
  config.flow = FlowControl::Pfc;
  config.depth = 1536;
  config.headroom = 1024;
  const auto row = random_order();
  CHECK(row.at("schedule") == "random-order");
  CHECK(row.at("pauses").get<double>() > 1);
  CHECK(row.at("paused").get<double>() > 0.01);
  CHECK(row.at("victims").get<double>() > 0.01);
  CHECK(row.at("victims").get<double>() < row.at("paused").get<double>());
  config.depth = 1U << 18U;  // room for all
  CHECK(random_order().at("pauses") == 0);
}

TEST_CASE("each rank of two jobs has its data for its own job", "[testbenches]") {
  const BenchTable table =
      tables_of(ai_fabric_two_jobs, fabric_bench(fabric_config("voq", 8), 65536, 0)).at(0);
  const double data = 65536 / 8;  // beats
  CHECK(table.rows[0].at("jct").get<double>() == Approx(data * 3 / 4).epsilon(0.01));
  CHECK(table.rows[1].at("jct").get<double>() == Approx(2 * data * 3 / 4).epsilon(0.01));
}

TEST_CASE("two jobs on one crossbar share nothing, on few links between switches they do", "[testbenches]") {
  const auto interference = [](const std::string& topology) {
    RunConfig config = fabric_config("voq", 8);
    if (!topology.empty()) config.topology = topology;
    const BenchTable table = tables_of(ai_fabric_two_jobs, fabric_bench(config, 65536, 0)).at(0);
    REQUIRE(table.rows.size() == 3);
    return table.rows[2].at("interference").get<double>();
  };
  CHECK(interference("") == Approx(1).margin(0.001));
  CHECK(interference("leaf-spine(2,1,4)") > 1.05);
}

TEST_CASE("hosts that lose packets send them again", "[testbenches]") {
  RunConfig config = fabric_config("input", 8);
  config.flow = FlowControl::Drop;
  config.depth = 1024;
  const BenchTable table = tables_of(ai_fabric_all_to_all, fabric_bench(config, 65536, 0.05)).at(0);
  CHECK(figure(table, "random-order", "loss_per_million") > 0);
  CHECK(figure(table, "random-order", "ratio") > 1);
}
