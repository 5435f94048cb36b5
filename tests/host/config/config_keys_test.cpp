// SPDX-License-Identifier: Apache-2.0
#include "host/config/config_keys.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "host/base/errors.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"

using namespace xb;

TEST_CASE("a key that does not exist is refused with the nearest, or with the list of those that do",
          "[host]") {
  RunConfig config;
  const auto near = message_of<InputError>([&] { set_key(config, "prots", "4", "x.toml:3"); });
  CHECK(mentions(near, {"x.toml:3: unknown key 'prots'", "allowed: 'ports', the nearest"}));
  const auto message = message_of<InputError>([&] { set_key(config, "harbours", "4", "x.toml:3"); });
  CHECK(mentions(message,
                 {"x.toml:3: unknown key 'harbours'", "allowed", "ports", "packets-per-message", "engine"}));
}

TEST_CASE("values arrive in the field of their name", "[host]") {
  RunConfig config;
  for (const auto& [key, value] :
       Keys("ports 7, width 256, depth 77, load 0.25, packet 3..9, warmup 12, "
            "receiver-stall 0.125, packets-per-message 11, group-size 3, cycles 5000, ci 2%, seed 42, "
            "cluster tam-416, schedule pairwise, traffic one-hot, forwarding store-and-forward, "
            "arbiter oldest, window 3, flow drop, sharing dynamic, alpha 0.25, scheduler pim, "
            "iterations 2, speedup 2, crosspoint-depth 5, route-delay 90, burst 7.5, unbalance 0.75, "
            "output-period 0:9, series 1000, distribution latency, observe ports, reference oq, "
            "reliability go-back-n, timeout 3ms, ack-delay 4us, ack-beats 9, receive-window 12, "
            "send-window 13, global-window 14, host-delay exponential:5us, start-skew 0.5, memory 128MiB, "
            "system-memory 24MiB, paging 100ms:10ms, ranks 3,1, engine lockstep")) {
    set_key(config, key, value, "");
  }
  CHECK(config.ports == 7);
  CHECK(config.width == 256);
  CHECK(config.depth == 77);
  CHECK(config.traffic->load == 0.25);
  CHECK(config.packet_min == 3);
  CHECK(config.packet_max == 9);
  CHECK(config.packet_given);
  CHECK(config.warmup == 12U);
  CHECK(config.traffic->receiver_stall == 0.125);
  CHECK(config.packets_per_message == 11);
  CHECK(config.group_size == 3);
  CHECK(config.cycles == 5000);
  CHECK(config.ci == Approx(0.02));
  CHECK(config.seed == 42);
  CHECK(config.cluster.text() == "tam-416");
  CHECK(config.schedule.text() == "pairwise");
  CHECK(config.traffic->traffic.text() == "one-hot");
  CHECK(config.store_forward());
  CHECK(config.engine == Engine::Lockstep);
  CHECK(config.arbiter == Arbitration::Oldest);
  CHECK(config.window == 3);
  CHECK(config.drop());
  CHECK(config.sharing == Sharing::Dynamic);
  CHECK(config.alpha == 0.25);
  CHECK(config.scheduler == Scheduler::Pim);
  CHECK(config.iterations == 2);
  CHECK(config.speedup == 2);
  CHECK(config.crosspoint_depth == 5);
  CHECK(config.route_delay == 90);
  CHECK(config.traffic->burst == 7.5);
  CHECK(config.traffic->unbalance == 0.75);
  CHECK(config.traffic->output_period.text() == "0:9");
  CHECK(config.series == 1000);
  CHECK(config.distribution == WholeDistribution::Latency);
  CHECK(config.observe == ObservedBy::Ports);
  CHECK(config.reference == Reference::OutputQueued);
  CHECK(config.go_back_n());
  CHECK(config.timeout.text() == "3ms");
  CHECK(config.ack_delay.text() == "4us");
  CHECK(config.ack_beats == 9);
  CHECK(config.receive_window == 12);
  CHECK(config.send_window == 13);
  CHECK(config.global_window == 14U);
  CHECK(config.host_delay.text() == "exponential:5us");
  CHECK(config.start_skew == 0.5);
  CHECK(config.memory.text() == "128MiB");
  CHECK(config.system_memory.text() == "24MiB");
  CHECK(config.paging.text() == "100ms:10ms");
  CHECK(config.ranks.text() == "3,1");
  set_key(config, "warmup", "auto", "");
  CHECK_FALSE(config.warmup.has_value());
  set_key(config, "packet", "24", "");
  CHECK(config.packet_min == 24);
  CHECK(config.packet_max == 24);
  CHECK_FALSE(config.packet_in_bytes);
}

TEST_CASE("keys that decide how a point is run, not what it measures", "[host]") {
  const auto names_from = [](KeyRole role) {
    std::set<std::string> names;
    for (const ConfigKey& key : config_keys())
      if (key.role >= role) names.insert(key.name);
    return names;
  };
  std::set<std::string> names{"seed", "series", "distribution"};
  CHECK(names_from(KeyRole::Sample) == names);
  names.insert({"engine", "threads"});
  CHECK(names_from(KeyRole::Engine) == names);
  names.insert({"cycles", "warmup", "ci", "observe", "cost", "time-limit"});
  CHECK(names_from(KeyRole::Run) == names);
  names.insert({"width", "buffer", "reference", "ecn"});
  CHECK(names_from(KeyRole::Detail) == names);
}

TEST_CASE("what a switch is elaborated with is among its settings", "[host]") {
  const std::vector<std::string> names = setting_names();
  const auto has = [&](const char* key) { return std::count(names.begin(), names.end(), key) == 1; };
  for (const char* key : {"pipeline", "ram-register", "classes", "depth"}) CHECK(has(key));
  for (const char* key : {"switch", "load", "engine"}) CHECK_FALSE(has(key));
}

TEST_CASE("a refused value changes nothing", "[host]") {
  RunConfig config;
  const auto before = to_json(config);
  for (const auto& [key, value] : Keys("packet 5..3, gap 9001B, ports 65, load 2, ci 200%, width 100")) {
    CHECK_THROWS_AS(set_key(config, key, value, ""), InputError);
  }
  CHECK(to_json(config) == before);
  CHECK_FALSE(config.packet_given);
}

TEST_CASE("what is wrong with a network's name is said with the place", "[host]") {
  RunConfig config;
  const auto message = [&](const char* name) {
    return message_of<InputError>([&] { set_key(config, "topology", name, "x.toml:7"); });
  };
  CHECK(message("mesh(0,4)") == "x.toml:7: topology: columns '0' is not allowed; allowed: 1..64");
  CHECK(message("mesh") == "x.toml:7: topology: 'mesh' is not allowed; allowed: mesh(columns,rows[,hosts])");
  CHECK(config.topology.text() == "one-switch");
}

TEST_CASE("a configuration as JSON has every key, and its values can be set again", "[host]") {
  RunConfig config = config_of(
      "packet 3..9, seed 9007199254740992, load 0.1, alpha 0.125, output-period 0:100,3:2, ranks 3,8..11");
  CHECK_FALSE(to_json(config).contains("message-spread"));  // records from before it stay as they were
  set_key(config, "message-spread", "0.5", "");
  const auto json = to_json(config);
  // Of one switch, which has ports.
  const std::set<std::string> unset{
      "link-latency", "deadlock",     "transfers",      "step-end",      "step-time",     "step-search",
      "time-limit",   "distribution", "observe",        "rtl",           "device",        "gap",
      "replay",       "clock",        "initial-window", "adaptive",      "fan-in",        "victim",
      "senders",      "incast-bytes", "period",         "jitter",        "flow-sizes",    "buffer",
      "pipeline",     "reference",    "cost",           "threads",       "experts",       "top-k",
      "gate-skew",    "classes",      "service",        "weights",       "class-heads",   "class-mix",
      "class-load",   "class-packet", "class-traffic",  "xoff",          "xon",           "headroom",
      "pause-beats",  "host-cable",   "pause-response", "capture-class", "class-cycles",  "drop-bandwidth",
      "pause-storm",  "ecn",          "reaction",       "dctcp-gain",    "input-weights", "host-pause",
      "ram-register"};
  CHECK(json.size() + unset.size() == config_keys().size());
  for (const ConfigKey& key : config_keys()) CHECK(json.contains(key.name) == (unset.count(key.name) == 0));
  RunConfig again;
  for (const auto& [key, value] : json.items()) {
    set_key(again, key, value.is_string() ? value.get<std::string>() : value.dump(), "");
  }
  CHECK(to_json(again) == json);
  CHECK(json["ranks"] == "3,8..11");
  CHECK(json["load"] == 0.1);
  CHECK(json["packet"] == "3..9");
  CHECK(json["warmup"] == "auto");
  CHECK(json["seed"] == 9007199254740992U);
}

TEST_CASE("ranks are a member of the JSON only where not all hosts take part", "[host]") {
  RunConfig config;
  const auto all = to_json(config);
  CHECK_FALSE(all.contains("ranks"));
  set_key(config, "ranks", "0,1", "");
  CHECK(to_json(config).size() == all.size() + 1);
  set_key(config, "ranks", "all", "");
  CHECK(to_json(config) == all);
}

// The keys `packet` and `gap`.

TEST_CASE("lengths in bytes are told from beats, and come back", "[host]") {
  RunConfig config;
  set_key(config, "packet", "64B..1518B", "");
  CHECK(config.packet_in_bytes);
  CHECK(config.packet_min == 64);
  CHECK(config.packet_max == 1518);
  CHECK(to_json(config)["packet"] == "64B..1518B");
  set_key(config, "packet", "9000B", "");
  CHECK(to_json(config)["packet"] == "9000B");
  CHECK(config.longest_beats() == 1125);
  CHECK_FALSE(to_json(config).contains("gap"));  // records from before it stay as they were
  set_key(config, "gap", "20B", "");
  CHECK(config.gap_bytes == 20);
  CHECK(to_json(config)["gap"] == "20B");
  set_key(config, "packet", "9", "");
  CHECK_FALSE(config.packet_in_bytes);
  set_key(config, "packet", "9B", "");
  set_key(config, "packet", "auto", "");
  CHECK_FALSE(config.packet_in_bytes);
}

TEST_CASE("lengths with weights come back as they were given, and a single one as a length", "[host]") {
  RunConfig config;
  set_key(config, "packet", "576B:4,64B:7,1518B:1", "");
  CHECK(config.packet_in_bytes);
  CHECK(config.packet_min == 64);
  CHECK(config.packet_max == 1518);
  CHECK(config.packet_lengths().weight() == 12);
  CHECK(to_json(config)["packet"] == "576B:4,64B:7,1518B:1");
  set_key(config, "packet", "imix", "");
  CHECK(to_json(config)["packet"] == "imix");
  CHECK(config.longest_beats() == 190);
  for (const char* other : {"9", "3..9", "auto", "9:2"}) {
    set_key(config, "packet", "imix", "");
    set_key(config, "packet", other, "");
    CAPTURE(other);
    CHECK_FALSE(config.packet_mix);
    CHECK_FALSE(config.packet_in_bytes);
  }
  CHECK(to_json(config)["packet"] == 9);
}

TEST_CASE("a packet that is not given is told from one beat that is, where it matters", "[host]") {
  RunConfig config;
  CHECK(to_json(config)["packet"] == 1);
  config.schedule = "shift";
  CHECK(to_json(config)["packet"] == "auto");
  set_key(config, "packet", "1", "");
  CHECK(to_json(config)["packet"] == 1);
  set_key(config, "packet", "auto", "");
  CHECK(to_json(config)["packet"] == "auto");
  CHECK_FALSE(config.packet_given);
}
