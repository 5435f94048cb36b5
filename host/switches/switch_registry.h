// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

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
/// The same of the queues that are measured: with observe ports, one per input and output.
unsigned measured_queues(const RunConfig& config);

/// The switches whose queues share a memory, variants last.
std::vector<std::string> switches_sharing(QueueSharing when);

template <class Entry>
std::vector<std::string> names(const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const auto& e : entries) all.push_back(e.name);
  return all;
}
/// Of those the ones that use a key.
template <class Entry>
std::vector<std::string> names_using(const std::vector<Entry>& entries, const std::string& key) {
  std::vector<std::string> found;
  for (const Entry& entry : entries) {
    if (std::find(entry.keys.begin(), entry.keys.end(), key) != entry.keys.end()) found.push_back(entry.name);
  }
  return found;
}

}  // namespace xb
