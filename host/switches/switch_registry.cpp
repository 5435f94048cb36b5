// SPDX-License-Identifier: Apache-2.0
#include "host/switches/switch_registry.h"

#include <algorithm>
#include <iterator>

#include "host/base/errors.h"
#include "xb_switches.h"

namespace xb {

// host/switches/NAME.cpp
#define XB_DECLARE(name) SwitchEntry describe_##name();
XB_SWITCHES(XB_DECLARE)
#undef XB_DECLARE

const std::vector<SwitchEntry>& all_switches() {
#define XB_DESCRIBE(name) describe_##name(),
  static const std::vector<SwitchEntry> entries{XB_SWITCHES(XB_DESCRIBE)};
#undef XB_DESCRIBE
  return entries;
}

const std::vector<SwitchEntry>& switches() {
  static const std::vector<SwitchEntry> entries = [] {
    std::vector<SwitchEntry> named;
    std::copy_if(all_switches().begin(), all_switches().end(), std::back_inserter(named),
                 [](const SwitchEntry& entry) { return entry.variant.empty(); });
    return named;
  }();
  return entries;
}

namespace {

/// The same with a register behind the data RAMs of the pipelined ones: all comes a cycle later.
const std::vector<SwitchEntry>& with_ram_registers() {
  static const std::vector<SwitchEntry> entries = [] {
    std::vector<SwitchEntry> later = all_switches();
    for (SwitchEntry& entry : later) {
      entry.parameters = [others = entry.parameters](const SwitchConfig& config, unsigned longest_packet) {
        auto all = others ? others(config, longest_packet) : std::vector<RtlParameter>{};
        all.push_back({"RamRegister", 1});
        return all;
      };
      entry.zero_load_cycles = [cycles = entry.zero_load_cycles](const LonePacket& packet) {
        return cycles(packet) + 1;
      };
    }
    return later;
  }();
  return entries;
}

}  // namespace

const SwitchEntry& find_switch(const SwitchConfig& config) {
  for (const SwitchEntry& entry : config.ram_register != 0 ? with_ram_registers() : all_switches()) {
    if (entry.name == config.switch_name && (entry.means == nullptr || entry.means(config))) return entry;
  }
  throw InputError("switch: '" + config.switch_name + "' is not registered");
}

unsigned queue_count(const SwitchConfig& config) {
  return find_switch(config).queues == QueuePlace::Pair ? config.ports * config.ports : config.ports;
}

unsigned measured_queues(const SwitchConfig& config, bool by_ports) {
  return by_ports ? config.ports * config.ports : queue_count(config);
}

std::uint64_t rest_period(const SwitchConfig& config) {
  // Classes take turns of their own, and a limit to what is discarded is used up less while nothing moves.
  if (config.has_classes() || config.has_head_drop()) return 0;
  const SwitchEntry& entry = find_switch(config);
  return entry.rest_period != nullptr ? entry.rest_period(config) : std::uint64_t{2} * config.ports;
}

std::vector<std::string> switches_sharing(QueueSharing when) {
  std::vector<std::string> found;
  for (const bool variants : {false, true}) {
    for (const SwitchEntry& entry : all_switches()) {
      if (entry.sharing == when && entry.variant.empty() != variants)
        found.push_back(variants ? entry.variant : entry.name);
    }
  }
  return found;
}

}  // namespace xb
