// SPDX-License-Identifier: Apache-2.0
#include "host/config/config_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "host/base/errors.h"
#include "host/exchange/schedule_registry.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

struct KeyCase {
  std::string key;
  std::vector<std::string> good, bad;
  std::string allowed;  // what the message must say
};

/// All that are registered, whichever these are, and `more`.
std::vector<std::string> schedule_names(const std::vector<std::string>& more = {}) {
  std::vector<std::string> names;
  for (const ScheduleEntry& entry : schedules()) names.push_back(entry.name);
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

/// Keys whose values are texts of a form of their own, and some others; key_forms_test.cpp has all others.
const std::vector<KeyCase> kCases{
    {"ports", {"2", "5", "64"}, {"0", "1", "65", "-2", "4294967298", "4.0", "4x", " 4", ""}, "2..64"},
    {"width", {"8", "64", "128", "256", "512"}, {"0", "4", "96", "1024", "64b"}, "64 128 256 512"},
    {"buffer", {"none", "1MiB", "64 kB"}, {"", "64", "-1kB", "auto"}, "none, or bytes with their unit"},
    {"alpha",
     {"0.125", "0.5", "1", "1.0", "8", "0:1,7:8"},
     {"0", "3", "16", "1/8", "", "0:3", "8:1", "0:1,0:1", "none"},
     "0.125 0.25 0.5 1 2 4 8"},
    {"ecn",
     {"none", "0", "1048576", "7..8:0", "100..400:0.1"},
     {"", "-1", "1048577", "7..8", "8..8:1", "7..8:1.1", "7..:1", "..8:1", "7:1", "7..8:"},
     "none, or K, or KMIN..KMAX:P, beats 0..1048576, KMIN < KMAX, probability 0..1"},
    {"traffic",
     {"uniform", "permutation", "one-hot", "bursty", "unbalanced", "diagonal", "log-diagonal", "hotspot",
      "alternate", "incast", "overrun", "capture:x.pcap", "capture:a b"},
     {"normal", "capture:", "capture", "Capture:x"},
     "uniform permutation one-hot bursty unbalanced diagonal log-diagonal hotspot alternate incast overrun"},
    {"flow",
     {"back-pressure", "drop", "pfc", "cbfc", "0:pfc", "0:pfc,7:drop", "1:cbfc,0:back-pressure"},
     {"Pfc", "pfc,drop", "8:pfc", "0:pfc,0:drop", "0:", "0:none", ""},
     "back-pressure drop pfc cbfc, or CLASS:FLOW,CLASS:FLOW"},
    {"pause-storm",
     {"none", "0.5:1000", "0:1", "1:1000000000"},
     {"", "0.5", "1.1:10", "0.5:0", ":10", "0.5:", "0.5:10:1"},
     "none, or SHARE:CYCLES, such as 0.5:1000"},
    {"load",
     {"0", "1", "0.5", "1.0", "1e-3"},
     {"1.5", "-0.1", "1.0000001", "nan", "inf", "half", "0.5x", "0x1", " 0.5", "+0.5", "0.5 ", ""},
     "0..1"},
    {"clock",
     {"auto", "0.001", "156.25", "100000", "156.25MHz", "1.25GHz", "1kHz", "100 GHz", "100Gbps", "1bps",
      "10Gb/s"},
     {"0", "0.0009", "100000.1", "-1", "Auto", "101GHz", "999Hz", "0bps", "52Tbps", "1gbps", ""},
     "auto, 0.001..100000 MHz, a frequency such as 1.25GHz, or the rate of a link such as 100Gbps"},
    {"packet",
     {"auto", "1", "65535", "3..5", "7..7", "1..65535", "1B", "65535B", "64B..1518B", "1B..9000B", "1.5kB",
      "64B..9kB", "1KiB..63KiB", "imix", "64B:7,576B:4,1518B:1", "1:0.5,9:2", "7:1"},
     {"Auto",      "0",       "65536", "5..3",  "0..3",     "3..65536", "3..",    "..3",
      "3...5",     "1..2..3", "-1",    "3-5",   "",         "0B",       "65536B", "9B..8B",
      "B",         "64b",     "64 B",  "66kB",  "64B..9",   "64..99B",  "1.5B",   "1B..B",
      "64B:7,9:1", "1:1,1:2", "1:0",   "64KiB", "1.0001kB", "1 kB",     "1MiB",   "1:1,"},
     "1..65535 beats, bytes such as 64B, A..B of either, lengths with weights such as 64B:7,576B:4, or imix"},
    {"gap",
     {"0B", "20B", "9000B", "9kB"},
     {"20", "9001B", "-1B", "B", "", "20b", "1.5B", "9KiB"},
     "0B..9000B"},
    {"senders",
     {"all", "0", "0..4095", "1,5,8..11"},
     {"1,1", "4096", "random", ""},
     "all, or hosts 0..4095, each once, such as 1,5,8..11"},
    {"incast-bytes", {"1B", "64kB", "1GB"}, {"0B", "1.1GB", "64", ""}, "bytes with their unit"},
    {"flow-sizes",
     {"none", "web-search", "data-mining", "some/table.txt"},
     {"", "web", "table.csv", ".txt"},
     "none web-search data-mining, or a .txt file"},
    {"output-period",
     {"1", "1000", "0:100", "0:100,3:2", "63:1000"},
     {"0", "1001", "64:2", "0:0", "0:1001", "0:2,0:3", "0:2,", ",0:2", ":2", "0:", "0:2;1:2", "2,3", ""},
     "1..1000 beat times, or a list PORT:PERIOD,PORT:PERIOD"},
    {"schedule",
     schedule_names({"some/file.goal", ""}),
     {"shuffle", " ", ".goal", "file.toml"},
     fmt::format("{}, a .goal file, or nothing", fmt::join(schedule_names(), " "))},
    {"rtl", {"some/folder", ""}, {}, "a folder"},
    {"weights",
     {"equal", "0:1", "0:255,7:3"},
     {"", "8:1", "0:0", "0:256", "0:1,0:2", "0:1,", "0", "0:", "1", "0:1;1:2", "00:1", "-1:1"},
     "equal, or CLASS:WEIGHT,CLASS:WEIGHT, weights 1..255"},
    {"class-mix",
     {"equal", "0:1", "0:.5,1:.5", "3:25%,1:75%"},
     {"", "0:.5", "0:.5,1:.6", "0:1.5", "8:1", "0:.5,0:.5"},
     "equal, or CLASS:SHARE,CLASS:SHARE, shares that add up to 1"},
    {"class-load",
     {"none", "0:1", "0:0,7:.3"},
     {"", "0:1.1", "0:-1", "8:1", "1"},
     "none, or CLASS:LOAD,CLASS:LOAD, loads 0..1"},
    {"class-cycles",
     {"none", "0:0..1", "7:5..1000000000000,1:3..9"},
     {"", "0:5", "0:5..5", "0:5..4", "0:-1..4", "8:0..1", "0:0..1000000000001", "0:1..2,0:3..4"},
     "none, or CLASS:FIRST..END"},
    {"class-packet",
     {"none", "0:1", "0:3..20,1:65535"},
     {"", "0:0", "0:65536", "0:3..2", "0:64B", "0:3..", "3..20"},
     "none, or CLASS:LENGTH,CLASS:LENGTH, lengths 1..65535 beats or A..B"},
    {"class-traffic",
     {"none", "0:uniform", "0:bursty,1:one-hot"},
     {"", "0:incast", "0:capture:x.pcap", "uniform", "0:Uniform"},
     "none, or CLASS:PATTERN,CLASS:PATTERN, patterns of traffic but incast"},
    {"device", {"some/switch.toml", ""}, {"switch.sv"}, "a .toml file that describes a switch"},
    {"transfers",
     {"all", "0..3>4,6", "0>1;2>2", "some/file.csv"},
     {"", "0", "0>", "1>4096", "file.txt"},
     "all, HOSTS>HOSTS;..."},
    {"step-time", {"auto", "1us"}, {"", "1", "-1us"}, "auto, or a time with its unit"},
    {"time-limit", {"1s", "1000s", "1ns"}, {"", "0s", "60", "-1s"}, "a time above 0 such as 60s"},
    {"cluster", {"ideal", "some/file.toml"}, {""}, "ideal tam-326 tam-416 jacunski"},
    {"timeout", {"auto", "10ms", "1 us"}, {"10", "", "-1us", "soon"}, "auto, or a time with its unit"},
    {"ack-delay", {"auto", "0s", "5us"}, {"5", "", "Auto"}, "auto, or a time with its unit"},
    {"host-delay",
     {"none", "exponential:20us", "daemon:10ms:200us"},
     {"", "exponential", "exponential:", "exponential:0s", "exponential:20", "daemon:10ms", "daemon:1ms:1ms",
      "daemon:1ms:0s", "daemon::1ms", "daemon:1ms:2us:3us"},
     "none, or exponential:MEAN or daemon:PERIOD:LENGTH"},
    {"memory", {"none", "128MiB", "1 GB"}, {"", "128", "-1MB", "all"}, "none, or bytes with their unit"},
    {"system-memory", {"0B", "24MiB"}, {"", "none", "24"}, "bytes with their unit"},
    {"paging",
     {"none", "100ms:10ms"},
     {"", "100ms", "10ms:10ms", "100ms:0s", "0s:0s", "daemon:100ms:10ms", "100ms:10"},
     "none, or PERIOD:LENGTH"},
    {"topology", {"one-switch", "mesh(4,4)", "x.toml"}, {"ring", "", "one"}, "one-switch"},
    {"ranks",
     {"all", "0,1", "0..1", "5,0..3,4095", "4094..4095", "7..7,3"},
     {"", "All", "3", "3..3", "0,0", "1,0..3", "0..3,2..5", "4096,0", "0..4096", "3..1", "0,", ",0,1", "0,,1",
      "0...1", "0..", "..3", "-1,2", "0;1", "0, 1"},
     "all, or hosts 0..4095, at least 2, each once, such as 0,1,5,8..11"},
    {"ci",
     {"0", "1", "0.01", "1%", "100%"},
     {"-0.1", "1.1", "101%", "%", "nan", ""},
     "0..1, or a percentage"},
    {"seed",
     {"0", "9007199254740992"},
     {"-1", "9007199254740993", "18446744073709551616", "0x1"},
     "0..9007199254740992"},
};

}  // namespace

TEST_CASE("every key takes the values within its bounds", "[host]") {
  for (const auto& c : kCases) {
    for (const auto& value : c.good) {
      CAPTURE(c.key, value);
      RunConfig config;
      CHECK_NOTHROW(set_key(config, c.key, value, ""));
    }
  }
}

TEST_CASE("every key refuses what lies outside its bounds, and says what is allowed", "[host]") {
  for (const auto& c : kCases) {
    for (const auto& value : c.bad) {
      CAPTURE(c.key, value);
      RunConfig config;
      const auto message = message_of<InputError>([&] { set_key(config, c.key, value, "x.toml:7"); });
      CHECK(mentions(message,
                     {"x.toml:7: " + c.key + ": '" + value + "' is not allowed; allowed: ", c.allowed}));
      CHECK(message.find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("every key with texts of its own is tested here", "[host]") {
  std::set<std::string> tested;
  for (const auto& c : kCases) tested.insert(c.key);
  for (const auto& key : config_keys()) {
    CAPTURE(key.name);
    CHECK((key.form.pattern.empty() || tested.count(key.name) == 1));
    CHECK_FALSE(key.help.empty());
  }
}

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
       keys_of("ports 7, width 256, depth 77, load 0.25, packet 3..9, warmup 12, "
               "receiver-stall 0.125, packets-per-message 11, group-size 3, cycles 5000, "
               "ci 2%, seed 42, cluster tam-416, schedule pairwise, traffic one-hot, "
               "forwarding store-and-forward, arbiter oldest, window 3, flow drop, "
               "sharing dynamic, alpha 0.25, scheduler pim, iterations 2, speedup 2, "
               "crosspoint-depth 5, route-delay 90, burst 7.5, unbalance 0.75, "
               "output-period 0:9, series 1000, distribution latency, observe ports, "
               "reference oq, reliability go-back-n, timeout 3ms, ack-delay 4us, ack-beats 9, "
               "receive-window 12, send-window 13, global-window 14, "
               "host-delay exponential:5us, start-skew 0.5, memory 128MiB, "
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

TEST_CASE("a refused value changes nothing", "[host]") {
  RunConfig config;
  const auto before = to_json(config);
  for (const auto& [key, value] : keys_of("packet 5..3, gap 9001B, ports 65, load 2, ci 200%, width 100")) {
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
  RunConfig config;
  set_key(config, "packet", "3..9", "");
  set_key(config, "seed", "9007199254740992", "");
  set_key(config, "load", "0.1", "");
  set_key(config, "alpha", "0.125", "");
  set_key(config, "output-period", "0:100,3:2", "");
  set_key(config, "ranks", "3,8..11", "");
  CHECK_FALSE(to_json(config).contains("message-spread"));  // records from before it stay as they were
  set_key(config, "message-spread", "0.5", "");
  const auto json = to_json(config);
  // Of one switch, which has ports.
  const std::set<std::string> unset{
      "link-latency", "deadlock",     "transfers",      "step-end",      "step-time",    "step-search",
      "time-limit",   "distribution", "observe",        "rtl",           "device",       "gap",
      "replay",       "clock",        "initial-window", "adaptive",      "fan-in",       "victim",
      "senders",      "incast-bytes", "period",         "jitter",        "flow-sizes",   "buffer",
      "pipeline",     "reference",    "cost",           "threads",       "experts",      "top-k",
      "gate-skew",    "classes",      "service",        "weights",       "class-heads",  "class-mix",
      "class-load",   "class-packet", "class-traffic",  "xoff",          "xon",          "headroom",
      "pause-beats",  "host-cable",   "pause-response", "capture-class", "class-cycles", "drop-bandwidth",
      "pause-storm",  "ecn",          "reaction",       "dctcp-gain"};
  CHECK(json.size() + unset.size() == config_keys().size());
  for (const auto& c : kCases) CHECK(json.contains(c.key) == (unset.count(c.key) == 0));
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
