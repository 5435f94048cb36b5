// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace xb {

/// Switch architectures that the engines can build.
struct SwitchEntry {
  std::string name;
  std::string description;
  std::string rtl_module;
  /// Cycles from a packet's first beat in to its first beat out in an empty switch.
  std::uint64_t (*zero_load_cycles)(unsigned length_beats, bool store_forward);
};

/// Patterns of the stochastic sources.
struct TrafficEntry {
  std::string name;
  std::string description;
};

/// Communication schedules that the hosts can run.
struct ScheduleEntry {
  std::string name;
  std::string description;
};

const std::vector<SwitchEntry>& switches();
const std::vector<TrafficEntry>& traffic_patterns();
const std::vector<ScheduleEntry>& schedules();

/// The entry of that name; it must exist.
const SwitchEntry& find_switch(const std::string& name);

template <class Entry>
std::vector<std::string> names(const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const auto& e : entries) all.push_back(e.name);
  return all;
}

}  // namespace xb
