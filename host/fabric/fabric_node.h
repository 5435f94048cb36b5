// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/fabric/switch_ports.h"
#include "host/fabric/switch_run.h"

namespace xb {

/// One switch of a network: what runs it, its ports, and what drives them.
struct FabricNode {
  FabricNode(const SharedByAll& network, const Setup& one, unsigned at, Workload& hosts, SwitchModel& model)
      : run(one, model), ports(network, at, hosts, run) {}

  /// When something comes to it, which is empty in cycle `now`.
  [[nodiscard]] std::uint64_t wakes_at(std::uint64_t now) const {
    const std::uint64_t at = ports.wakes_at(now);
    return work == &ports ? at : std::min(at, work->quiet_until(now, run.transmitter()));
  }
  /// The cycle from which on it has something to do by itself, as long as its wires show the same.
  [[nodiscard]] std::uint64_t unchanged_until() const {
    return run.is_empty() && run.at_rest() ? wakes_at(run.now()) : run.unchanged_until(*work);
  }
  /// It has slept, and goes through the cycles before `now`, in which its wires showed the same.
  void make_up(std::uint64_t now) {
    while (run.now() < now) run.advance(*work, now);
  }

  SwitchRun run;
  SwitchPorts ports;
  Workload* work = &ports;
  unsigned group = 0, place = 0;  ///< among the switches that wires join to it
};
using FabricNodes = std::vector<std::unique_ptr<FabricNode>>;

}  // namespace xb
