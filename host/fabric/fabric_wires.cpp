// SPDX-License-Identifier: Apache-2.0
// Switches that wires join.
#include <algorithm>

#include "host/fabric/fabric.h"

namespace xb {
namespace {

// A busy group is seldom steady, and looking costs time.
constexpr unsigned kMostMisses = 16;

}  // namespace

/// Empty, at rest and with nothing announced: it will show what it shows now.
bool Fabric::may_sleep(const Node& node) {
  return node.run.is_empty() && node.run.at_rest() && node.ports.wakes_at(node.run.now()) > node.run.now();
}

/// A switch that has slept goes through the cycles before `now`, in which nothing came over its wires.
void Fabric::make_up(Node& node, std::uint64_t now) {
  if (node.run.now() == now) return;
  node.ports.leave_wires(true);
  while (node.run.now() < now) node.run.advance(node.ports, now);
  node.ports.leave_wires(false);
}

void Fabric::look_at_sleepers(Group& group, std::uint64_t now) const {
  group.sleepers_wake_at = Workload::kNever;
  for (const unsigned at : group.members) {
    const Node& node = *nodes_[at];
    if (node.asleep) group.sleepers_wake_at = std::min(group.sleepers_wake_at, node.ports.wakes_at(now));
  }
}

void Fabric::wake_sleepers(Group& group, std::uint64_t now) {
  for (const unsigned at : group.members) {
    Node& node = *nodes_[at];
    if (!node.asleep || node.ports.wakes_at(now) > now) continue;
    node.asleep = false;
    make_up(node, now);
    group.awake.push_back(at);
  }
  look_at_sleepers(group, now);
}

/// A beat at a wire wakes the switch at its other end; that one, being at rest, shows no beat yet.
void Fabric::wake_neighbours(Group& group, std::uint64_t now) {
  const std::size_t shown = group.awake.size();
  for (std::size_t n = 0; n < shown; ++n) {
    const unsigned at = group.awake[n];
    const Node& node = *nodes_[at];
    for_each_port(node.run.outputs().m_tvalid & node.ports.out_wires(), [&](unsigned port) {
      const unsigned neighbour = setup_.wiring.end(at, port).index;
      Node& far = *nodes_[neighbour];
      if (!far.asleep) return;
      far.asleep = false;
      make_up(far, now);
      far.run.show();
      group.awake.push_back(neighbour);
    });
  }
}

/// One cycle of all members that are awake.
void Fabric::wired_cycle(Group& group, std::uint64_t now) {
  if (group.sleepers_wake_at <= now) wake_sleepers(group, now);
  for (const unsigned at : group.awake) nodes_[at]->run.show();
  wake_neighbours(group, now);
  for (const unsigned at : group.awake) nodes_[at]->run.decide(nodes_[at]->ports);
  for (const unsigned at : group.awake) nodes_[at]->run.clock(nodes_[at]->ports);
  const auto sleeps = [&](unsigned at) {
    Node& node = *nodes_[at];
    if (!may_sleep(node)) return false;
    node.asleep = true;
    group.sleepers_wake_at = std::min(group.sleepers_wake_at, node.ports.wakes_at(now + 1));
    return true;
  };
  group.awake.erase(std::remove_if(group.awake.begin(), group.awake.end(), sleeps), group.awake.end());
}

/// Cycles from `now` on, up to `end`, that all members may skip together.
std::uint64_t Fabric::steady_cycles(const Group& group, std::uint64_t now, std::uint64_t end) const {
  std::uint64_t cycles = std::min(end, std::max(now, group.sleepers_wake_at)) - now;
  for (const unsigned at : group.awake) {
    if (cycles == 0) return 0;
    cycles = std::min(cycles, nodes_[at]->run.skippable(nodes_[at]->ports, now + cycles));
  }
  return cycles;
}

void Fabric::run_wired(Group& group, std::uint64_t end) {
  std::uint64_t now = group.now;
  while (now < end) {
    wired_cycle(group, now);
    ++now;
    if (!group.awake.empty() && now < group.next_look) continue;
    const std::uint64_t cycles = steady_cycles(group, now, end);
    if (cycles == 0) {
      group.next_look = now + group.misses;
      group.misses = std::min(group.misses + 1, kMostMisses);
      continue;
    }
    group.misses = 0;
    for (const unsigned at : group.awake) nodes_[at]->run.skip(nodes_[at]->ports, cycles);
    now += cycles;
  }
}

}  // namespace xb
