// SPDX-License-Identifier: Apache-2.0
#include "host/config/setup.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/liquid/network_transfers.h"
#include "host/nic/cluster.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

TEST_CASE("store-and-forward needs a queue that holds the longest packet", "[host]") {
  RunConfig config = config_of("forwarding store-and-forward, depth 99, packet 10..100");
  CHECK(
      mentions(message_of<InputError>([&] { resolve(config); }), {"depth", "'99'", "allowed", "100 beats"}));
  config.depth = 100;
  CHECK_NOTHROW(resolve(config));
  config.depth = 2;
  config.forwarding = ForwardingMode::CutThrough;
  CHECK_NOTHROW(resolve(config));
}

TEST_CASE("dropping whole packets needs a queue that holds the longest packet, too", "[host]") {
  RunConfig config = config_of("flow drop, depth 99, packet 1..100");
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }), {"depth", "'99'", "100 beats", "drop"}));
  config.depth = 100;
  CHECK_NOTHROW(resolve(config));
}

TEST_CASE("a memory of words holds whole words, one more per output than its depth says", "[host]") {
  RunConfig config = config_of("switch output, forwarding store-and-forward, depth 23, packet 1..24");
  config.ports = 4;  // words of 8 beats
  CHECK_NOTHROW(resolve(config));
  config.packet_max = 25;
  CHECK_THROWS_AS(resolve(config), InputError);
  config.switch_name = "shared";
  config.sharing = Sharing::Partition;
  config.depth = 32;  // 8 beats an output
  config.packet_max = 16;
  CHECK_NOTHROW(resolve(config));
  config.packet_max = 17;
  CHECK_THROWS_AS(resolve(config), InputError);
  config.sharing = Sharing::Complete;
  CHECK_NOTHROW(resolve(config));
}

TEST_CASE("a queue's part of an input's memory must hold the longest packet", "[host]") {
  RunConfig config = config_of("ports 4, sharing partition, flow drop, packet 1..10");
  config.switch_name = GENERATE("voq", "crosspoint", "input");
  config.window = config.switch_name == "input" ? 2 : 1;
  config.depth = 43;  // 10 beats a queue
  CHECK_NOTHROW(resolve(config));
  config.packet_max = 11;
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }),
                 {"depth", "'43'", "at least 44", "11 beats", "drop"}));
  config.flow = FlowControl::BackPressure;  // does not use it
  CHECK_NOTHROW(resolve(config));
}

TEST_CASE("slow links are for stochastic traffic, and for ports that exist", "[host]") {
  RunConfig config = config_of("ports 4, output-period 3:10");
  CHECK_NOTHROW(resolve(config));
  config.traffic->output_period = "4:10";
  CHECK(
      mentions(message_of<InputError>([&] { resolve(config); }), {"output-period", "'4:10'", "ports 0..3"}));
  config.traffic->output_period = "2";
  CHECK_NOTHROW(resolve(config));
  config.schedule = "shift";
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }), {"output-period", "schedule"}));
  config.traffic->output_period = "1";
  config.speedup = 2;
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }), {"speedup", "schedule"}));
}

TEST_CASE("alternating sources need that many outputs", "[host]") {
  RunConfig config = config_of("ports 4, traffic alternate, targets 4");
  CHECK_NOTHROW(resolve(config));
  config.traffic->targets = 5;
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }), {"targets", "'5'", "4"}));
}

TEST_CASE("weights of inputs are settings of the switch, a nibble each", "[host]") {
  RunConfig config = config_of("ports 4, arbiter wrr");
  CHECK(resolve(config).settings.arbiter == Arbitration::Weighted);
  CHECK(resolve(config).settings.input_weights == 0x1111111111111111);
  set_key(config, "input-weights", "3:15,0:2", "");
  CHECK(resolve(config).settings.input_weights == 0x111111111111f112);
  set_key(config, "input-weights", "4:2", "");
  CHECK(message_of<InputError>([&] { resolve(config); }) ==
        "input-weights: '4:2' is not allowed; allowed: inputs 0..3");
  config = config_of("ports 64, arbiter wrr, input-weights 15:15");
  CHECK(resolve(config).settings.input_weights == 0xf111111111111111);
  config = config_of("arbiter wrr, window 2");
  CHECK(message_of<InputError>([&] { resolve(config); }) ==
        "arbiter: 'wrr' is not allowed; allowed: round-robin random oldest; wrr with window 1");
}

TEST_CASE("the switch's settings follow from the keys", "[host]") {
  RunConfig config = config_of(
      "ports 8, depth 77, packet 3..9, flow drop, arbiter oldest, window 8, sharing partition, alpha 0.125, "
      "scheduler rrm, iterations 3, crosspoint-depth 6, route-delay 12");
  const SwitchSettings s = resolve(config).settings;
  CHECK(s.depth == 77);
  CHECK_FALSE(s.store_forward);
  CHECK(s.drop);
  CHECK(s.packet_beats == 9);
  CHECK(s.route_delay == 12);
  CHECK(s.arbiter == Arbitration::Oldest);
  CHECK(s.window == 8);
  CHECK(s.sharing == Sharing::Partition);
  CHECK(s.alpha == 0);
  CHECK(s.scheduler == Scheduler::Rrm);
  CHECK(s.iterations == 3);
  CHECK(s.crosspoint_packets == 6);
  set_key(config, "speedup", "2", "");
  CHECK(resolve(config).settings.output_depth == 77);
  std::uint32_t want = 0;
  for (const char* alpha : {"0.125", "0.25", "0.5", "1", "2", "4", "8"}) {
    set_key(config, "alpha", alpha, "");
    CHECK(resolve(config).settings.alpha == want++);
  }
  set_key(config, "seed", "2", "");
  CHECK(resolve(config).settings.seed != s.seed);
}

TEST_CASE("under a schedule the longest packet is the hosts' frame", "[host]") {
  RunConfig config = config_of("schedule shift, cluster tam-326");
  CHECK(resolve(config).settings.packet_beats == 190);
  set_key(config, "packet", "24", "");
  CHECK(resolve(config).settings.packet_beats == 24);
}

TEST_CASE("flags are words of a shell", "[host]") {
  RunConfig config = config_of("schedule shift, output-period 0:100,3:2");
  config.cluster = "my clusters/it's.toml";
  CHECK(flags_of(config) ==
        R"(--output-period 0:100,3:2 --schedule shift --cluster 'my clusters/it'\''s.toml')");
}

TEST_CASE("the default configuration needs no flags", "[host]") { CHECK(flags_of(RunConfig{}).empty()); }

TEST_CASE("flags name what differs from the default, and give the same configuration again", "[host]") {
  RunConfig config = config_of("ports 4, load 0.9, traffic one-hot");
  CHECK(flags_of(config) == "--ports 4 --traffic one-hot --load 0.9");

  set_key(config, "packet", "3..9", "");
  set_key(config, "warmup", "0", "");
  set_key(config, "ci", "1%", "");
  set_key(config, "seed", "123456789", "");
  RunConfig again;
  std::istringstream words(flags_of(config));
  for (std::string flag, value; words >> flag >> value;) {
    REQUIRE(flag.substr(0, 2) == "--");
    set_key(again, flag.substr(2), value, "");
  }
  CHECK(to_json(again) == to_json(config));
}

TEST_CASE("flags name a packet of one beat under a schedule, and no key that is not used", "[host]") {
  RunConfig config = config_of("schedule shift, cluster tam-326");
  CHECK(flags_of(config) == "--schedule shift --cluster tam-326");
  set_key(config, "packet", "1", "");
  CHECK(flags_of(config) == "--packet 1 --schedule shift --cluster tam-326");
  set_key(config, "iterations", "1", "");  // of voq
  CHECK(flags_of(config) == "--packet 1 --schedule shift --cluster tam-326");
  set_key(config, "cluster", "jacunski", "");  // depth 16 and route-delay 31 where they are not given
  set_key(config, "route-delay", "31", "");
  CHECK(flags_of(config) ==
        "--depth 1024 --packet 1 --schedule shift --packets-per-message 64 --cluster jacunski");
}

TEST_CASE("queue memories are elaborated as powers of two, no smaller than 1024 beats", "[host]") {
  RunConfig config;
  const auto elaborated = [&](std::uint32_t depth) {
    config.depth = depth;
    return resolve(config).max_depth;
  };
  CHECK(elaborated(2) == 1024);
  CHECK(elaborated(1024) == 1024);
  CHECK(elaborated(1025) == 2048);
  CHECK(elaborated(1048576) == 1048576);
}

TEST_CASE("a width is so many 64-bit words", "[host]") {
  RunConfig config;
  CHECK(config.data_words() == 1);
  config.width = 512;
  CHECK(config.data_words() == 8);
}

TEST_CASE("ranks are hosts that there are", "[host]") {
  RunConfig config;
  config.ports = 8;
  CHECK(resolve(config).hosts_taking_part.is_all());
  set_key(config, "ranks", "7,0..2", "");
  const HostList list = resolve(config).hosts_taking_part;
  CHECK(list.size() == 4);
  CHECK(list[0] == 7);
  set_key(config, "ranks", "8,0..2", "");
  const auto refused = message_of<InputError>([&] { resolve(config); });
  CHECK(refused == "ranks: '8,0..2' is not allowed; allowed: the hosts 0..7");
}

TEST_CASE("ranks are what a schedule and its cluster count", "[host]") {
  RunConfig config = config_of("ports 16, schedule shift, cluster tam-326, ranks 1,15,3,2");
  const Setup some = resolve(config);
  CHECK(some.hosts->ranks() == 4);
  CHECK(some.hosts->program().ranks.size() == 4);
  RunConfig small = config;
  small.ports = 4;
  small.ranks = "all";
  const Setup alone = resolve(small);
  CHECK(some.hosts->nic.timing.uplink_latency == alone.hosts->nic.timing.uplink_latency);
  CHECK(some.hosts->nic.timing.downlink_latency == alone.hosts->nic.timing.downlink_latency);
}

TEST_CASE("ranks are at least those of a file, and the targets of alternating sources", "[host]") {
  RunConfig config;
  config.schedule = XBARLAB_SOURCE_DIR "/tests/host/schedule/goal/binary_tree_16.goal";
  set_key(config, "ranks", "0..14", "");
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }),
                 {"ranks: '0..14' is not allowed; allowed: at least as many hosts as ", "has ranks, 16"}));
  set_key(config, "ranks", "15,0..14", "");
  CHECK(resolve(config).hosts->ranks() == 16);
  CHECK(mentions(message_of<InputError>(
                     [] { resolve(config_of("ports 2, classes 2, class-traffic 1:alternate, targets 3")); }),
                 {"targets: '3' is not allowed; allowed: at most the ports, 2"}));
  RunConfig alternate = config_of("traffic alternate, targets 3");
  CHECK_NOTHROW(resolve(alternate));
  set_key(alternate, "ranks", "0..1", "");
  CHECK(mentions(message_of<InputError>([&] { resolve(alternate); }),
                 {"targets: '3' is not allowed; allowed: at most the ranks, 2"}));
}

TEST_CASE("a buffer gives each architecture the depth that it has room for", "[host]") {
  const auto depth_of = [](Keys keys) {
    keys.merge(Keys("ports 8, buffer 64KiB"));  // 8192 beats of 64 bits
    const Setup setup = resolve(config_of(keys));
    CHECK(resolve(setup.config).config.depth == setup.config.depth);  // given again, with its depth
    const SwitchSettings& settings = setup.settings;
    CHECK(settings.depth == setup.config.depth);
    return setup.config.depth;
  };
  CHECK(depth_of({}) == 1024);
  CHECK(depth_of("width 128") == 512);
  CHECK(depth_of("window 4") == 1024);
  CHECK(depth_of("switch voq") == 1024);
  CHECK(depth_of("switch voq, speedup 2") == 512);
  CHECK(depth_of("switch shared") == 8192 - 16 * 16);  // 16 words of 16 beats
  CHECK(depth_of("switch output") == (8192 - 16 * 16) / 8);
  CHECK(depth_of("switch crosspoint, packet 3..5, crosspoint-depth 2") == (8192 - 64 * 2 * 5) / 8);
}

TEST_CASE("a buffer is refused with another depth, and where it is too small or too large", "[host]") {
  const auto refusal = [](const Keys& keys) {
    try {
      resolve(config_of(keys));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(mentions(refusal("buffer 64KiB, depth 64"),
                 {"depth: '64' is not allowed with buffer 64KiB, which gives 512 beats"}));
  CHECK(refusal("buffer 64KiB, depth 512").empty());
  CHECK(mentions(refusal("buffer 255B"), {"buffer: '255B'", "allowed: 256B..134217728B"}));
  CHECK(refusal("buffer 256B").empty());
  CHECK(mentions(refusal("buffer 129MiB"), {"buffer: '129MiB'", "depth 2..1048576"}));
  CHECK(mentions(refusal("buffer 8KiB, packet 65, flow drop"),
                 {"buffer: '8KiB'", "at least 8320B", "65 beats", "drop"}));
  CHECK(refusal("buffer 8320B, packet 65, flow drop").empty());
}

TEST_CASE("the rate of a link is a clock, whatever comes first", "[host]") {
  for (const bool rate_first : {true, false}) {
    RunConfig config;
    if (rate_first) set_key(config, "clock", "100Gbps", "");
    set_key(config, "width", "512", "");
    if (!rate_first) set_key(config, "clock", "100Gbps", "");
    CHECK(resolve(config).clock_mhz == 195.3125);
    CHECK(to_json(config)["clock"] == "100Gbps");
    set_key(config, "clock", "1.25GHz", "");
    CHECK(resolve(config).clock_mhz == 1250);
    CHECK(to_json(config)["clock"] == 1250);
  }
}

TEST_CASE("files that values name are read when a point is worked out, and not again", "[host]") {
  const ScratchFolder folder;
  const auto file = [&](const char* name, const char* text) {
    const auto path = folder.path() / name;
    std::ofstream(path) << text;
    return path.string();
  };
  RunConfig random, exchange;
  set_key(random, "topology", file("net.toml", "[[switch]]\nname = \"a\"\nhosts = 4\n"), "");
  set_key(exchange, "topology", random.topology.text(), "");
  set_key(random, "flow-sizes", file("sizes.txt", "100 1\n"), "");
  set_key(exchange, "schedule", "liquid", "");
  set_key(exchange, "transfers", file("list.csv", "0,1\n"), "");
  set_key(exchange, "cluster", file("hosts.toml", "clock-period = '640ns'\nframe-beats = 4\n"), "");
  CHECK(exchange.transfers.is_file());
  const Setup of_random = resolve(random), of_exchange = resolve(exchange);
  for (const char* name : {"net.toml", "sizes.txt", "list.csv", "hosts.toml"})
    std::filesystem::remove(folder.path() / name);
  CHECK(of_random.config.traffic->flow_sizes->mean(1, 100, [](unsigned bytes) { return bytes; }) == 100);
  CHECK(of_exchange.config.transfers->size() == 1);
  CHECK(of_exchange.config.cluster->frame_beats == 4);
  CHECK_NOTHROW(resolve(of_random.config));
  CHECK_NOTHROW(resolve(of_exchange.config));
  CHECK(to_json(of_exchange.config) == to_json(exchange));
  CHECK_THROWS_AS(resolve(random), InputError);
}
