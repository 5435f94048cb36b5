// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_use.h"

#include <fmt/format.h>

#include <array>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

RunConfig with(const std::string& switch_name, const std::string& key, const std::string& value) {
  RunConfig config;
  config.switch_name = switch_name;
  set_key(config, key, value, "");
  return config;
}

std::string message(const std::vector<RunConfig>& points) {
  return message_of<InputError>([&] { check_use(points); });
}

}  // namespace

TEST_CASE("keys at their defaults suit every switch and traffic", "[host]") {
  for (const auto& name : names(switches())) {
    CHECK_NOTHROW(check_use({with(name, "window", "1")}));
  }
}

TEST_CASE("a key that the switch or the traffic does not use is refused", "[host]") {
  CHECK(mentions(message({with("output", "window", "2")}),
                 {"window: '2' is not allowed here; allowed: 1 (default), or with switch input"}));
  CHECK(mentions(message({with("voq", "arbiter", "wrr")}), {"arbiter: 'wrr'", "switch input"}));
  CHECK(mentions(message({with("input", "input-weights", "0:2")}), {"input-weights: '0:2'", "arbiter wrr"}));
  CHECK(mentions(message({with("voq", "alpha", "0.5")}), {"alpha: '0.5'", "shared"}));
  CHECK(mentions(message({with("shared", "alpha", "0.5")}), {"sharing dynamic"}));
  CHECK(mentions(message({with("input", "burst", "8")}), {"burst", "bursty"}));
  CHECK(mentions(message({with("input", "unbalance", "0.1")}), {"unbalance", "unbalanced hotspot"}));
  CHECK(mentions(message({with("crosspoint", "iterations", "1")}), {"iterations", "voq"}));
  RunConfig rtl = with("input", "rtl", "mine");
  rtl.engine = Engine::Fast;
  CHECK(mentions(message({rtl}),
                 {"rtl: 'mine' is not allowed here; allowed: nothing (default), or with engine"}));
}

TEST_CASE("what all classes have of their own is refused for all of them", "[host]") {
  const std::vector<std::array<const char*, 4>> keys{
      {"load", "0.7", "0:.1,1:.2", "1:.2"},
      {"packet", "12", "0:4,1:8", "1:8"},
      {"traffic", "diagonal", "0:uniform,1:hotspot", "1:hotspot"}};
  for (const auto& [key, value, of_each, of_one] : keys) {
    RunConfig config = with("output", "classes", "2");
    set_key(config, key, value, "");
    const std::string own = std::string("class-") + key;
    set_key(config, own, of_one, "");
    CHECK_NOTHROW(check_use({config}));
    set_key(config, own, of_each, "");
    CHECK(mentions(message({config}),
                   {fmt::format("{}: '{}' is not allowed here", key, value), "a class without " + own}));
  }
}

TEST_CASE("what the circuit for a fast clock does not have is refused with it", "[host]") {
  for (const auto& [key, value] : Keys("arbiter random, window 2, route-delay 5")) {
    RunConfig config = with("input", key, value);
    CHECK_NOTHROW(check_use({config}));
    config.pipeline = 1;
    CHECK(mentions(message({config}), {key + ": '" + value + "' is not allowed here", "pipeline 0"}));
  }
  RunConfig crosspoint = with("crosspoint", "crosspoint-depth", "2");
  CHECK_NOTHROW(check_use({crosspoint}));
  crosspoint.pipeline = 1;
  CHECK(mentions(message({crosspoint}), {"crosspoint-depth: '2' is not allowed here", "pipeline 0"}));
  CHECK_NOTHROW(check_use({with("input", "pipeline", "1")}));
  RunConfig late = with("input", "ram-register", "1");
  CHECK(mentions(message({late}), {"ram-register: '1' is not allowed here", "pipeline 1"}));
  late.pipeline = 1;
  CHECK_NOTHROW(check_use({late}));
}

TEST_CASE("the queues of an input's memory share it by rules under drop only", "[host]") {
  const auto sharing = [](const std::string& name, const std::string& flow, const std::string& window) {
    RunConfig config = with(name, "sharing", "dynamic");
    set_key(config, "flow", flow, "");
    set_key(config, "window", window, "");
    set_key(config, "alpha", "0.5", "");
    return config;
  };
  for (const char* name : {"voq", "crosspoint"}) {
    CHECK_NOTHROW(check_use({sharing(name, "drop", "1")}));
    CHECK(mentions(message({sharing(name, "back-pressure", "1")}),
                   {"sharing: 'dynamic' is not allowed here", "flow drop"}));
  }
  CHECK_NOTHROW(check_use({sharing("input", "drop", "2")}));
  CHECK(mentions(message({sharing("input", "drop", "1")}), {"sharing: 'dynamic'", "input with a window"}));
  CHECK(mentions(message({sharing("output", "drop", "1")}), {"sharing: 'dynamic'"}));
}

TEST_CASE("a key of built schedules is refused without one that uses it", "[host]") {
  const auto scheduled = [](const std::string& schedule, const std::string& key, const std::string& value) {
    RunConfig config = with("input", key, value);
    config.schedule = schedule;
    return config;
  };
  CHECK_NOTHROW(check_use({scheduled("combining", "packets-per-message", "3")}));
  CHECK(mentions(message({scheduled("x.goal", "packets-per-message", "3")}), {"packets-per-message: '3'"}));
  CHECK(mentions(message({scheduled("", "packets-per-message", "3")}), {"a schedule that is not a file"}));
  CHECK_NOTHROW(check_use({scheduled("group-shuffle", "group-size", "3")}));
  CHECK(mentions(message({scheduled("shift", "group-size", "3")}), {"group-size: '3'", "group-shuffle"}));
}

TEST_CASE("a key of stochastic traffic is refused with a schedule, and the hosts' parameters without one",
          "[host]") {
  const auto refusal = [](const std::string& key, const std::string& value, const char* schedule) {
    RunConfig config = with("input", key, value);
    config.schedule = schedule;
    return message({config});
  };
  for (const auto& [key, value] :
       Keys("load 0.9, traffic bursty, receiver-stall 0.5, cycles 1000, warmup 0, ci 0.1")) {
    CAPTURE(key);
    CHECK_NOTHROW(check_use({with("input", key, value)}));
    CHECK(mentions(refusal(key, value, "shift"), {key, "is not allowed here", "no schedule"}));
  }
  CHECK(mentions(refusal("cluster", "tam-326", ""),
                 {"cluster: 'tam-326' is not allowed here; allowed: ideal (default), or with a schedule"}));
  RunConfig config = with("input", "cluster", "tam-326");
  config.schedule = "shift";
  CHECK_NOTHROW(check_use({config}));
}

TEST_CASE("a step search is of a liquid schedule, and uses what decides its transfers", "[host]") {
  const auto searching = [](const std::string& key, const std::string& value) {
    RunConfig config = with("input", key, value);
    config.schedule = "liquid";
    config.step_search = "dsatur";
    return config;
  };
  CHECK(mentions(message({with("input", "step-search", "dsatur")}),
                 {"step-search: 'dsatur'", "with schedule liquid"}));
  RunConfig other = searching("ports", "4");
  other.schedule = "round-robin-steps";
  CHECK(
      mentions(message({other, searching("ports", "4")}), {"step-search: 'dsatur'", "with schedule liquid"}));
  for (const auto& [key, value] : Keys("ports 4, transfers 0>1, time-limit 3s"))
    CHECK_NOTHROW(check_use({searching(key, value)}));
  for (const auto& [key, value] :
       Keys("engine fast, depth 7, switch voq, packet 9, series 9, distribution latency, observe ports, "
            "packets-per-message 2, step-end time, cluster tam-326, start-skew 0.1")) {
    CHECK(mentions(message({searching(key, value)}), {key, "is not allowed here"}));
  }
  RunConfig run = with("input", "time-limit", "3s");
  run.schedule = "liquid";
  CHECK(mentions(message({run}), {"time-limit: '3s' is not allowed here", "with a step-search"}));
}

TEST_CASE("a run without the keys that it does not use is admitted alone", "[host]") {
  RunConfig config = with("output", "window", "2");
  set_key(config, "burst", "8", "");
  set_key(config, "depth", "77", "");
  CHECK_FALSE(uses_key(config, "window"));
  CHECK(uses_key(config, "depth"));
  const RunConfig used = without_unused(config);
  CHECK_NOTHROW(check_use({used}));
  CHECK(used.window == 1);
  CHECK(used.traffic->burst == 16);
  CHECK(used.depth == 77);
}

TEST_CASE("memory is for schedules, and paging for memory that ends", "[host]") {
  CHECK(mentions(message({with("input", "memory", "1MB")}), {"memory: '1MB'", "with a schedule"}));
  RunConfig config = with("input", "paging", "2ms:1ms");
  config.schedule = "shift";
  CHECK(mentions(message({config}), {"paging: '2ms:1ms'", "a schedule with memory"}));
  set_key(config, "memory", "1MB", "");
  CHECK_NOTHROW(check_use({config}));
}

TEST_CASE("in a sweep it is enough that one point uses it", "[host]") {
  CHECK_NOTHROW(check_use({with("input", "iterations", "1"), with("voq", "iterations", "1")}));
  CHECK_THROWS_AS(check_use({with("input", "iterations", "1"), with("voq", "iterations", "4")}), InputError);
}

TEST_CASE("a speed-up is for virtual output queues, in a sweep too", "[host]") {
  CHECK_NOTHROW(check_use({with("voq", "speedup", "2")}));
  CHECK(mentions(message({with("voq", "speedup", "2"), with("input", "speedup", "2")}),
                 {"speedup: '2' is not allowed here", "with switch voq"}));
}
