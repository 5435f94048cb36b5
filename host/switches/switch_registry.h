// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/base/named_entries.h"
#include "host/switches/switch_entry.h"

namespace xb {

/// Every circuit that the engines can build: the list XB_SWITCHES in CMakeLists.txt, variants of a name
/// included.
const std::vector<SwitchEntry>& all_switches();

/// The architectures by name, for the key `switch`: without variants.
const std::vector<SwitchEntry>& switches();

/// The circuit that a configuration asks for, and its number of queues. Throws InputError for an unknown
/// name.
const SwitchEntry& find_switch(const SwitchConfig& config);
unsigned queue_count(const SwitchConfig& config);
/// The same of the queues that are measured: `by_ports`, as the key `observe` may have it, one per input and
/// output.
unsigned measured_queues(const SwitchConfig& config, bool by_ports);

/// Cycles after which the state of a switch at rest repeats; 0: that is not known.
std::uint64_t rest_period(const SwitchConfig& config);

/// The switches whose queues share a memory, variants last.
std::vector<std::string> switches_sharing(QueueSharing when);

}  // namespace xb
