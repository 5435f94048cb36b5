// SPDX-License-Identifier: Apache-2.0
#pragma once

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
const SwitchEntry& find_switch(const RunConfig& config);
unsigned queue_count(const RunConfig& config);

template <class Entry>
std::vector<std::string> names(const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const auto& e : entries) all.push_back(e.name);
  return all;
}

}  // namespace xb
