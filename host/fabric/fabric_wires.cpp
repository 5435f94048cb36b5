// SPDX-License-Identifier: Apache-2.0
// Switches that wires join.
#include <algorithm>

#include "host/fabric/fabric.h"

namespace xb {

/// The cycle from which on a switch has something to do by itself, as long as its wires show the same.
std::uint64_t Fabric::unchanged_until(const Node& node) {
  const bool rests = node.run.is_empty() && node.run.at_rest();
  return rests ? node.ports.wakes_at(node.run.now()) : node.run.unchanged_until(node.ports);
}

/// A switch that has slept goes through the cycles before `now`, in which its wires showed the same.
void Fabric::make_up(Node& node, std::uint64_t now) {
  while (node.run.now() < now) node.run.advance(node.ports, now);
}

void Fabric::sleep_until(Group& group, unsigned at, std::uint64_t wakes_at) {
  Node& node = *nodes_[at];
  node.asleep = true;
  node.wakes_at = wakes_at;
  if (wakes_at == Workload::kNever) return;
  group.wakes.push_back({wakes_at, at});
  std::push_heap(group.wakes.begin(), group.wakes.end());
}

void Fabric::wake(Group& group, unsigned at, std::uint64_t now) {
  Node& node = *nodes_[at];
  node.asleep = false;
  make_up(node, now);
  group.awake.push_back(at);
}

/// Others have announced something to some of them.
void Fabric::look_at_sleepers(Group& group) {
  for (const unsigned at : group.members) {
    const Node& node = *nodes_[at];
    if (!node.asleep) continue;
    const std::uint64_t wakes_at = unchanged_until(node);
    if (wakes_at != node.wakes_at) sleep_until(group, at, wakes_at);
  }
}

/// What all that are awake show in cycle `now`. Where a wire shows something else than before, the switch at
/// its other end wakes; what that one shows is what it did.
void Fabric::show(Group& group, std::uint64_t now) {
  for (std::size_t n = 0; n < group.awake.size(); ++n) {
    const unsigned at = group.awake[n];
    Node& node = *nodes_[at];
    node.run.show();
    for_each_port(node.ports.changed_wires(now), [&](unsigned port) {
      const unsigned far = setup_.wiring.end(at, port).index;
      if (nodes_[far]->asleep) wake(group, far, now);
      node.ports.show_wire(port);
    });
  }
}

/// One cycle of all members that are awake.
void Fabric::wired_cycle(Group& group, std::uint64_t now) {
  while (next_wake(group) <= now) {
    const Wake first = group.wakes.front();
    std::pop_heap(group.wakes.begin(), group.wakes.end());
    group.wakes.pop_back();
    const Node& node = *nodes_[first.node];
    if (node.asleep && node.wakes_at == first.at) wake(group, first.node, now);
  }
  show(group, now);
  for (const unsigned at : group.awake) nodes_[at]->run.decide(nodes_[at]->ports);
  for (const unsigned at : group.awake) nodes_[at]->run.clock(nodes_[at]->ports);
  const auto sleeps = [&](unsigned at) {
    const std::uint64_t until = unchanged_until(*nodes_[at]);
    if (until <= now + 1) return false;
    sleep_until(group, at, until);
    return true;
  };
  group.awake.erase(std::remove_if(group.awake.begin(), group.awake.end(), sleeps), group.awake.end());
}

/// Returns when the group has something to do again.
std::uint64_t Fabric::run_wired(Group& group, Announced& due, std::uint64_t end) {
  look_at_sleepers(group);
  std::uint64_t now = group.now;
  for (; now < end; ++now) {
    if (group.awake.empty()) now = std::max(now, std::min(next_wake(group), due.first));
    if (now >= end) break;
    if (due.first <= now) {  // a switch of this group to another one, over a cable
      due.first = Workload::kNever;
      look_at_sleepers(group);
    }
    wired_cycle(group, now);
  }
  group.busy = std::any_of(group.members.begin(), group.members.end(),
                           [&](unsigned at) { return !nodes_[at]->run.is_empty(); });
  if (group.busy) return group.awake.empty() ? next_wake(group) : end;
  // Those that are not at rest yet come to it when the others go on, too.
  std::uint64_t next = Workload::kNever;
  for (const unsigned at : group.members) {
    Node& node = *nodes_[at];
    node.run.tell_sent();
    next = std::min(next, node.run.takes() ? end : node.ports.wakes_at(end));
  }
  return next;
}

}  // namespace xb
