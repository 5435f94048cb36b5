// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/text_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "host/config/config_keys.h"
#include "host/run/measure_table.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/key_columns.h"
#include "testbenches/program/study_report.h"
#include "testbenches/program/verbs.h"
#include "testbenches/report/measure_figures.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

std::string report(const Keys& keys, const RunResult& result) {
  return describe_point({config_of(keys), result});
}

SwitchResult switch_with(const std::string& name, double blocked, double occupancy) {
  SwitchResult s{name, "fast", 4, {}};
  s.result.blocked.mean = blocked;
  s.result.occupancy_beats.mean = occupancy;
  s.result.occupancy_beats.max = 77;
  return s;
}

RunResult small_network() {
  RunResult r;
  r.throughput.mean = 0.25;
  r.delivered_packets = 100;
  r.occupancy_beats.mean = 12.5;
  NetworkResult n;
  n.switches = {switch_with("west", 0.5, 3), switch_with("east", 0.25, 9.5)};
  n.switches[1].engine = "rtl";
  n.switches[1].result.occupancy_beats.max = 99;
  n.links = {{"west", "east", 0.875, 40}, {"east", "west", 0.125, 6}};
  n.bottleneck = {"east", "host 3", 0.98765, 70};
  n.packet_hops = 150;
  r.network = std::move(n);
  return r;
}

std::string network_report(RunResult result) { return report("load 1", std::move(result)); }

}  // namespace

TEST_CASE("a run too short for the clock of the CPU has no speed", "[testbenches]") {
  RunResult r;
  r.cycles = 100;
  CHECK(mentions(report("load 1", r), {"speed                     not measured\n"}));
  r.cpu_seconds = 2;
  CHECK(mentions(report("load 1", r), {"speed                     50 cycles per CPU second\n"}));
}

TEST_CASE("theory is printed beside the throughput of saturated FIFO inputs, and nowhere else",
          "[testbenches]") {
  const std::string note = "(exact for FIFO inputs: 0.6552)";
  CHECK(mentions(report("ports 4, load 1", {}), {note}));
  for (const auto& [key, value] :
       keys_of("output-period 4, output-period 0:2, receiver-stall 0.1, window 2, packet 1..2, "
               "traffic diagonal, route-delay 9, flow drop, switch voq")) {
    CAPTURE(key, value);
    CHECK_FALSE(mentions(report({{"ports", "4"}, {"load", "1"}, {key, value}}, {}), {"exact for"}));
  }
}

TEST_CASE("the report names the keys of a cluster, and where the run has others", "[testbenches]") {
  RunResult result;
  result.completion_cycles = 1;
  result.completion_seconds = 1;
  const std::string text =
      report("schedule combining, cluster jacunski, route-delay 31, packets-per-message 4", result);
  CHECK(mentions(text, {"cluster's keys", "depth 1024 (its own: 16)", "route-delay 31\n",
                        "packets-per-message 4 (its own: 1)"}));
  CHECK_FALSE(mentions(report("schedule combining, cluster tam-326", result), {"cluster's keys"}));
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
  CHECK_FALSE(mentions(report("schedule shift", result), {"global window"}));
  result.global_window = {30, 3.2, 9, 7, 2};
  CHECK(mentions(
      report("schedule shift", result),
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

TEST_CASE("the report says how much headroom there is where that is known", "[testbenches]") {
  PauseResult pause;
  pause.overshoot_beats = 12;
  RunResult result;
  result.pause = pause;
  // A device has limits of its own.
  const std::string device = report({}, result);
  CHECK(mentions(
      device,
      {"  overshoot                 12 beats more than as the pause was due; 0 packets found no room\n"}));
  CHECK_FALSE(mentions(device, {"xoff"}));
  pause.headroom_beats = 20;
  pause.xoff_beats = 44;
  result.pause = pause;
  CHECK(mentions(report({}, result), {"  headroom                  20 beats above xoff 44\n"}));
  result.pause->sweep_cycles = result.measured_cycles = 500;
  CHECK(mentions(report({}, result), {"  phases                    500 cycles go through all of them\n"}));
  result.measured_cycles = 499;
  CHECK(mentions(report({}, result), {"500 cycles go through all of them: too few were measured\n"}));
}

TEST_CASE("hosts without credit pause for that and not for frames, and have no headroom", "[testbenches]") {
  RunResult result;
  result.pause.emplace().paused = .5;
  result.pause->victims = .25;
  result.pause->headroom_beats = 4;
  const std::string credits = report("flow cbfc", result);
  CHECK(mentions(credits, {"pauses                    50.00 % of host-cycles, for want of credit\n",
                           "victims                   25.00 % of host-cycles paused with a packet"}));
  CHECK_FALSE(mentions(credits, {"headroom"}));
  CHECK_FALSE(mentions(credits, {"overshoot"}));
  result.pause->frames = 3;
  CHECK(mentions(report("flow pfc", result), {"50.00 % of host-cycles, in 3 pauses\n", "headroom"}));
  result.network.emplace();  // links pause, too
  CHECK(mentions(report("flow pfc", result), {"50.00 % of input-cycles, in 3 pauses\n"}));
}

TEST_CASE("each measure with a line, a column or a figure is shown", "[testbenches]") {
  RunConfig schedule;
  set_key(schedule, "schedule", "shift", "");
  RunResult result;
  result.delivered_packets = 1;
  result.completion_cycles = 1;
  result.completion_seconds = result.predicted_seconds = result.completion_over_ideal = 1;
  result.bandwidth_per_node = 1;
  result.steps.emplace();
  const FlowClassResult flows{1, 1, 1, 1, 1, 1, 1};
  result.flows = FlowsResult{flows, flows, flows};
  result.lag.emplace().packets = 1;
  result.pause.emplace().victims = 0;
  result.pause->headroom_beats = 1;
  result.pause->sweep_cycles = 1;
  result.ecn.emplace().input = 0;
  result.dctcp = DctcpResult{1, 1, 1, 1};
  result.cost.emplace();
  result.cost->lut4 = result.cost->ff = result.cost->bram = result.cost->gates = 1;
  result.cost->fmax_mhz = 1;
  RunResult traffic;
  traffic.delivered_packets = 1;
  const std::string lines = describe_point({schedule, result}) + report({}, traffic);
  result.network.emplace().bottleneck.utilisation = 1;
  const std::string table = tabulate_points({{schedule, result}, {schedule, RunResult{}}});
  std::set<std::string> figures;
  for (const auto* drawn : {&traffic_measures(), &schedule_measures()})
    for (const MeasureFigure& figure : *drawn) figures.insert(figure.id);
  for (const Measure& measure : measures()) {
    CAPTURE(measure.path);
    CHECK(mentions(lines, {*measure.label == 0 ? "" : std::string("  ") + measure.label + " "}));
    CHECK(mentions(table, {measure.in_tables.heading}));
    CHECK((*measure.figure.id == 0 || figures.count(measure.figure.id) == 1));
  }
}

TEST_CASE("the report says what was run, in bytes and seconds", "[testbenches]") {
  RunResult result;
  result.delivered_packets = 1;
  result.latency.mean = 100;
  result.latency.p99 = 200;
  result.occupancy_beats.mean = 256;
  result.facts = PointFacts{8, 190, 64, 1518, 20, 64, 156.25, true, 10, 131072};
  const std::string text = report("packet 64B..1518B, gap 20B, flow drop", result);
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

TEST_CASE("the report says which circuit of a switch was run", "[testbenches]") {
  CHECK(mentions(report("switch voq, ports 4", {}), {"  switch                    voq, 4 ports,"}));
  CHECK(mentions(report("switch voq, ports 4, pipeline 1", {}),
                 {"  switch                    pipelined voq, 4 ports,"}));
  CHECK(mentions(report("ports 4, window 2", {}),
                 {"  switch                    input with a window, 4 ports,"}));
  RunResult network = small_network();
  CHECK(mentions(report("switch shared, pipeline 1, topology two-switches(2,2)", network),
                 {"  switches                  pipelined shared, 1024 beats deep,"}));
}

TEST_CASE("a class without packets has no latency in the table", "[testbenches]") {
  RunResult result;
  result.classes.resize(2);
  result.classes[1].of_class = 1;
  result.classes[1].delivered_packets = 1;
  result.classes[1].latency.mean = 2.5;
  const std::string text = report("switch output, classes 2", result);
  CHECK(
      mentions(text, {"1       0.0000      0.0000              2.50            0              0.000     0"}));
  CHECK(
      mentions(text, {"0       0.0000      0.0000                 -            -                  -     0"}));
}

TEST_CASE("the report has loads and patterns of classes, and those of all only where some class has them",
          "[testbenches]") {
  const auto traffic = [](const std::string& keys) {
    const std::string text = report("switch output, engine fast, classes 2, load 0.9, " + keys, {});
    const std::size_t begin = text.find("  traffic");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  CHECK(traffic("class-mix 0:.7,1:.3") == "  traffic                   uniform, load 0.9, seed 1");
  CHECK(traffic("class-load 0:1") == "  traffic                   uniform, load 0.9, 0:1 by class, seed 1");
  CHECK(traffic("class-load 0:1,1:.3") ==
        "  traffic                   uniform, load 0:1,1:.3 by class, seed 1");
  CHECK(traffic("class-traffic 1:hotspot") ==
        "  traffic                   uniform, 1:hotspot by class, load 0.9, seed 1");
  CHECK(traffic("class-traffic 0:permutation,1:uniform") ==
        "  traffic                   0:permutation,1:uniform by class, load 0.9, seed 1");
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

TEST_CASE("ranks are written as ranges", "[testbenches]") {
  CHECK(rank_ranges({}).empty());
  CHECK(rank_ranges({5}) == "5");
  CHECK(rank_ranges({0, 1, 2, 3, 7}) == "0..3, 7");
  CHECK(rank_ranges({1, 2, 4, 6, 7, 8}) == "1, 2, 4, 6..8");
}

TEST_CASE("the report of a network names switches, links and the bottleneck", "[testbenches]") {
  const std::string text = network_report(small_network());
  CHECK(mentions(text, {"2 switches, 1 cable between them", "0.2500", "12.5 beats mean (all switches)",
                        "150 (1.500 switches a packet)", "east -> host 3, 98.8 % busy\n",
                        "  switch  engine  throughput  blocked", "  west      fast      0.0000  50.00 %",
                        "  east       rtl      0.0000  25.00 %", "ports 4",
                        "  from    to  utilisation  packets", "  west  east      87.50 %       40\n"}));
  // What a network has not, and what is known of a single switch alone.
  CHECK_FALSE(mentions(text, {"whole switch"}));
  CHECK_FALSE(mentions(text, {"exact for"}));
  CHECK_FALSE(mentions(text, {"overtaken"}));
  CHECK_FALSE(mentions(text, {"Blocking"}));
  CHECK_FALSE(mentions(text, {"idle links"}));
}

TEST_CASE("the report of a network names links of shortest paths that carried nothing", "[testbenches]") {
  RunResult r = small_network();
  r.network->idle_links = {"east -> west"};
  CHECK(mentions(network_report(r), {"1 of 2 carried nothing, though on shortest paths of what was sent: "
                                     "east -> west\n"}));
  r.network->idle_links = {"a -> b", "b -> c", "c -> d", "d -> e", "e -> f", "f -> g"};
  CHECK(mentions(network_report(r), {"6 of 2 ", ": a -> b, b -> c, c -> d, d -> e, and 2 more\n"}));
}

TEST_CASE("the report of a network has the lag of each switch, and says why there is none from end to end",
          "[testbenches]") {
  RunResult r = small_network();
  CHECK_FALSE(mentions(network_report(r), {"lag"}));
  LagResult lag;
  lag.packets = 1;
  lag.mean = 1.25;
  lag.p99 = 17;
  r.network->switches[0].result.lag = lag;
  CHECK(mentions(network_report(r), {"mean lag [cycles]  p99 lag [cycles]", "1.25                17",
                                     "Lag from end to end: none, packets choose their way by load."}));
  r.lag = lag;
  CHECK_FALSE(mentions(network_report(r), {"choose their way"}));
}

TEST_CASE("of many switches and links the report has the worst, and says how many there are",
          "[testbenches]") {
  RunResult r = small_network();
  r.network->switches.clear();
  r.network->links.clear();
  for (int n = 0; n < 20; ++n) {
    // 7 is blocked most; the others alike, so that the fullest of them come next.
    r.network->switches.push_back(switch_with(fmt::format("s{}", n), n == 7 ? 0.5 : 0.25, 100 + n));
    r.network->links.push_back({fmt::format("s{}", n), "hub", n / 100.0, 1});
  }
  const std::string text = network_report(r);
  CHECK(mentions(text, {"of 20 the 12 with the most blocked heads", "of 20 the 10 busiest", "  s7 ",
                        "  s19  ", "  s9 ", "s19   hub      19.00 %", "s10   hub"}));
  CHECK(text.find("  s7 ") < text.find("  s19 "));
  CHECK_FALSE(mentions(text, {"  s8 "}));
  CHECK_FALSE(mentions(text, {"s9    hub"}));
}

TEST_CASE("the tree of blocking is indented, with hosts as ranges", "[testbenches]") {
  RunResult r = small_network();
  BlockingTree far{"a -> b", 1, {8, 9, 10}, {}};
  BlockingTree least{"a -> c", 0.001, {11}, {}};
  r.network->blocking = {{"b -> host 0", 3, {0, 1, 2, 3, 7}, {far, least}}, {"b -> host 1", 1, {}, {}}};
  const std::string text = network_report(r);
  CHECK(mentions(text, {"Blocking: 4.00 hosts wait (mean)",
                        "  b -> host 0                 3.00   75.00 %  0..3, 7\n"
                        "    a -> b                    1.00   25.00 %  8..10\n"
                        "    and 1 more\n"
                        "  b -> host 1                 1.00   25.00 %  -\n"}));
}

TEST_CASE("a table of networks has the bottleneck of each, and the fullest switch", "[testbenches]") {
  RunConfig config;
  RunResult other = small_network();
  other.network->bottleneck = {"west", "east", 0.5, 1};
  const std::string text = tabulate_points({{config, small_network()}, {config, other}, {config, {}}});
  CHECK(mentions(text, {"bottleneck", "east -> host 3  98.77 %", "  west -> east  50.00 %", "99"}));
  CHECK_FALSE(mentions(tabulate_points({{config, {}}, {config, {}}}), {"bottleneck"}));
}

TEST_CASE("messages are alike if they differ in numbers only", "[testbenches]") {
  CHECK(normalised("cycle 117: port 3 has 0x1f, not 0.5 or 1e-9") == "cycle *: port * has *, not * or *");
  CHECK(normalised("first line 1\nsecond line 2") == "first line *");
  CHECK(normalised("the switch did (seed 1):\n  cycle 5: output 1: idle\nthe third") ==
        "the switch did (seed *): cycle *: output *: idle");
  CHECK(normalised("nothing below:\n") == "nothing below:");
  CHECK(normalised("no numbers") == "no numbers");
  CHECK(normalised("a 0x and 1e and 2.") == "a *x and *e and *.");
  CHECK(normalised("") == "");
}

TEST_CASE("the demo's time is that of its runs: without the models that are built first",
          "[testbenches][long]") {
  using Clock = std::chrono::steady_clock;
  const ScratchFolder folder;
  const std::string output = (folder.path() / "output").string();
  std::fflush(stdout);
  const int before = dup(1);
  REQUIRE(std::freopen(output.c_str(), "w", stdout) != nullptr);
  Clock::time_point prepared;
  demo_command([&] {
    prebuild_command();
    std::this_thread::sleep_for(std::chrono::seconds(2));
    prepared = Clock::now();
  });
  const double runs = std::chrono::duration<double>(Clock::now() - prepared).count();
  std::fflush(stdout);
  dup2(before, 1);
  std::stringstream text;
  text << std::ifstream(output).rdbuf();
  const std::size_t at = text.str().find("Done in ");
  REQUIRE(at != std::string::npos);
  CHECK(std::stod(text.str().substr(at + 8)) <= runs + 0.05);  // it is rounded
}
