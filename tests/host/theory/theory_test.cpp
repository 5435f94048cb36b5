// SPDX-License-Identifier: Apache-2.0
#include "host/theory/theory.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/switches/switch_registry.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

std::optional<double> value(const char* name, const Keys& keys) {
  REQUIRE(find_theory(name) != nullptr);
  return find_theory(name)->value(config_of(keys));
}

/// A point at an edge of each theory's domain: the least depth.
const std::map<std::string, Keys> kCovered{
    {"input-saturation", "load 1, depth 2"},
    {"window-saturation", "load 1, window 3, depth 4"},
    {"input-wait", "load 0.5, depth 44"},
    {"output-wait", "switch output, packet 16, load 0.8, depth 1473"},
    {"output-loss", "switch output, packet 16, flow drop, depth 32"},
    {"output-loss-turns", "switch output, ports 4, packet 4, flow drop, depth 8"},
    {"sharing-loss-turns", "switch shared, packet 16, flow drop, load 0.8, depth 512"},
    {"dynamic-threshold",
     "switch shared, packet 16, flow drop, load 0.16, sharing dynamic, traffic alternate, depth 9600"},
    {"voq-wait", "switch voq, load 0.5, depth 28"},
    {"voq-saturation", "switch voq, ports 4, load 1, depth 1024"},
    {"unbalanced-throughput",
     "switch voq, load 1, traffic unbalanced, unbalance 0.6, warmup 100000, depth 48300"},
    {"bursty-wait", "switch voq, load 0.5, traffic bursty, depth 303"},
    {"strict-wait-high", "switch output, packet 16, classes 2, route-delay 48, engine fast, depth 1048576"},
    {"strict-wait-low", "switch output, packet 16, classes 2, route-delay 48, engine fast, depth 1048576"},
};

}  // namespace

TEST_CASE("every theory has a name of its own and says what it gives", "[host]") {
  std::set<std::string> seen;
  for (const auto& theory : theories()) {
    CHECK(seen.insert(theory.name).second);
    CHECK_FALSE(theory.description.empty());
    CHECK_FALSE(theory.domain.empty());
    CHECK(theory.tolerance > 0);
    for (const std::string& name : theory.keys) {
      CHECK(std::any_of(config_keys().begin(), config_keys().end(),
                        [&](const ConfigKey& key) { return key.name == name; }));
    }
    CHECK(find_theory(theory.name) == &theory);
  }
  CHECK(find_theory("flat-earth") == nullptr);
}

TEST_CASE("theories of FIFO inputs", "[host]") {
  CHECK(value("input-saturation", "load 1, ports 3") == 0.682540);
  CHECK(value("input-saturation", "load 1, packet 24") == 0.601616);
  CHECK_FALSE(value("input-saturation", "load 0.9"));
  CHECK_FALSE(value("input-saturation", "load 1, window 2"));
  CHECK_FALSE(value("input-saturation", "load 1, packet 1..2"));
  CHECK_FALSE(value("input-saturation", "load 1, traffic diagonal"));
  CHECK_FALSE(value("input-saturation", "load 1, receiver-stall 0.1"));
  CHECK_FALSE(value("input-saturation", "load 1, output-period 2"));
  CHECK(value("window-saturation", "load 1, window 2, arbiter random") == 0.710);
  CHECK(value("window-saturation", "load 1, window 8, arbiter oldest") == 0.880);
  CHECK(value("window-saturation", "load 1, window 8, ports 2") == 0.960);
  CHECK(value("input-wait", "load 0.55, arbiter random") == 4.310);
  CHECK(value("input-wait", "load 0.55") == 3.896);
  CHECK(value("input-wait", "load 0.5, arbiter oldest, ports 4") == 0.7873);
  CHECK_FALSE(value("input-wait", "load 0.56"));
}

TEST_CASE("theories of round robin hold with equal weights, and not with others", "[host]") {
  for (const char* name : {"input-saturation", "input-wait"}) {
    const Keys keys = kCovered.at(name);
    RunConfig config = config_of(keys);
    set_key(config, "arbiter", "wrr", "");
    CHECK(find_theory(name)->value(config) == value(name, keys));
    set_key(config, "input-weights", "0:2", "");
    CHECK_FALSE(find_theory(name)->value(config));
  }
}

TEST_CASE("a theory refuses every key that it does not name and that changes what is measured", "[host]") {
  // A value other than the default of every key; more where one could be the theory's own.
  const std::map<std::string, std::vector<std::string>> others{
      {"switch", names(switches())},
      {"ports", {"13"}},
      {"depth", {"2"}},
      {"arbiter", {"random", "oldest"}},
      {"window", {"2"}},
      {"pipeline", {"1"}},
      {"ram-register", {"1"}},
      {"forwarding", {"store-and-forward"}},
      {"flow", {"back-pressure", "drop", "pfc"}},
      {"sharing", {"complete", "partition", "dynamic"}},
      {"alpha", {"0.5", "8"}},
      {"scheduler", {"pim", "rrm"}},
      {"iterations", {"1", "3"}},
      {"speedup", {"2"}},
      {"crosspoint-depth", {"3"}},
      {"route-delay", {"1", "1000000"}},
      {"rtl", {"some/folder"}},
      {"device", {"some/switch.toml"}},
      {"traffic",
       {"permutation", "one-hot", "bursty", "unbalanced", "diagonal", "log-diagonal", "hotspot", "incast",
        "capture:x.pcap"}},
      {"replay", {"load"}},
      {"capture-class", {"dscp"}},
      {"clock", {"200"}},
      {"load", {"0.123"}},
      {"packet", {"1..2", "7", "64B", "imix", "16:3,32:1"}},
      {"burst", {"17"}},
      {"unbalance", {"0.05"}},
      {"targets", {"1", "16"}},
      {"flow-sizes", {"web-search"}},
      {"receiver-stall", {"0.01", "0.99"}},
      {"output-period", {"2", "0:2"}},
      {"schedule", {"shift"}},
      {"cluster", {"tam-326"}},
      {"topology", {"mesh(4,4)", "one-switch(13)"}},
      {"link-latency", {"5"}},
      {"deadlock", {"allow"}},
      {"adaptive", {"random"}},
      {"classes", {"2", "3"}},
      {"service", {"dwrr"}},
      {"class-heads", {"offer"}},
      {"class-mix", {"0:.9,1:.1"}},
      {"class-load", {"1:.2"}},
      {"class-packet", {"1:16"}},
      {"class-cycles", {"1:0..9000"}},
      {"class-traffic", {"1:bursty"}},
      {"ranks", {"0..1", "0..15"}}};
  // And those of flow pfc, service dwrr, arbiter wrr, lengths in bytes, and bursts to one.
  const std::set<std::string> of_schedules = word_set(
      "packets-per-message group-size message-spread experts top-k gate-skew transfers step-end "
      "step-time step-search time-limit reliability timeout ack-delay ack-beats receive-window "
      "send-window initial-window reaction dctcp-gain global-window host-delay start-skew memory "
      "system-memory paging "
      "xoff xon headroom pause-beats host-cable pause-response drop-bandwidth pause-storm host-pause weights "
      "input-weights gap "
      "fan-in victim senders incast-bytes period jitter");
  const std::set<std::string> free = word_set(
      "width cycles warmup ci series distribution observe seed engine buffer cost reference threads ecn");
  for (const auto& [name, keys] : kCovered) {
    const RunConfig covered = config_of(keys);
    const Theory& theory = *find_theory(name);
    const double expected = theory.value(covered).value();
    for (const ConfigKey& key : config_keys()) {
      if (free.count(key.name) == 1) continue;
      if (of_schedules.count(key.name) == 1) {
        CHECK_FALSE(uses_key(covered, key.name));
        continue;
      }
      REQUIRE(others.count(key.name) == 1);  // a new key: say here what it does to theories
      for (const auto& other : others.at(key.name)) {
        RunConfig changed = covered;
        set_key(changed, key.name, other, "");
        const bool same = to_json(without_unused(changed)) == to_json(without_unused(covered));
        const bool named = std::find(theory.keys.begin(), theory.keys.end(), key.name) != theory.keys.end();
        CAPTURE(name, key.name, other);
        const auto value = theory.value(changed);
        if (same) CHECK(value == expected);
        if (!same && !named) CHECK_FALSE(value);
      }
    }
  }
}

TEST_CASE("a theory refuses values of its own keys outside its domain", "[host]") {
  const std::map<std::string, std::string> refused{
      {"input-saturation", "ports 9, load 0.9, packet 1..2, switch voq"},
      {"window-saturation", "depth 3, packet 1..2, load 0.9, ports 5"},
      {"input-wait", "depth 2, depth 43, load 0.51, ports 8, packet 1..2"},
      {"output-wait",
       "packet 1, packet 17, packet 16..32, load 0, load 1, depth 1471, switch shared, switch voq"},
      {"output-loss", "ports 8, packet 32, packet 1, depth 31, switch shared"},
      {"output-loss-turns", "packet 8, packet 1, depth 7, load 0"},
      {"sharing-loss-turns", "load 0.9, packet 32, ports 8, sharing partition"},
      {"dynamic-threshold",
       "load 0.15, load 1, packet 1, depth 3000, sharing complete, flow back-pressure, traffic uniform"},
      {"voq-wait", "depth 8, depth 27, scheduler rrm, load 0.51, switch output"},
      {"voq-saturation", "depth 1023, load 0.99, scheduler rrm, packet 2"},
      {"unbalanced-throughput",
       "depth 45000, cycles 1000000, iterations 2, unbalance 0.55, load 0.9, traffic uniform"},
      {"bursty-wait", "depth 300, burst 15, load 0.6, traffic uniform"},
      {"strict-wait-high", "packet 17, route-delay 47, load 1, classes 3, class-mix 0:1"},
      {"strict-wait-low", "packet 1, load 0, depth 64, class-mix 1:1"},
  };
  REQUIRE(refused.size() == theories().size());
  for (const auto& [name, keys] : refused) {
    for (const auto& [key, other] : keys_of(keys)) {
      RunConfig changed = config_of(kCovered.at(name));
      set_key(changed, key, other, "");
      CAPTURE(name, key, other);
      CHECK_FALSE(find_theory(name)->value(changed));
    }
  }
}

TEST_CASE("waits of cells at pipelined inputs are those of the table below half load", "[host]") {
  const auto piped = [](const char* packet, const char* load) {
    return value(
        "input-wait",
        {{"switch", "input"}, {"pipeline", "1"}, {"packet", packet}, {"load", load}, {"depth", "1024"}});
  };
  for (const char* load : {"0.1", "0.4"}) CHECK(piped("1", load));
  for (const char* load : {"0.5", "0.55"}) {
    CHECK(piped("2", load));
    CHECK_FALSE(piped("1", load));  // 4 % more: 4.05 slots for 3.896 at .55
  }
}

TEST_CASE("strict waits with a pipeline are of packets of one turn", "[host]") {
  const auto piped = [](const char* name, const char* packet, const char* ports) {
    return value(name, {{"switch", "output"},
                        {"pipeline", "1"},
                        {"classes", "2"},
                        {"load", "0.8"},
                        {"depth", "1048576"},
                        {"packet", packet},
                        {"ports", ports}});
  };
  for (const char* name : {"strict-wait-high", "strict-wait-low"}) {
    CHECK(piped(name, "8", "8"));
    CHECK_FALSE(piped(name, "16", "8"));  // a high cell waits for low ones of its slot: 0.210 slots for 0.083
    CHECK_FALSE(piped(name, "24", "8"));
    CHECK_FALSE(piped(name, "2", "2"));
  }
}

TEST_CASE("theories of memories at the outputs", "[host]") {
  CHECK(*value("output-wait", kCovered.at("output-wait")) == Approx(1.875));
  for (const char* name : {"crosspoint", "cicq-lqf"}) {
    const auto piped = [&](const char* packet, const char* load, const char* depth) {
      return value(
          "output-wait",
          {{"switch", name}, {"pipeline", "1"}, {"packet", packet}, {"load", load}, {"depth", depth}});
    };
    CHECK(*piped("1", "0.8", "737") == Approx(1.875));
    CHECK_FALSE(piped("1", "0.8", "735"));
    CHECK_FALSE(piped("1", "0.91", "65536"));
    CHECK_FALSE(piped("2", "0.8", "65536"));
  }
  const Keys output = "switch output, load 0.8, packet 16, depth 128";
  CHECK_FALSE(value("output-loss", output));  // back-pressure loses nothing
  Keys loss = output;
  loss["flow"] = "drop";
  CHECK(*value("output-loss", loss) == Approx(2.438e-2).epsilon(1e-3));  // 4 words of 32 beats
  CHECK(*value("output-loss-turns", loss) == Approx(2.5154e-2).epsilon(1e-4));
  CHECK_FALSE(value("output-wait", loss));
  loss["switch"] = "shared";
  loss["depth"] = "1024";
  CHECK(value("sharing-loss-turns", loss) == 1.706e-3);
  CHECK_FALSE(value("output-loss", loss));
  loss["sharing"] = "partition";
  CHECK(*value("output-loss", loss) == Approx(7.128e-2).epsilon(1e-3));  // 2 words each
  // A memory of 1200 words.
  CHECK(*value("dynamic-threshold",
               "switch shared, ports 16, traffic alternate, targets 2, load 0.9, flow drop, packet 16, "
               "depth 38400, sharing dynamic, alpha 1") == Approx(400));
}

TEST_CASE("theories of virtual output queues", "[host]") {
  const auto voq = [](const char* scheduler, const char* iterations, const char* load) {
    return Keys{{"switch", "voq"},
                {"scheduler", scheduler},
                {"iterations", iterations},
                {"load", load},
                {"depth", "262144"}};
  };
  CHECK(value("voq-wait", voq("islip", "1", "0.5")) == 1.3047);
  CHECK(value("voq-wait", voq("islip", "4", "0.9")) == 9.75);
  CHECK(value("voq-wait", voq("pim", "1", "0.6")) == 5.86);
  CHECK(value("voq-wait", voq("pim", "2", "0.8")) == 4.625);
  CHECK(value("voq-wait", voq("pim", "4", "0.95")) == 23.4);
  CHECK(value("voq-wait", voq("rrm", "1", "0.5")) == 1.344);
  CHECK_FALSE(value("voq-wait", voq("rrm", "2", "0.5")));
  CHECK_FALSE(value("voq-wait", voq("pim", "1", "0.7")));  // not stable
  CHECK(value("voq-wait", "switch crosspoint, load 0.8") == 2.10);
  CHECK(value("voq-wait", "switch crosspoint, load 0.9, crosspoint-depth 4") == 4.24);
  CHECK_FALSE(value("voq-wait", "switch crosspoint, load 0.9, crosspoint-depth 3"));
  CHECK(*value("voq-saturation", voq("pim", "1", "1")) == Approx(0.6439).epsilon(1e-4));
  CHECK(value("voq-saturation", voq("pim", "2", "1")) == 0.882);
  CHECK(value("voq-saturation", voq("pim", "4", "1")) == 0.9989);
  CHECK(value("voq-saturation", voq("islip", "2", "1")) == 1.0);
  Keys unbalanced = voq("islip", "1", "1");
  unbalanced["traffic"] = "unbalanced";
  CHECK(value("unbalanced-throughput", unbalanced) == 0.671);  // w = 0.5
  unbalanced["unbalance"] = "1";
  CHECK(value("unbalanced-throughput", unbalanced) == 1.0);
  CHECK(value("unbalanced-throughput",
              "switch crosspoint, load 1, traffic unbalanced, unbalance 0.6, depth 65536") == 0.846);
  CHECK(value("unbalanced-throughput",
              "switch cicq-lqf, load 1, traffic unbalanced, unbalance 0.6, depth 65536") == 0.999);
  Keys bursty = voq("islip", "4", "0.8");
  bursty["traffic"] = "bursty";
  CHECK(value("bursty-wait", bursty) == 89.5);
  CHECK(value("bursty-wait", "switch output, load 0.5, traffic bursty, packet 16, depth 16384") == 14.2);
}
