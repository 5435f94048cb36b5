// SPDX-License-Identifier: Apache-2.0
#include "host/registry.h"

#include <set>

#include "host/complete_exchange.h"
#include "tests/catch.h"

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

TEST_CASE("switches are found by name", "[host]") {
  for (const auto& entry : switches()) {
    RunConfig config;
    config.switch_name = entry.name;
    CHECK(&find_switch(config) == &entry);
  }
}

TEST_CASE("schedules of different names are different schedules", "[host]") {
  // 7 ranks, groups of 4: no two of them coincide. An unknown name would be one of the others.
  std::set<std::vector<unsigned>> seen;
  for (const auto& entry : schedules()) {
    std::vector<unsigned> operations;
    const Schedule schedule = make_complete_exchange(entry.name, {7, 3, 4});
    for (const Op& op : schedule.ranks[2].ops()) {
      operations.insert(operations.end(), {static_cast<unsigned>(op.kind), op.peer, static_cast<unsigned>(op.size)});
    }
    CAPTURE(entry.name);
    CHECK(seen.insert(operations).second);
  }
}

TEST_CASE("a packet takes a cycle through an input-buffered switch, or its length if it is stored first",
          "[host]") {
  const auto& entry = find_switch(RunConfig{});
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
