// SPDX-License-Identifier: Apache-2.0
#include "host/switches/switch_registry.h"

#include <set>

#include "host/base/errors.h"
#include "host/exchange/schedule_registry.h"
#include "host/point/run_config.h"
#include "host/schedule/goal_file.h"
#include "host/traffic/traffic_registry.h"
#include "tests/catch.h"
#include "tests/host/exchange/made_schedule.h"
#include "tests/host/exchange/shape_for.h"
#include "tests/host/keys_of.h"

using namespace xb;

namespace {

template <class Entry>
void check_entries(const std::vector<Entry>& entries) {
  std::set<std::string> seen;
  for (const auto& entry : entries) {
    CAPTURE(entry.name);
    CHECK(seen.insert(entry.name).second);
    CHECK_FALSE(entry.description.empty());
    CHECK(entry.description.find('\n') == std::string::npos);
  }
  CHECK_FALSE(entries.empty());
}

}  // namespace

TEST_CASE("what is registered has a name of its own and says what it is", "[host]") {
  check_entries(switches());
  check_entries(traffic_patterns());
  check_entries(schedules());
}

TEST_CASE("each pattern of traffic is registered in its place", "[host]") {
  constexpr auto all = words(TrafficPattern{});
  REQUIRE(names(traffic_patterns()) == std::vector<std::string>{all.begin(), all.end()});
}

TEST_CASE("switches are found by name", "[host]") {
  for (const auto& entry : switches()) {
    RunConfig config;
    config.switch_name = entry.name;
    CHECK(find_switch(config).rtl_module == entry.rtl_module);
  }
  RunConfig config;
  config.window = 2;
  CHECK(find_switch(config).rtl_module == "xb_switch_window");
  config.window = 1;
  config.pipeline = 1;
  CHECK(find_switch(config).rtl_module == "xb_switch_input_pipe");
}

TEST_CASE("the least and the most latency without load are those of all ports and cycles", "[host]") {
  for (const char* keys : {"switch output, pipeline 1", "switch output", "switch shared", "switch input"}) {
    for (const unsigned ports : {2U, 3U, 5U}) {
      RunConfig c = config_of(keys);
      c.ports = ports;
      const SwitchEntry& entry = find_switch(c);
      std::set<std::uint64_t> all;
      for (unsigned n = 0; n < 32 * ports * ports; ++n)
        all.insert(entry.lone_cycles(c, n % ports, n / ports % ports, n / ports / ports, 1));
      CAPTURE(keys, ports);
      CHECK(entry.lone_cycles(c, 1).least == *all.begin());
      CHECK(entry.lone_cycles(c, 1).most == *all.rbegin());
    }
  }
}

TEST_CASE("the latency without load depends on the length alone where a switch says so", "[host]") {
  // Latencies of packets of one length.
  const auto latencies = [](const SwitchEntry& entry, unsigned length) {
    std::set<std::uint64_t> cycles;
    for (unsigned n = 0; n < 4 * 4 * 8; ++n)
      cycles.insert(
          entry.zero_load_cycles({4, n % 4, n / 4 % 4, n / 16, length, n % 2 == 0 && length == 1, 3}));
    return cycles.size();
  };
  for (const auto& entry : switches()) {
    CAPTURE(entry.name, entry.variant);
    const bool alone = latencies(entry, 1) == 1 && latencies(entry, 24) == 1;
    if (entry.zero_load_by_length) CHECK(alone);
    if (entry.name == "shared") CHECK_FALSE(alone);
  }
}

TEST_CASE("a name that is not registered falls through nowhere", "[host]") {
  RunConfig config;
  config.switch_name = "no-such";
  CHECK_THROWS_AS(find_switch(config), InputError);
  CHECK(find_schedule("no-such") == nullptr);
}

TEST_CASE("schedules of different names are different schedules", "[host]") {
  // 7 ranks, groups of 4, where switches matter 3 of them in an order of their own: no two of them coincide.
  std::set<std::string> seen;
  for (const auto& entry : schedules()) {
    CAPTURE(entry.name);
    CHECK(find_schedule(entry.name) == &entry);
    CHECK(seen.insert(write_goal(make_schedule(entry.name, shape_for(entry, 7, {0, 2, 1})))).second);
  }
}

TEST_CASE("every schedule says where it is from, how long it takes and what it is good for", "[host]") {
  for (const auto& entry : schedules()) {
    CAPTURE(entry.name);
    for (const std::string& text : {entry.paper, entry.formula, entry.stresses, entry.steps_text})
      CHECK_FALSE(text.empty());
    CHECK(entry.bound_only == (entry.formula.find("at least") == 0));
  }
}

TEST_CASE("the steps of a schedule are those of its paper", "[host]") {
  const auto steps = [](const char* name, unsigned p) { return find_schedule(name)->steps({p, 3, 5}); };
  CHECK(steps("shift", 7) == 6);
  CHECK(steps("pairwise", 7) == 7);
  CHECK(steps("pairwise", 8) == 7);
  CHECK(steps("pairwise-xor", 9) == 15);
  CHECK(steps("sync-shuffle", 9) == 1);
  CHECK(steps("group-shuffle", 16) == 3);
  CHECK(steps("linear", 9) == 8);
  CHECK(steps("logical-ring", 32) == 31);
  CHECK(steps("simultaneous-broadcast", 32) == 31);
  CHECK(steps("combining", 32) == 5);
  CHECK(steps("combining", 33) == 6);
}

TEST_CASE("a packet takes a cycle through an input-buffered switch, or its length if it is stored first",
          "[host]") {
  const RunConfig config;
  const auto& entry = find_switch(config);
  const auto cycles = [&](unsigned length, bool store_forward, std::uint64_t delay) {
    return entry.zero_load_cycles({16, 0, 1, 0, length, store_forward, delay});
  };
  CHECK(cycles(1, false, 0) == 1);
  CHECK(cycles(190, false, 0) == 1);
  CHECK(cycles(1, true, 0) == 1);
  CHECK(cycles(190, true, 0) == 190);
  CHECK(cycles(190, false, 25) == 26);
  CHECK(cycles(190, true, 25) == 190);  // routed while it was stored
  CHECK(cycles(5, true, 25) == 26);
}
