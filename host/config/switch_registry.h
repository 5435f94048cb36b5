// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/check/queue_place.h"
#include "host/config/run_config.h"

namespace xb {

/// A packet that enters an empty switch.
struct LonePacket {
  unsigned ports;
  unsigned input, output;
  std::uint64_t first_in_cycle;
  unsigned length_beats;
  bool store_forward;
  std::uint64_t route_delay_cycles;
  unsigned cycles_per_beat = 1;  ///< of its links, in and out
};

struct RtlParameter {
  std::string name;
  std::uint32_t value;
};

/// Switch architectures that the engines can build.
struct SwitchEntry {
  std::string name;
  std::string description;
  std::string rtl_module;
  QueuePlace queues;  ///< that report their occupancy
  /// Cycles from the packet's first beat in to its first beat out.
  std::uint64_t (*zero_load_cycles)(const LonePacket& packet);
  /// Elaboration parameters beyond NumPorts, DataWidth and MaxDepth; null: none.
  std::vector<RtlParameter> (*parameters)(const RunConfig& config) = nullptr;
};

/// Patterns of the stochastic sources.
struct TrafficEntry {
  std::string name;
  std::string description;
};

const std::vector<SwitchEntry>& switches();
const std::vector<TrafficEntry>& traffic_patterns();

/// The switch that a configuration asks for, and its number of queues.
const SwitchEntry& find_switch(const RunConfig& config);
unsigned queue_count(const RunConfig& config);

template <class Entry>
std::vector<std::string> names(const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const auto& e : entries) all.push_back(e.name);
  return all;
}

}  // namespace xb
