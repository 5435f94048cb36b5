// SPDX-License-Identifier: Apache-2.0
#include "host/run/run_result.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "host/config/config_keys.h"
#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

RunConfig two_ports() {
  RunConfig config;
  config.ports = 2;
  return config;
}

/// A result in which no two numbers are alike, and none is short in decimals.
RunResult distinct() {
  RunResult r;
  double x = 1.0 / 3;
  std::uint64_t n = (1ULL << 53U) + 1;  // not exact in a double
  const auto real = [&] { return x *= 1.1; };
  const auto whole = [&] { return n += 3; };
  const auto fill = [&](Distribution& d) { d = {{real(), real()}, whole(), whole(), whole(), whole(), {}}; };
  r.cycles = whole(), r.measured_cycles = whole(), r.warmup_cycles = whole();
  r.warmup_settled = false;
  r.offered_load = real();
  for (Estimate* e :
       {&r.throughput, &r.loss, &r.blocked, &r.backpressure, &r.hol, &r.pool, &r.idle_with_work})
    *e = {real(), real()};
  r.offered_packets = whole(), r.delivered_packets = whole(), r.lost_packets = whole();
  r.dropped_misrouted = whole(), r.dropped_full = whole();
  r.dropped_per_queue = {7, 8};
  for (Distribution* d : {&r.latency, &r.queueing, &r.occupancy_beats, &r.occupancy_packets}) fill(*d);
  for (int q = 0; q < 2; ++q) r.per_queue.push_back({real(), whole(), whole()});
  r.latency.bins = {{7, whole()}, {9, whole()}};
  r.series = {100, 7000, 2, {1, 2}, {3, 4}, {{5, 6}, {7, 8}}};
  for (int cell = 0; cell < 4; ++cell)
    r.blame.push_back(whole()), r.victims.push_back(whole()), r.pool_blame.push_back(whole());
  r.completion_cycles = whole();
  r.hosts = HostCounters{whole(), whole(), whole(), whole(), whole(), whole(), whole()};
  r.completion_seconds = real(), r.bandwidth_per_node = real(), r.predicted_seconds = real();
  r.completion_over_ideal = real();
  r.global_window = {whole(), real(), whole(), whole(), whole()};
  r.hol_at_hosts = real();
  r.delivery = DeliveryResult{{whole(), whole()},
                              {whole(), whole()},
                              {1, 2, 3, whole()},
                              {4, 5, 6, whole()},
                              {7, 8, 9, whole()},
                              whole(),
                              {{1, 0, whole()}, {0, 1, whole()}}};
  const auto flow_class = [&] {
    return FlowClassResult{whole(), real(), whole(), whole(), real(), real(), real()};
  };
  r.flows = FlowsResult{flow_class(), flow_class(), flow_class()};
  r.pause = PauseResult{whole(), whole(),     whole(),      whole(),      real(),  real(), whole(),
                        whole(), {real(), 1}, {whole(), 2}, {3, whole()}, whole(), whole()};
  r.classes.resize(2);
  r.classes[1].pause = r.pause;
  r.classes[1].held_by_higher = real();
  r.classes[1].hol = ClassHol{real(), {real(), real()}, {1, 2, 3, whole()}};
  r.cost.emplace();
  r.cost->target = "ecp5", r.cost->fmax_why = "no", r.cost->yosys = "0.23", r.cost->nextpnr = "0.7";
  r.cost->lut4 = whole(), r.cost->ff = whole(), r.cost->memory_bits = whole(), r.cost->fmax_mhz = real();
  r.cost->path = {{"u_fifo", "xb_fifo", real()}};
  r.facts = PointFacts{whole(), whole(), whole(), whole(), whole(), 64, real(), true, real(), whole()};
  r.cpu_seconds = real();
  return r;
}

/// The same of a network: two switches of 2 and 3 ports, links, and a tree of blocking that branches.
RunResult distinct_network() {
  RunResult r = distinct();
  RunResult of_switch = distinct();
  of_switch.cpu_seconds = 0;
  of_switch.hol_at_hosts.reset(), of_switch.delivery.reset(), of_switch.flows.reset(),
      of_switch.pause.reset();
  of_switch.classes.clear();
  of_switch.cost.reset();
  of_switch.global_window.reset(), of_switch.facts.reset();
  NetworkResult n;
  n.switches.push_back({"west", "rtl", 2, of_switch});
  ++of_switch.cycles;
  of_switch.blame = of_switch.victims = of_switch.pool_blame = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  n.switches.push_back({"east", "fast", 3, of_switch});
  n.links = {{"west", "east", 0.1, 5}, {"east", "west", 1.0 / 7, (1ULL << 53U) + 1}};
  n.bottleneck = {"east", "host 3", 0.7, 77};
  const BlockingTree leaf{"b -> c", 0.3, {4}, {}};
  n.blocking = {{"a -> b", 2.5, {0, 1}, {leaf, {"d -> b", 1.1, {}, {leaf, leaf}}}}, {"x -> y", 0.1, {9}, {}}};
  n.idle_links = {"east -> west", "x -> y"};
  n.packet_hops = (1ULL << 53U) + 5;
  n.link_packets = (1ULL << 53U) + 7;
  n.overtaken_packets = 11;
  r.network = std::move(n);
  return r;
}

}  // namespace

TEST_CASE("a result crosses as text without loss", "[host]") {
  const RunResult r = distinct();
  const auto text = result_to_json(two_ports(), r).dump();
  const RunResult back = result_from_json(nlohmann::ordered_json::parse(text));
  CHECK(result_to_json(two_ports(), back).dump() == text);
  // Not only what is in the text came back as itself: the fields did.
  CHECK(back.cycles == r.cycles);
  CHECK(back.warmup_settled == r.warmup_settled);
  CHECK(back.throughput.mean == r.throughput.mean);
  CHECK(back.latency.p999 == r.latency.p999);
  CHECK(back.latency.bins == r.latency.bins);
  CHECK(back.queueing.ci95 == r.queueing.ci95);
  CHECK(back.occupancy_beats.p99 == r.occupancy_beats.p99);
  CHECK(back.occupancy_packets.mean == r.occupancy_packets.mean);
  REQUIRE(back.per_queue.size() == 2);
  CHECK(back.per_queue[1].max == r.per_queue[1].max);
  CHECK(back.occupancy_beats.ci95 == r.occupancy_beats.ci95);
  CHECK(back.loss.mean == r.loss.mean);
  CHECK(back.loss.ci95 == r.loss.ci95);
  CHECK(back.dropped_misrouted == r.dropped_misrouted);
  CHECK(back.dropped_full == r.dropped_full);
  CHECK(back.dropped_per_queue == r.dropped_per_queue);
  CHECK(back.hol.ci95 == r.hol.ci95);
  CHECK(back.pool.mean == r.pool.mean);
  CHECK(back.pool.ci95 == r.pool.ci95);
  CHECK(back.pool_blame == r.pool_blame);
  CHECK(back.idle_with_work.ci95 == r.idle_with_work.ci95);
  CHECK(back.series.first_cycle == 7000);
  CHECK(back.series.packets == r.series.packets);
  CHECK(back.series.queue_beats == r.series.queue_beats);
  CHECK(back.blame == r.blame);
  CHECK(back.victims == r.victims);
  CHECK(back.completion_cycles == r.completion_cycles);
  CHECK(back.predicted_seconds == r.predicted_seconds);
  CHECK(back.completion_over_ideal == r.completion_over_ideal);
  REQUIRE(back.global_window);
  CHECK(back.global_window->buffer_packets == r.global_window->buffer_packets);
  CHECK(back.global_window->nu == r.global_window->nu);
  CHECK(back.global_window->w_g == r.global_window->w_g);
  CHECK(back.global_window->eta == r.global_window->eta);
  CHECK(back.global_window->eta_on_schedule == r.global_window->eta_on_schedule);
  REQUIRE(back.cost);
  CHECK(back.cost->lut4 == r.cost->lut4);
  CHECK_FALSE(back.cost->gates);
  CHECK(back.cost->path[0].module == "xb_fifo");
  REQUIRE(back.facts);
  CHECK(back.facts->most_bytes == r.facts->most_bytes);
  CHECK(back.facts->clock_given);
  CHECK(back.facts->memory_bytes == r.facts->memory_bytes);
  CHECK(back.cpu_seconds == r.cpu_seconds);
}

TEST_CASE("what was run is beside the result of a record, and a record without it is read", "[host]") {
  auto record = to_json(two_ports(), distinct(), {});
  CHECK(record["setup"]["memory_bytes"].is_number());
  CHECK_FALSE(record["result"].contains("setup"));
  CHECK_FALSE(result_from_json(record["result"]).facts);
  CHECK_FALSE(to_json(two_ports(), RunResult{}, {}).contains("setup"));
}

TEST_CASE("what only schedules have is null without one, and stays so", "[host]") {
  RunResult r = distinct();
  r.completion_cycles.reset();
  r.completion_seconds.reset();
  r.bandwidth_per_node.reset();
  r.predicted_seconds.reset();
  r.completion_over_ideal.reset();
  const auto json = result_to_json(two_ports(), r);
  for (const char* name : {"completion_cycles", "completion_seconds", "bandwidth_per_node",
                           "predicted_seconds", "completion_over_ideal"}) {
    CAPTURE(name);
    REQUIRE(json.contains(name));
    CHECK(json[name].is_null());
  }
  CHECK_FALSE(result_from_json(json).completion_cycles.has_value());
  CHECK_FALSE(result_from_json(json).predicted_seconds.has_value());
  CHECK_FALSE(result_from_json(json).completion_over_ideal.has_value());
}

TEST_CASE("a record has the names that are fixed", "[host]") {
  const auto record = to_json(two_ports(), distinct(), {{"xbarlab", "1"}});
  CHECK(record["schema"] == 1);
  CHECK(record["config"] == to_json(two_ports()));
  CHECK(record["version"]["xbarlab"] == "1");
  const auto& result = record["result"];
  for (const std::string& name :
       word_set("/cycles /measured_cycles /offered_load /throughput /throughput_ci95 /offered_packets "
                "/delivered_packets /lost_packets /loss /loss_ci95 /loss_by_cause/misrouted "
                "/loss_by_cause/full /dropped_per_queue /occupancy/ci95 /occupancy/packets/ci95 "
                "/occupancy/series/beats /hol/blocked_fraction_ci95 /hol/backpressure_fraction_ci95 "
                "/hol/hol_fraction_ci95 /hol/pool_fraction /hol/pool_fraction_ci95 /hol/pool_blame "
                "/hol/idle_with_work_ci95 /latency/mean /latency/ci95 /latency/p50 /latency/p99 "
                "/latency/p999 /latency/max /queueing/mean /queueing/ci95 /hol/blocked_fraction "
                "/hol/hol_fraction /hol/idle_with_work /hol/blame /hol/victims /occupancy/mean "
                "/occupancy/p99 /occupancy/max /occupancy/per_queue /completion_cycles /completion_seconds "
                "/bandwidth_per_node /predicted_seconds /cpu_seconds /cycles_per_cpu_second")) {
    CAPTURE(name);
    CHECK(result.contains(nlohmann::ordered_json::json_pointer(name)));
  }
}

TEST_CASE("matrices have a row per input", "[host]") {
  RunResult r = distinct();
  r.blame = {1, 2, 3, 4};
  const auto json = result_to_json(two_ports(), r);
  CHECK(json["hol"]["blame"].dump() == "[[1,2],[3,4]]");
  r.victims.pop_back();
  CHECK_THROWS_AS(result_to_json(two_ports(), r), std::invalid_argument);
}

TEST_CASE("speed is derived, and 0 where there is nothing to divide by", "[host]") {
  RunResult r = distinct();
  r.cycles = 1000;
  r.cpu_seconds = 0.5;
  auto json = result_to_json(two_ports(), r);
  CHECK(json["cycles_per_cpu_second"] == 2000.0);
  r.cpu_seconds = 0;
  json = result_to_json(two_ports(), r);
  CHECK(json["cycles_per_cpu_second"] == 0.0);
}

TEST_CASE("a record is one line", "[host]") {
  CHECK(to_json(two_ports(), distinct(), {}).dump().find('\n') == std::string::npos);
}

TEST_CASE("a result without matrices and without samples has none in its record", "[host]") {
  RunResult r;
  const auto json = result_to_json(two_ports(), r);
  CHECK(json["hol"]["blame"].empty());
  CHECK(json["hol"]["victims"].empty());
  CHECK_FALSE(json["occupancy"].contains("series"));
  CHECK(result_from_json(json).blame.empty());
}

TEST_CASE("what was worked out of a schedule without a run crosses as text without loss", "[host]") {
  RunResult r;
  r.step_search = {12, 4, 3.0, 20, 0.5, 5, 0, 0.25, {7, 100, 0.5, 0.25, 0.125, 0.1, {}}};
  r.cpu_seconds = 0.5;
  const auto text = result_to_json(two_ports(), r).dump();
  const RunResult back = result_from_json(nlohmann::ordered_json::parse(text));
  CHECK(result_to_json(two_ports(), back).dump() == text);
  REQUIRE(back.step_search);
  CHECK(back.step_search->steps == 5U);
  CHECK(back.step_search->categories.skeleton_first == 0.1);
  CHECK_FALSE(back.step_search->categories.scarcest_first);
  CHECK_FALSE(result_from_json(result_to_json(two_ports(), distinct())).step_search);
}

TEST_CASE("a network's result crosses as text without loss", "[host]") {
  const RunResult r = distinct_network();
  const auto text = result_to_json(two_ports(), r).dump();
  const RunResult back = result_from_json(nlohmann::ordered_json::parse(text));
  CHECK(result_to_json(two_ports(), back).dump() == text);
  CHECK(back.cpu_seconds == r.cpu_seconds);
  CHECK(back.throughput.mean == r.throughput.mean);
  REQUIRE(back.network);
  const NetworkResult &is = *back.network, &was = *r.network;
  CHECK(is.packet_hops == was.packet_hops);
  CHECK(is.link_packets == was.link_packets);
  CHECK(is.overtaken_packets == was.overtaken_packets);
  CHECK(is.bottleneck.to == "host 3");
  REQUIRE(is.links.size() == 2);
  CHECK(is.links[1].from == "east");
  CHECK(is.links[1].utilisation == was.links[1].utilisation);
  CHECK(is.links[1].packets == was.links[1].packets);
  CHECK(is.idle_links == was.idle_links);
  REQUIRE(is.blocking.size() == 2);
  REQUIRE(is.blocking[0].through.size() == 2);
  CHECK(is.blocking[0].hosts == std::vector<unsigned>{0, 1});
  REQUIRE(is.blocking[0].through[1].through.size() == 2);
  CHECK(is.blocking[0].through[1].through[1].output == "b -> c");
  CHECK(is.blocking[0].through[1].through[1].hosts_held == 0.3);
  REQUIRE(is.switches.size() == 2);
  CHECK(is.switches[1].name == "east");
  CHECK(is.switches[1].engine == "fast");
  CHECK(is.switches[1].ports == 3);
  for (std::size_t s = 0; s < 2; ++s) {
    // A switch has all that a single one has.
    RunConfig config;
    config.ports = was.switches[s].ports;
    CHECK(result_to_json(config, is.switches[s].result) == result_to_json(config, was.switches[s].result));
    CHECK_FALSE(is.switches[s].result.network);
  }
}

TEST_CASE("a network's record has its switches and links beside the result", "[host]") {
  const auto record = to_json(two_ports(), distinct_network(), {});
  const auto& result = record["result"];
  CHECK_FALSE(result.contains("switches"));
  CHECK_FALSE(result.contains("links"));
  REQUIRE(record["switches"].size() == 2);
  CHECK(record["switches"][0]["name"] == "west");
  CHECK(record["switches"][0]["engine"] == "rtl");
  const auto& east = record["switches"][1]["result"];
  CHECK(east["hol"]["blame"].dump() == "[[1,2,3],[4,5,6],[7,8,9]]");
  CHECK(east["occupancy"]["p99"].is_number());
  CHECK_FALSE(east.contains("cpu_seconds"));
  CHECK(record["links"][0].dump() == R"({"from":"west","to":"east","utilisation":0.1,"packets":5})");
  CHECK(result["bottleneck"].dump() == R"({"from":"east","to":"host 3","utilisation":0.7,"packets":77})");
  CHECK(result["blocking"][1].dump() == R"({"output":"x -> y","hosts_held":0.1,"hosts":[9],"through":[]})");
  CHECK(result["overtaken_packets"] == 11);
  CHECK(result["idle_links"].dump() == R"(["east -> west","x -> y"])");
  RunResult all_used = distinct_network();
  all_used.network->idle_links.clear();
  CHECK_FALSE(result_to_json(two_ports(), all_used).contains("idle_links"));
  CHECK(result_from_json(result_to_json(two_ports(), all_used)).network->idle_links.empty());
  CHECK(record.dump().find('\n') == std::string::npos);
}

TEST_CASE("what only a single switch has is null for the whole of a network", "[host]") {
  const auto network = result_to_json(two_ports(), distinct_network());
  const auto single = result_to_json(two_ports(), distinct());
  for (const char* name :
       {"/dropped_per_queue", "/hol/blame", "/hol/victims", "/hol/pool_blame", "/occupancy/p50",
        "/occupancy/max", "/occupancy/packets/p999", "/occupancy/per_queue"}) {
    CAPTURE(name);
    const nlohmann::ordered_json::json_pointer path(name);
    CHECK(network.at(path).is_null());
    CHECK_FALSE(single.at(path).is_null());
  }
  CHECK(network["occupancy"]["mean"].is_number());
  CHECK(network["latency"]["p99"].is_number());
  for (const char* name : {"switches", "links", "bottleneck", "blocking", "packet_hops"}) {
    CAPTURE(name);
    CHECK_FALSE(single.contains(name));
  }
}
