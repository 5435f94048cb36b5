// SPDX-License-Identifier: Apache-2.0
// What RFC 2889's test of head-of-line blocking says of a FIFO, and what it does not.
#include <map>

#include "tests/catch.h"
#include "tests/testbenches/benchmark/small_bench.h"

using namespace xb;

namespace {

/// Loss at the uncongested output by arbiter and number of congesting sources, all in step.
std::map<std::string, std::map<unsigned, double>> losses_of(const BenchTable& table) {
  std::map<std::string, std::map<unsigned, double>> losses;
  for (const auto& row : table.rows) {
    if (row.at("phases") == "in step")
      losses[row.at("arbiter").get<std::string>()][row.at("congesting").get<unsigned>()] =
          row.at("uncongested_loss").get<double>();
  }
  return losses;
}

}  // namespace

TEST_CASE("a FIFO with round-robin arbiters passes RFC 2889 5.5, and is blocked all the same",
          "[testbenches]") {
  const BenchPlan plan = small_bench(bench_config("input", 6, 64), {8}, 20, 40000);
  const BenchTable congestion = tables_of(rfc2889_congestion, plan).at(0);
  REQUIRE(congestion.rows.size() == 1);
  CHECK(congestion.rows[0].at("uncongested_loss") == 0.0);
  CHECK(congestion.rows[0].at("hol_blocking") == "no");
  CHECK(congestion.rows[0].at("back_pressure") == "no");
  CHECK(congestion.rows[0].at("congested_loss").get<double>() == Approx(1 / 3.0).margin(0.005));
  CHECK(notes_say(congestion, "does not prove"));

  const BenchTable table = tables_of(hol_arbiters, plan).at(0);
  CHECK(table.rows.size() == 18);
  // A frame for C takes K + 1 slots in turn, meanwhile one for U goes; at random K + 1 in the mean, and then
  // one for U; oldest first serves C's frames as they come, so that all sources lose alike.
  auto losses = losses_of(table);
  CHECK(losses["round-robin"][1] == 0.0);
  for (const unsigned k : {1U, 2U, 3U}) {
    CAPTURE(k);
    CHECK(losses["round-robin"][k] == Approx(1 - 2.0 / (k + 1)).margin(0.005));
    CHECK(losses["random"][k] == Approx(1 - 2.0 / (k + 2)).margin(0.015));
    CHECK(losses["oldest"][k] == Approx(1 - 1 / (k + 0.5)).margin(0.01));
  }
  CHECK(notes_say(table, "Arbiter round-robin: passes RFC 2889 5.5"));
  CHECK(notes_say(table, "Arbiter random: fails RFC 2889 5.5"));
  CHECK(notes_say(table, "Arbiter oldest: fails RFC 2889 5.5"));
}

TEST_CASE("a switch that loses nothing is judged by the rate at the uncongested output", "[testbenches]") {
  RunConfig config = bench_config("input", 6, 64);
  config.flow = FlowControl::BackPressure;
  const BenchPlan plan = small_bench(config, {8}, 20, 40000);
  const BenchTable table = tables_of(hol_arbiters, plan).at(0);
  REQUIRE(table.rows.size() == 18);
  for (const auto& row : table.rows) CHECK(row.at("uncongested_loss") == 0.0);
  CHECK(table.rows[4].at("uncongested_rate").get<double>() == Approx(0.25).margin(0.002));
  CHECK(notes_say(table, "Arbiter round-robin: passes RFC 2889 5.5"));
  CHECK(notes_say(table, "U gets as little as 25.00 % of its link, 50.00 % if"));
  CHECK(notes_say(table, "Arbiter random: U is blocked in RFC 2889's own block"));
  CHECK(notes_say(table, "Arbiter oldest: U is blocked in RFC 2889's own block"));
  CHECK_FALSE(notes_say(table, "no loss at U in any row"));
  REQUIRE(table.headlines.size() == 2);
  CHECK(table.headlines[1].second == "25.00 %");

  config.arbiter = Arbitration::Oldest;
  const BenchPlan oldest = small_bench(config, {8}, 20, 40000);
  for (const auto test : {rfc2889_congestion, rfc8239_hol_blocking}) {
    const BenchTable rfc = tables_of(test, oldest).at(0);
    REQUIRE(rfc.rows.size() == 1);
    CHECK(rfc.rows[0].at("hol_blocking") == "yes");
    CHECK_FALSE(notes_say(rfc, "does not prove"));
  }
}

TEST_CASE("queues by output lose nothing at the uncongested output", "[testbenches]") {
  for (const char* name : {"voq", "output", "crosspoint"}) {
    CAPTURE(name);
    RunConfig config = bench_config(name, 6, 256);
    if (config.switch_name != "output") config.sharing = Sharing::Partition;  // of an input's memory
    const BenchPlan plan = small_bench(config, {8}, 20, 20000);
    const BenchTable table = tables_of(hol_arbiters, plan).at(0);
    CHECK(table.rows.size() == 6);
    for (const auto& row : table.rows) CHECK(row.at("uncongested_loss") == 0.0);
    CHECK(notes_say(table, "no loss at U in any row"));
  }
}

TEST_CASE("a block shifted over all ports finds what the fixed one does", "[testbenches]") {
  RunConfig config = bench_config("input", 8, 64);
  config.arbiter = Arbitration::Oldest;
  const BenchPlan plan = small_bench(config, {64}, 20, 20000);
  const BenchTable table = tables_of(rfc8239_hol_blocking, plan).at(0);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].at("positions") == 8);
  CHECK(table.rows[0].at("least_loss").get<double>() == Approx(1 / 3.0).margin(0.02));
  CHECK(table.rows[0].at("greatest_loss").get<double>() == Approx(1 / 3.0).margin(0.02));
  CHECK(table.rows[0].at("hol_blocking") == "yes");
}
