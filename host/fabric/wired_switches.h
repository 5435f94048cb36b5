// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/fabric/fabric_node.h"
#include "host/fabric/link_flows.h"
#include "host/fabric/wake_queue.h"
#include "host/network/topology.h"

namespace xb {

/// Switches that wires join (cables of latency 0), and that go through each cycle together; or a single one.
class WiredSwitches {
 public:
  /// `members`: numbers of switches; `nodes` and `wiring`: of all, and outlive it.
  WiredSwitches(const Wiring& wiring, FabricNodes& nodes, std::vector<unsigned> members);

  [[nodiscard]] const std::vector<unsigned>& members() const { return members_; }
  /// Packets were in its switches when it was run last.
  [[nodiscard]] bool busy() const { return busy_; }
  /// Its switches go on to cycle `end`. `due`: what others announce to them. Returns when they have something
  /// to do again.
  std::uint64_t run_to(std::uint64_t end, Announced& due);
  /// All of its switches have come to a cycle by themselves.
  void caught_up(std::uint64_t now) { now_ = now; }
  /// When something comes to them, which are empty in cycle `now`.
  [[nodiscard]] std::uint64_t wakes_at(std::uint64_t now) const;

 private:
  std::uint64_t run_one(std::uint64_t end, Announced& due);
  std::uint64_t run_several(std::uint64_t end, Announced& due);
  void cycle(std::uint64_t now, std::uint64_t end);
  void show(unsigned at, std::uint64_t now);
  void wake(unsigned at, std::uint64_t now);
  void wake_at_wires(std::uint64_t now);
  void look_at_sleepers();
  template <class What>
  [[nodiscard]] bool any(What&& what) const;

  const Wiring* wiring_;
  FabricNodes* nodes_;
  std::vector<unsigned> members_;
  std::uint64_t now_ = 0;
  bool busy_ = true;
  // Of several members:
  std::vector<unsigned> awake_, woken_;  // woken by wires, before they are awake
  std::size_t asleep_ = 0;
  WakeQueue sleepers_;  // by place; they wake, too, when what is at their wires changes
};

/// The switches of a network, by groups that wires join.
std::vector<std::vector<unsigned>> joined_by_wires(const Wiring& wiring, const FabricNodes& nodes);

}  // namespace xb
