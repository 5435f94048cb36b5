// SPDX-License-Identifier: Apache-2.0
// Switches that wires join.
#include <algorithm>
#include <utility>

#include "host/fabric/fabric.h"

namespace xb {

void Fabric::make_groups(unsigned threads) {
  constexpr unsigned kNone = ~0U;
  for (auto& node : nodes_) node->group = kNone;
  for (unsigned first = 0; first < switches(); ++first) {
    if (nodes_[first]->group != kNone) continue;
    const auto number = static_cast<unsigned>(groups_.size());
    Group group;
    group.members.push_back(first);
    nodes_[first]->group = number;
    for (std::size_t n = 0; n < group.members.size(); ++n) {
      const unsigned at = group.members[n];
      for_each_port(nodes_[at]->ports.links().wires(), [&](unsigned port) {
        const unsigned far = setup_.wiring.end(at, port).index;
        if (nodes_[far]->group != kNone) return;
        nodes_[far]->group = number;
        group.members.push_back(far);
      });
    }
    groups_.push_back(std::move(group));
  }
  due_.resize(groups_.size());
  for (Announced& due : due_) {
    due.first = 0;
    due.threads = threads > 1;
  }
  for (Group& group : groups_) {
    group.awake = group.members;
    group.sleepers = WakeQueue(group.members.size());
    for (unsigned place = 0; place < group.members.size(); ++place)
      nodes_[group.members[place]]->place = place;
  }
  busy_groups_ = groups_.size();
  for (unsigned s = 0; s < switches(); ++s) {
    nodes_[s]->ports.links().flows().announce_to(due_[nodes_[s]->group]);
    if (nodes_[s]->ports.hosts() != nullptr) unfinished_.push_back(s);
  }
  make_layers(threads);
}

/// The cycle from which on a switch has something to do by itself, as long as its wires show the same.
std::uint64_t Fabric::unchanged_until(const Node& node) {
  const bool rests = node.run.is_empty() && node.run.at_rest();
  return rests ? wakes_at(node, node.run.now()) : node.run.unchanged_until(*node.work);
}

/// A switch that has slept goes through the cycles before `now`, in which its wires showed the same.
void Fabric::make_up(Node& node, std::uint64_t now) {
  while (node.run.now() < now) node.run.advance(*node.work, now);
}

/// A member that sleeps is among those that are awake from cycle `now` on.
void Fabric::wake(Group& group, unsigned at, std::uint64_t now) {
  Node& node = *nodes_[at];
  group.sleepers.wake(node.place);
  make_up(node, now);
  group.awake.push_back(at);
}

/// Others have announced something to some of them.
void Fabric::look_at_sleepers(Group& group) {
  for (unsigned place = 0; place < group.members.size(); ++place) {
    if (!group.sleepers.asleep(place)) continue;
    const std::uint64_t wakes_at = unchanged_until(*nodes_[group.members[place]]);
    if (wakes_at != group.sleepers.wakes_at(place)) group.sleepers.sleep(place, wakes_at);
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
      if (group.sleepers.asleep(nodes_[far]->place)) wake(group, far, now);
      node.ports.links().show_wire(port);
    });
  }
}

/// One cycle of all members that are awake.
void Fabric::wired_cycle(Group& group, std::uint64_t now) {
  group.sleepers.wake_due(now, [&](unsigned place) { wake(group, group.members[place], now); });
  show(group, now);
  for (const unsigned at : group.awake) nodes_[at]->run.decide(*nodes_[at]->work);
  for (const unsigned at : group.awake) nodes_[at]->run.clock(*nodes_[at]->work);
  const auto sleeps = [&](unsigned at) {
    const std::uint64_t until = unchanged_until(*nodes_[at]);
    if (until <= now + 1) return false;
    group.sleepers.sleep(nodes_[at]->place, until);
    return true;
  };
  group.awake.erase(std::remove_if(group.awake.begin(), group.awake.end(), sleeps), group.awake.end());
}

/// Returns when the group has something to do again.
std::uint64_t Fabric::run_wired(Group& group, Announced& due, std::uint64_t end) {
  look_at_sleepers(group);
  std::uint64_t now = group.now;
  for (; now < end; ++now) {
    if (group.awake.empty()) now = std::max(now, std::min<std::uint64_t>(group.sleepers.next(), due.first));
    if (now >= end) break;
    if (due.first <= now) {  // a switch of this group to another one, over a cable
      due.first = Workload::kNever;
      look_at_sleepers(group);
    }
    wired_cycle(group, now);
  }
  const auto any = [&](auto&& what) {
    return std::any_of(group.members.begin(), group.members.end(),
                       [&](unsigned at) { return what(nodes_[at]->run); });
  };
  group.busy = any([](const SwitchRun& run) { return !run.is_empty(); });
  if (group.busy) return group.awake.empty() ? group.sleepers.next() : end;
  // Those that are not at rest yet come to it when the others go on, too.
  for (const unsigned at : group.members) nodes_[at]->run.tell_sent();
  return any([](const SwitchRun& run) { return run.takes(); }) ? end : wakes_at(group, end);
}

}  // namespace xb
