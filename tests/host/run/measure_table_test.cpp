// SPDX-License-Identifier: Apache-2.0
#include "host/run/measure_table.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "host/point/run_config.h"
#include "host/run/run_result.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// All that may be in one.
RunResult whole_result() {
  RunResult result;
  result.hosts.emplace();
  result.steps.emplace();
  result.delivery.emplace();
  result.device_hol.emplace().differs = 0;
  result.hol_at_hosts = 0;
  result.zero_load.emplace();
  result.global_window.emplace();
  result.evicted = 0;
  result.bytes.emplace();
  result.network.emplace();
  result.flows.emplace();
  result.lag.emplace().by_rank.emplace();
  result.pause.emplace().storms = 0;
  result.pause->sweep_cycles = 0;
  result.ecn.emplace().input = 0;
  result.dctcp.emplace();
  result.cost.emplace();
  return result;
}

std::string of_docs(const std::string& page) {
  std::ifstream file(XBARLAB_SOURCE_DIR "/docs/" + page);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("each measure, and its interval, is a field of a record", "[host]") {
  auto record = result_to_json(RunConfig{}, whole_result());
  RunResult searched;
  searched.step_search.emplace();
  record.update(result_to_json(RunConfig{}, searched));
  record["held_by_higher"] = 0;  // of classes
  record["hol"]["behind_class"] = nlohmann::ordered_json::array();
  std::set<std::string> names, columns;
  for (const Measure& measure : measures()) {
    CAPTURE(measure.path);
    CHECK(names.insert(measure.path).second);
    CHECK(record.contains(nlohmann::ordered_json::json_pointer(json_pointer_of(measure.path))));
  }
  for (const MeasureColumn& column : measure_columns()) {
    CAPTURE(column.name);
    CHECK(columns.insert(column.name).second);
    CHECK(record.contains(nlohmann::ordered_json::json_pointer(json_pointer_of(column.path))));
  }
}

TEST_CASE("what a switch does not show is null, all else is there", "[host]") {
  using Flag = bool SwitchProbes::*;
  struct Part {
    Flag shown;
    std::vector<std::string> paths;
  };
  const std::vector<Part> parts{
      {&SwitchProbes::flags,
       {"hol.hol_fraction", "hol.hol_fraction_ci95", "hol.idle_with_work", "hol.blame"}},
      {&SwitchProbes::pool, {"hol.pool_fraction", "hol.pool_fraction_ci95", "hol.pool_blame"}},
      {&SwitchProbes::queues, {"occupancy.mean", "occupancy.packets.max", "occupancy.per_queue"}},
      {&SwitchProbes::drops, {"lost_packets", "loss", "loss_by_cause.full", "dropped_per_queue"}},
      {&SwitchProbes::zero_load, {"queueing.mean", "queueing.p99"}}};
  for (const Part& hidden : parts) {
    RunResult result;
    for (Estimate* estimate : {&result.hol, &result.pool, &result.loss}) estimate->ci95 = .1;
    result.known.*hidden.shown = false;
    const auto record = result_to_json(RunConfig{}, result);
    for (const Part& part : parts) {
      for (const std::string& path : part.paths) {
        CAPTURE(path);
        CHECK(record[nlohmann::ordered_json::json_pointer(json_pointer_of(path))].is_null() ==
              (&part == &hidden));
      }
    }
  }
}

TEST_CASE("times of packets are no numbers where there are none, though a latency may be 0 cycles",
          "[host]") {
  RunResult result;
  result.lag.emplace();
  const auto is_none = [&](const char* path) {
    return is_of_no_packets(result_to_json(RunConfig{}, result), path);
  };
  result.delivered_packets = result.lag->packets = 1;
  for (const char* path : {"latency.mean", "queueing.p99", "lag.max", "lag.packets"})
    CHECK_FALSE(is_none(path));
  result.delivered_packets = result.lag->packets = 0;
  for (const char* path : {"latency.mean", "queueing.p99", "lag.max"}) CHECK(is_none(path));
  for (const char* path : {"lag.packets", "delivered_packets", "throughput"}) CHECK_FALSE(is_none(path));
}

TEST_CASE("a measure's column and that of its interval", "[host]") {
  const auto columns_of = [](const char* path) {
    const Measure& measure = *find_measure(path);
    return std::string(measure.column) + " " + interval_column(measure);
  };
  CHECK(columns_of("queueing.mean") == "queueing_mean_cycles queueing_ci95_cycles");
  CHECK(columns_of("hol.hol_fraction") == "hol_fraction hol_fraction_ci95");
  CHECK(columns_of("latency.p99") == "latency_p99_cycles ");
  CHECK(find_measure("latency.p98") == nullptr);
  for (const std::string& name : plotted_measures()) CHECK(*find_measure(name)->column != 0);
}

TEST_CASE("the page of measures has the list as the program prints it", "[host]") {
  const std::string page = of_docs("measures.md");
  REQUIRE_FALSE(page.empty());
  CHECK(page.find(measures_text()) != std::string::npos);
}
