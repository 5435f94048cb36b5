// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/text_report.h"

#include <set>

#include "host/config/config_keys.h"
#include "host/run/measure_table.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/key_columns.h"
#include "testbenches/report/measure_figures.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

std::string report(const std::vector<std::pair<const char*, const char*>>& keys, const RunResult& result) {
  RunConfig config;
  for (const auto& [key, value] : keys) set_key(config, key, value, "");
  return describe_point({config, result});
}

}  // namespace

TEST_CASE("theory is printed beside the throughput of saturated FIFO inputs, and nowhere else",
          "[testbenches]") {
  const std::string note = "(exact for FIFO inputs: 0.6552)";
  CHECK(mentions(report({{"ports", "4"}, {"load", "1"}}, {}), {note}));
  for (const auto& [key, value] : std::vector<std::pair<const char*, const char*>>{{"output-period", "4"},
                                                                                   {"output-period", "0:2"},
                                                                                   {"receiver-stall", "0.1"},
                                                                                   {"window", "2"},
                                                                                   {"packet", "1..2"},
                                                                                   {"traffic", "diagonal"},
                                                                                   {"route-delay", "9"},
                                                                                   {"flow", "drop"},
                                                                                   {"switch", "voq"}}) {
    CAPTURE(key, value);
    CHECK_FALSE(mentions(report({{"ports", "4"}, {"load", "1"}, {key, value}}, {}), {"exact for"}));
  }
}

TEST_CASE("the report names the keys of a cluster, and where the run has others", "[testbenches]") {
  RunResult result;
  result.completion_cycles = 1;
  result.completion_seconds = 1;
  const std::string text = report({{"schedule", "combining"},
                                   {"cluster", "jacunski"},
                                   {"route-delay", "31"},
                                   {"packets-per-message", "4"}},
                                  result);
  CHECK(mentions(text, {"cluster's keys", "depth 1024 (its own: 16)", "route-delay 31\n",
                        "packets-per-message 4 (its own: 1)"}));
  CHECK_FALSE(
      mentions(report({{"schedule", "combining"}, {"cluster", "tam-326"}}, result), {"cluster's keys"}));
}

TEST_CASE("packets that wait are not delivered, and not lost", "[testbenches]") {
  RunResult result;
  result.known.drops = true;
  result.offered_packets = 1000;
  result.delivered_packets = 500;
  result.lost_packets = 10;
  CHECK(mentions(report({}, result), {"500 delivered, 10 lost (0), 490 not delivered (0.49)\n"}));
  result.delivered_packets = 980;  // on their way
  CHECK_FALSE(mentions(report({}, result), {"not delivered"}));
  result.delivered_packets = 995;  // five came before the window
  CHECK_FALSE(mentions(report({}, result), {"not delivered"}));
}

TEST_CASE("the report says what an automatic window was worked out of", "[testbenches]") {
  RunResult result;
  result.completion_cycles = 1;
  result.completion_seconds = 1;
  CHECK_FALSE(mentions(report({{"schedule", "shift"}}, result), {"global window"}));
  result.global_window = {30, 3.2, 9, 7, 2};
  CHECK(mentions(
      report({{"schedule", "shift"}}, result),
      {"global window             W_g = 9 packets, for B_L = 30 and nu = 3.2 of them a step\n",
       "packets on their way      eta = 7 of a host at once; on schedule at most 2, ceil(L / g_s)\n"}));
}

TEST_CASE("the report names the queues that had no room", "[testbenches]") {
  RunResult result;
  result.dropped_per_queue = {12, 0, 3};
  CHECK(mentions(report({}, result), {"lost at queue             0 (12), 2 (3)\n"}));
  result.dropped_per_queue = {0, 0, 0};
  CHECK(report({}, result).find("lost at queue") == std::string::npos);
  result.dropped_per_queue.assign(18, 1);
  CHECK(mentions(report({}, result), {" 14 (1), 15 (1), and 2 more\n"}));
  result.dropped_per_queue.resize(16);
  CHECK(mentions(report({}, result), {" 14 (1), 15 (1)\n"}));
}

TEST_CASE("each measure with a line, a column or a figure is shown", "[testbenches]") {
  RunConfig schedule;
  set_key(schedule, "schedule", "shift", "");
  RunResult result;
  result.completion_cycles = 1;
  result.completion_seconds = result.predicted_seconds = result.completion_over_ideal = 1;
  result.bandwidth_per_node = 1;
  result.steps.emplace();
  const FlowClassResult flows{1, 1, 1, 1, 1, 1, 1};
  result.flows = FlowsResult{flows, flows, flows};
  result.lag.emplace();
  result.pause.emplace().victims = 0;
  result.ecn.emplace().input = 0;
  result.dctcp = DctcpResult{1, 1, 1, 1};
  result.cost.emplace();
  result.cost->lut4 = result.cost->ff = result.cost->bram = result.cost->gates = 1;
  result.cost->fmax_mhz = 1;
  const std::string lines = describe_point({schedule, result}) + report({}, {});
  result.network.emplace().bottleneck.utilisation = 1;
  const std::string table = tabulate_points({{schedule, result}, {schedule, RunResult{}}});
  std::set<std::string> figures;
  for (const MeasureFigure& figure : traffic_measures()) figures.insert(figure.id);
  for (const Measure& measure : measures()) {
    CAPTURE(measure.path);
    CHECK(mentions(lines, {*measure.label == 0 ? "" : std::string("  ") + measure.label + " "}));
    CHECK(mentions(table, {measure.in_tables.heading}));
    CHECK((*measure.figure.id == 0 || figures.count(measure.figure.id) == 1));
  }
}

TEST_CASE("the report says what was run, in bytes and seconds", "[testbenches]") {
  RunResult result;
  result.latency.mean = 100;
  result.latency.p99 = 200;
  result.occupancy_beats.mean = 256;
  result.facts = PointFacts{8, 190, 64, 1518, 20, 64, 156.25, true, 10, 131072};
  const std::string text = report({{"packet", "64B..1518B"}, {"gap", "20B"}, {"flow", "drop"}}, result);
  CHECK(mentions(text, {"1024 beats deep, cut-through, drop, engine rtl\n",
                        "  memory                    128KiB in all, with 8KiB per input\n",
                        "  link                      10 Gb/s: 64 bits at 156.25 MHz\n",
                        "  packet length             64..1518 B (8..190 beats), gap 20 B\n",
                        "; 640ns mean, p99 1.28us\n", "(whole switch); 2.0 KiB mean\n"}));
  // Cycles are no time where nothing says which clock the switch has, and a device's memory is not known.
  result.facts = PointFacts{1, 1, {}, {}, 0, 64, 156.25, false, 10, {}};
  const std::string usual = report({}, result);
  CHECK(mentions(usual, {"10 Gb/s: 64 bits at 156.25 MHz, the usual clock\n",
                         "packet length             1 beat (8 B)\n"}));
  CHECK_FALSE(mentions(usual, {"640ns"}));
  CHECK_FALSE(mentions(usual, {"  memory  "}));
  // Of a record without it nothing is said.
  CHECK_FALSE(mentions(report({}, {}), {"  link  "}));
}

TEST_CASE("what an experiment names stays in a table of points", "[testbenches]") {
  Experiment experiment;
  experiment.title = "Loss against depth: one queue";
  Expectation expectation;
  expectation.measure = "queueing.mean";
  expectation.where = {{"load", {"0.9"}}};
  experiment.expectations = {expectation};
  const ColumnNames named = named_columns(experiment);
  for (const char* name : {"loss", "depth", "queueing.mean", "load"}) CHECK(named.count(name) == 1);
  CHECK(named.count("ports") == 0);
}
