// SPDX-License-Identifier: Apache-2.0
#include "host/config/network.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/network_paths.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/network/topology_file.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

RunConfig network_config(const std::string& topology, Keys keys = {}) {
  keys["topology"] = topology;
  return config_of(keys);
}

void resolve_and_check(const std::string& topology, const Keys& keys = {}) {
  const RunConfig config = network_config(topology, keys);
  resolve(config);
  check_use({config});
}

std::string network_refusal(const std::string& topology, const Keys& keys = {}) {
  return message_of<InputError>([&] { resolve_and_check(topology, keys); });
}

const char* const kWestEast = R"([[switch]]
name = "west"
hosts = 3
host-latency = 4
switch = "voq"
depth = 64
engine = "fast"
[[switch]]
name = "east"
hosts = 1
[[link]]
between = ["west", "east"]
latency = 30
)";

}  // namespace

TEST_CASE("one switch by name is no network", "[host]") {
  RunConfig config;
  config.ports = 8;
  CHECK(resolve(config).fabric == nullptr);
  config = network_config("one-switch(8)");
  const Setup setup = resolve(config);
  CHECK(setup.fabric == nullptr);
  CHECK(setup.config.ports == 8);
  CHECK(setup.hosts_taking_part.size() == 8);
}

TEST_CASE("a network has a setup for each of its switches", "[host]") {
  const ScratchFile file(kWestEast);
  const Setup setup = resolve(network_config(file.name(), "packet 5, arbiter random"));
  REQUIRE(setup.fabric != nullptr);
  CHECK(setup.config.ports == 4);
  CHECK(setup.hosts_taking_part.size() == 4);
  const ResolvedNetwork& fabric = *setup.fabric;
  REQUIRE(fabric.switches.size() == 2);
  const Setup& west = fabric.switches[0];
  const Setup& east = fabric.switches[1];
  CHECK(fabric.wiring.hosts(0) == 3);
  CHECK(fabric.wiring.hosts(1) == 1);
  CHECK(west.config.ports == 4);
  CHECK(east.config.ports == 2);
  CHECK(west.entry->name == "voq");
  CHECK(west.config.depth == 64);
  CHECK(west.config.engine == Engine::Fast);
  CHECK(east.entry->name == "input");
  CHECK(east.config.depth == 1024);
  CHECK(east.config.engine == Engine::Rtl);
  CHECK(west.longest_packet == 5);
  CHECK(east.settings.packet_beats == 5);
  CHECK(east.config.seed == west.config.seed);
  CHECK(east.settings.seed != west.settings.seed);
  RunConfig alone;
  CHECK(west.settings.seed == resolve(alone).settings.seed);
}

TEST_CASE("a switch with one cable has the least number of ports", "[host]") {
  const Setup setup = resolve(network_config("hierarchy(1,2)"));
  CHECK(setup.fabric->switches.back().config.ports == 2);
  const ScratchFile stub(
      "[[switch]]\nname = \"a\"\nhosts = 3\n[[switch]]\nname = \"b\"\n[[link]]\nbetween = [\"a\", \"b\"]\n");
  CHECK(resolve(network_config(stub.name())).fabric->switches[1].config.ports == 2);
}

TEST_CASE("the key link-latency counts for all cables between switches", "[host]") {
  const ScratchFile file(kWestEast);
  CHECK(resolve(network_config(file.name())).fabric->topology.cables[0].speed.latency_cycles == 30);
  const Setup setup = resolve(network_config(file.name(), "link-latency 7"));
  CHECK(setup.fabric->topology.cables[0].speed.latency_cycles == 7);
  CHECK(setup.fabric->topology.switches[0].host_cable.latency_cycles == 4);
}

TEST_CASE("a record of a network has its topology and no ports", "[host]") {
  const Setup setup = resolve(network_config("mesh(2,2)", "link-latency 7"));
  const auto record = to_json(setup.config);
  CHECK(record["topology"] == "mesh(2,2)");
  CHECK(record["link-latency"] == 7);
  CHECK_FALSE(record.contains("ports"));
  CHECK_FALSE(record.contains("deadlock"));
  CHECK(flags_of(setup.config) == "--topology 'mesh(2,2)' --link-latency 7");
  CHECK(to_json(RunConfig{})["ports"] == 16);
  CHECK_FALSE(to_json(RunConfig{}).contains("link-latency"));
}

TEST_CASE("keys that a network has not are refused", "[host]") {
  CHECK(mentions(network_refusal("mesh(2,2)", "ports 8"), {"ports: '8'", "topology one-switch"}));
  CHECK(mentions(network_refusal("one-switch(8)", "ports 8"), {"ports: '8'", "topology one-switch"}));
  CHECK(mentions(network_refusal("mesh(2,2)", "output-period 2"), {"output-period: '2'", "mesh(2,2)"}));
  CHECK(mentions(network_refusal("mesh(2,2)", "series 100"), {"series: '100'", "allowed: 0"}));
  CHECK(mentions(network_refusal("mesh(2,2)", "switch voq, speedup 2"), {"speedup: '2'", "allowed: 1"}));
  CHECK(mentions(network_refusal("one-switch", "link-latency 2"), {"link-latency: '2'", "several switches"}));
  CHECK(mentions(network_refusal("one-switch", "deadlock allow"), {"deadlock: 'allow'", "several switches"}));
  CHECK(
      mentions(network_refusal("one-switch", "adaptive random"), {"adaptive: 'random'", "several switches"}));
  CHECK(mentions(network_refusal("hierarchy(63,64)", "ports 16, schedule shift, ranks 0,4032"),
                 {"ranks: '0,4032'", "0..4031"}));
}

TEST_CASE("an adaptive port is drawn only where routes adapt", "[host]") {
  const Keys random = "adaptive random";
  const auto and_more = [&](Keys more) {
    more.insert(random.begin(), random.end());
    return more;
  };
  CHECK_NOTHROW(resolve_and_check("fat-tree(4)", random));
  CHECK_NOTHROW(resolve_and_check("irregular(4,16,1)", random));
  CHECK(resolve(network_config("irregular(4,8,1)", random)).fabric->routes.adaptive);
  const ScratchFile shortest("routing = \"shortest\"\n[[switch]]\nname = \"a\"\nhosts = 2\n");
  CHECK(mentions(network_refusal(shortest.name(), random),
                 {"adaptive: 'random'", "no route adapts", "up-down"}));
  for (const char* fixed : {"k-ring", "mesh(2,2)"})
    CHECK(mentions(network_refusal(fixed, random), {"adaptive: 'random'", "shortest-adaptive"}));
  CHECK(mentions(network_refusal("fat-tree(4)", and_more("flow drop")), {"flow back-pressure"}));
  CHECK(mentions(network_refusal("fat-tree(4)", and_more("schedule liquid")), {"no schedule in steps"}));
}

TEST_CASE("a schedule of more ranks than its operations have numbers for is refused", "[host]") {
  CHECK(mentions(network_refusal("mesh(32,32,46)", "schedule shift"),
                 {"schedule: 'shift' of 47104 ranks", "at most 46340 ranks, or a GOAL file"}));
  CHECK(mentions(network_refusal("mesh(46,46)", "schedule liquid"),
                 {"transfers: 'all'", "4477456 packets; allowed: at most 4194304"}));
}

TEST_CASE("a network has 2 to 65536 hosts", "[host]") {
  const ScratchFile one("[[switch]]\nname = \"a\"\nhosts = 1\n");
  CHECK(mentions(network_refusal(one.name()), {"topology: '", "has 1 hosts; allowed: 2..65536"}));
  std::string text = "[[switch]]\nname = \"s0\"\nhosts = 3\n";
  for (unsigned n = 1; n < 1058; ++n) {
    const std::string number = std::to_string(n);
    text += "[[switch]]\nname = \"s" + number + "\"\nhosts = 62\n[[link]]\nbetween = [\"s" + number +
            "\", \"s" + std::to_string(n - 1) + "\"]\n";
  }
  const ScratchFile more(text);
  CHECK(mentions(network_refusal(more.name()), {"has 65537 hosts; allowed: 2..65536"}));
}

TEST_CASE("what one switch cannot have is named with the switch and its line", "[host]") {
  const ScratchFile file(kWestEast);
  CHECK(mentions(network_refusal(file.name(), "forwarding store-and-forward, packet 65"),
                 {file.name() + ":1: switch west: depth: '64' is not allowed", "at least 65"}));
  CHECK_NOTHROW(resolve_and_check(file.name(), "forwarding store-and-forward, packet 64"));
  const ScratchFile unused("[[switch]]\nname = \"a\"\nhosts = 2\nswitch = \"output\"\nwindow = 2\n");
  CHECK(mentions(network_refusal(unused.name()),
                 {unused.name() + ":1: switch a: window: '2'", "switch input"}));
  const ScratchFile lossy("[[switch]]\nname = \"a\"\nhosts = 2\nflow = \"drop\"\n");
  CHECK(mentions(network_refusal(lossy.name(), "schedule shift"),
                 {lossy.name() + ":1: switch a: flow: 'drop'", "go-back-n"}));
  CHECK_NOTHROW(resolve_and_check(lossy.name()));
}

TEST_CASE("the page of topologies names the keys of a switch that messages allow", "[host]") {
  const ScratchFile file("[[switch]]\nname = \"a\"\ncolour = 1\n");
  const std::string refusal = network_refusal(file.name());
  const auto begin = refusal.find("allowed: ") + 9;
  std::istringstream allowed(refusal.substr(begin, refusal.find("  |") - begin));
  std::ifstream page(XBARLAB_SOURCE_DIR "/docs/topologies.md");
  std::string text{std::istreambuf_iterator<char>(page), {}};
  text.erase(0, text.find("\n## As a file"));
  text.erase(text.find("\n## ", 1));
  unsigned keys = 0;
  for (std::string key; allowed >> key; ++keys) {
    CAPTURE(key);
    CHECK((text.find('`' + key + '`') != std::string::npos ||
           text.find('\n' + key + " = ") != std::string::npos));
  }
  CHECK(keys > 20);
}

TEST_CASE("shared memories that may fill with packets of both directions are refused", "[host]") {
  const Keys keys = "switch shared, forwarding store-and-forward";
  const auto and_more = [&](Keys more) {
    more.insert(keys.begin(), keys.end());
    return more;
  };
  const std::string two = "two-switches(4,4)";
  CHECK(mentions(network_refusal(two, keys),
                 {"for ever: s0 -> s1, s1 -> s0; allowed: ", "partition", "cut-through"}));
  CHECK_FALSE(mentions(network_refusal(two, keys), {"up-down"}));
  CHECK_NOTHROW(resolve_and_check(two, and_more("deadlock allow")));
  CHECK_NOTHROW(resolve_and_check(two, and_more("flow drop")));
  CHECK_NOTHROW(resolve_and_check(two, and_more("sharing partition")));
  CHECK_NOTHROW(resolve_and_check(two, "switch shared"));
  CHECK_NOTHROW(resolve_and_check(two, "switch output, forwarding store-and-forward"));
}

TEST_CASE("lossless channels that may wait in a circle are refused unless a run wants them", "[host]") {
  const auto ring = [](const std::string& of_b) {
    std::string text = "routing = \"shortest\"\n";
    for (const char* name : {"a", "b", "c", "d", "e"})
      text += std::string("[[switch]]\nname = \"") + name + "\"\nhosts = 2\n" + (*name == 'b' ? of_b : "");
    for (const char* ends : {"\"a\", \"b\"", "\"b\", \"c\"", "\"c\", \"d\"", "\"d\", \"e\"", "\"e\", \"a\""})
      text += std::string("[[link]]\nbetween = [") + ends + "]\n";
    return text;
  };
  const ScratchFile lossless(ring(""));
  CHECK(mentions(network_refusal(lossless.name()),
                 {"for ever: ", "a -> b", "e -> a", "deadlock allow", "up-down"}));
  CHECK_NOTHROW(resolve_and_check(lossless.name(), "deadlock allow"));
  CHECK_NOTHROW(resolve_and_check(lossless.name(), "flow drop"));
  // One switch that holds nothing off opens both circles.
  const ScratchFile open(ring("flow = \"drop\"\n"));
  CHECK_NOTHROW(resolve_and_check(open.name()));
}

TEST_CASE("the window for an uplink is that of Tam's two-level network", "[host]") {
  const auto window = [](const std::string& topology, const Keys& keys) {
    RunConfig config = network_config(topology, "schedule shift, global-window auto");
    for (const auto& [key, value] : keys) set_key(config, key, value, "");
    return resolve(config).hosts->nic.global_window;
  };
  CHECK(window("hierarchy(4,4)", "depth 30") == 9);  // nu = 3.2
  CHECK(window("hierarchy(4,4)", "depth 60, packet 2") == 9);
  CHECK(window("two-switches(8,8)", "depth 30") == 7);            // nu = 64 / 15
  CHECK(window("hierarchy(4,4)", "depth 30, ranks 0..3") == 30);  // one switch: nu = 1
  CHECK(window("hierarchy(4,4)", "depth 30, ranks 0..7") == 13);  // nu = 16 / 7
  for (const char* other : {"mesh(3,3)", "k-ring", "fat-tree(4)"})
    CHECK(mentions(network_refusal(other, "schedule shift, global-window auto"),
                   {"global-window: 'auto'", other, "one other switch"}));
}

TEST_CASE("what is on schedule below slow cables goes by their time", "[host]") {
  const auto window = [](const std::string& topology, const Keys& keys = {}) {
    RunConfig config = network_config(topology, "schedule shift, global-window auto");
    set_key(config, "cluster", "tam-326", "");
    for (const auto& [key, value] : keys) set_key(config, key, value, "");
    return resolve(config).hosts->auto_window.value();
  };
  // L in cycles: links of 241 - 191, a frame of 190 beats ten cycles each, three switches: 1953. A packet
  // begins every 1900.
  const AutoWindow tam = window("hierarchy(4,4,10)", "depth 5700");
  CHECK(tam.buffer_packets == 30);
  CHECK(tam.per_step == Approx(3.2));
  CHECK(tam.packets() == 9);
  CHECK(tam.on_schedule == 2);
  // Three frames more where each switch has them whole first.
  CHECK(window("hierarchy(4,4,10)", "forwarding store-and-forward").on_schedule == 5);
  // Two uplinks have two buffers. A packet begins every 7600 cycles.
  const ScratchFile two_cables(R"(
[[switch]]
name = "a"
hosts = 2
host-rate = 0.025
[[switch]]
name = "b"
hosts = 2
host-rate = 0.025
host-latency = 50
[[link]]
between = ["a", "b"]
cables = 2
)");
  const Keys keys = "depth 1900, link-latency 7504";
  const AutoWindow both = window(two_cables.name(), keys);
  CHECK(both.buffer_packets == 20);
  CHECK(both.per_step == Approx(4.0 / 3));
  CHECK(both.on_schedule == 2);  // 44 + 50 + 7600 + 7504 + 2
  CHECK(window(two_cables.name(), "link-latency 7505").on_schedule == 3);
}

TEST_CASE("the hosts of a network are its ranks, and costs of more than a switch has do not grow", "[host]") {
  const Setup setup = resolve(network_config("fat-tree(8)", "schedule shift, cluster tam-326"));
  CHECK(setup.hosts->ranks() == 128);
  const Cluster& cluster = setup.hosts->cluster;
  const NicTiming& timing = setup.hosts->nic.timing;
  RunConfig largest = config_of("ports 64, schedule shift, cluster tam-326");
  const NicTiming of_64 = resolve(largest).hosts->nic.timing;
  const auto more = to_cycles(cluster.latency(128), cluster.clock_period) -
                    to_cycles(cluster.latency(64), cluster.clock_period);
  CHECK(timing.uplink_latency + timing.downlink_latency ==
        of_64.uplink_latency + of_64.downlink_latency + more);
}

TEST_CASE("schedules know the switches of the ranks that take part", "[host]") {
  const auto shape = [](const Keys& keys) {
    RunConfig config = network_config("mesh(2,2,2)", "schedule lg");
    for (const auto& [key, value] : keys) set_key(config, key, value, "");
    return resolve(config).hosts->shape;
  };
  CHECK(shape({}).switch_of_rank == std::vector<unsigned>{0, 0, 1, 1, 2, 2, 3, 3});
  CHECK(shape({}).switch_ring.size() == 4);
  const ExchangeShape some = shape("ranks 7,2,6,3");
  CHECK(some.switch_of_rank == std::vector<unsigned>{1, 0, 1, 0});
  CHECK(some.switch_ring.size() == 2);
  CHECK(mentions(network_refusal("mesh(2,2)", "schedule ls2"), {"ls2", "switches"}));
  CHECK_NOTHROW(resolve_and_check("two-switches(3,2)", "schedule ls2"));
}

TEST_CASE("a packet's longest way is that of one switch, and longer by each switch and cable", "[host]") {
  const auto way = [](const std::string& topology, bool full, const Keys& keys = {}) {
    RunConfig config = network_config(topology, keys);
    config.topology.load([](const std::string& path) { return read_topology(path, check_switch_key); });
    return longest_way(read_network(config), {10, 50, full});
  };
  const ScratchFile one("[[switch]]\nname = \"a\"\nhosts = 4\nroute-delay = 7\n");
  CHECK(way(one.name(), false) == 7 + 50 + 1);
  CHECK(way(one.name(), true) == 7 + 50 + 1 + 1024);
  CHECK(way("two-switches(2,2)", false, "link-latency 5") == 1 + 10 + 5 + 1 + 50);
  CHECK(way("two-switches(2,2)", true, "depth 100") == 101 + 10 + 101 + 50);
  // Up, over the backbone, down; each host's cable takes a tenth of a beat a cycle.
  CHECK(way("hierarchy(2,3,10)", false) == 10 * 9 + 11 + 11 + 1 + 100);
  CHECK(way("hierarchy(2,3,10)", true, "depth 20") == 10 * 9 + 31 + 31 + 1 + 100 + 200);
}

TEST_CASE("a time-out in a network is that of one switch where there is one", "[host]") {
  const Keys keys =
      "schedule shift, flow drop, reliability go-back-n, depth 1000, cluster tam-326, packet 190";
  const ScratchFile file("[[switch]]\nname = \"a\"\nhosts = 8\n");
  const auto timeout = [&](const std::string& topology) {
    return resolve(network_config(topology, keys)).hosts->nic.go_back_n.timeout_cycles;
  };
  CHECK(timeout(file.name()) == timeout("one-switch(8)"));
  CHECK(timeout("hierarchy(2,4)") > timeout("one-switch(8)") + 4 * 2000);
}

TEST_CASE("each switch of a network has the buffer, but for one with a depth of its own", "[host]") {
  const ScratchFolder scratch;
  const std::string file = (scratch.path() / "two.toml").string();
  std::ofstream(file) << "[[switch]]\nname = \"a\"\nhosts = 3\n[[switch]]\nname = \"b\"\nhosts = 1\n"
                         "[[switch]]\nname = \"c\"\nhosts = 1\ndepth = 77\n"
                         "[[link]]\nbetween = [\"a\", \"b\"]\n[[link]]\nbetween = [\"b\", \"c\"]\n";
  const Setup setup = resolve(network_config(file, "buffer 12KiB"));
  std::vector<unsigned> depths;
  for (const Setup& one : setup.fabric->switches) depths.push_back(one.settings.depth);
  CHECK(depths == std::vector<unsigned>{384, 512, 77});  // of 4, 3 and 2 ports
  CHECK_FALSE(to_json(setup.config).contains("depth"));
  CHECK(to_json(setup.config)["buffer"] == "12KiB");
  CHECK(resolve(setup.config).fabric->switches[0].settings.depth == 384);
}

TEST_CASE("a switch of a network with a buffer of its own has no other depth of its own", "[host]") {
  const ScratchFolder scratch;
  const std::string file = (scratch.path() / "two.toml").string();
  const auto depth_of = [&](const char* keys) {
    std::ofstream(file) << "[[switch]]\nname = \"a\"\nhosts = 2\n"
                        << keys
                        << "[[switch]]\nname = \"b\"\nhosts = 1\n[[link]]\nbetween = [\"a\", \"b\"]\n";
    return resolve(network_config(file, "depth 50")).fabric->switches[0].settings.depth;
  };
  CHECK(depth_of("buffer = \"12KiB\"\n") == 512);
  CHECK(depth_of("buffer = \"12KiB\"\ndepth = 512\n") == 512);
  CHECK(mentions(message_of<InputError>([&] { depth_of("buffer = \"12KiB\"\ndepth = 77\n"); }),
                 {"switch a: depth: '77' is not allowed with buffer 12KiB, which gives 512 beats"}));
}
