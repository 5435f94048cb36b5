// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "host/point/run_config.h"
#include "host/switches/switch_registry.h"

namespace xb {

/// The circuits that there are, by NAME of the RTL's xb_switch_NAME: every switch, and every variant of one.
inline std::vector<std::string> circuits() {
  const std::string prefix = "xb_switch_";
  std::vector<std::string> all;
  for (const SwitchEntry& entry : all_switches()) all.push_back(entry.rtl_module.substr(prefix.size()));
  return all;
}

/// Those that are pipelined, or all others.
inline std::vector<std::string> circuits(bool pipelined) {
  std::vector<std::string> some;
  for (const auto& name : circuits()) {
    if ((name.find("_pipe") != std::string::npos) == pipelined) some.push_back(name);
  }
  return some;
}

/// Whether tests that are long for all circuits take this one in any case: FIFO inputs, a memory that inputs
/// share, queues per output, and a pipelined one.
inline bool in_sample(const std::string& name) {
  return name == "input" || name == "shared" || name == "voq" || name == "crosspoint_pipe";
}

/// Asks for the circuit of that name.
inline void choose_circuit(RunConfig& config, const std::string& name) {
  config.window = name == "window" ? 2 : 1;
  const std::size_t form = name.find("_pipe");
  config.pipeline = form != std::string::npos ? 1 : 0;
  config.switch_name = config.window > 1 ? "input" : name.substr(0, form);
  std::replace(config.switch_name.begin(), config.switch_name.end(), '_', '-');
}

}  // namespace xb
