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
  --group.asleep;
  make_up(node, now);
  group.awake.push_back(at);
  show(group, at, now);
}

/// Others have announced something to some of them.
void Fabric::look_at_sleepers(Group& group) {
  for (unsigned place = 0; place < group.members.size(); ++place) {
    if (!group.sleepers.asleep(place)) continue;
    const std::uint64_t wakes_at = unchanged_until(*nodes_[group.members[place]]);
    if (wakes_at != group.sleepers.wakes_at(place)) group.sleepers.sleep(place, wakes_at);
  }
}

/// What a switch shows in cycle `now`. Where a wire shows something else than before, the switch at its other
/// end is awake in that cycle.
void Fabric::show(Group& group, unsigned at, std::uint64_t now) {
  Node& node = *nodes_[at];
  node.run.show();
  const PortMask changed = node.ports.show_wires(now);
  if (group.asleep == 0) return;
  for_each_port(changed, [&](unsigned port) {
    const unsigned far = setup_.wiring.end(at, port).index;
    if (group.sleepers.asleep(nodes_[far]->place)) group.woken.push_back(far);
  });
}

/// Those that sleep and are at wires that show something else in cycle `now` wake, and show what they do.
void Fabric::wake_at_wires(Group& group, std::uint64_t now) {
  for (std::size_t n = 0; n < group.woken.size(); ++n) {
    const unsigned at = group.woken[n];
    if (group.sleepers.asleep(nodes_[at]->place)) wake(group, at, now);
  }
  group.woken.clear();
}

/// One cycle of all members that are awake, and what they show in the next. Each is visited once: there are
/// more of them than a processor's cache holds.
void Fabric::wired_cycle(Group& group, std::uint64_t now, std::uint64_t end) {
  group.sleepers.wake_due(now, [&](unsigned place) { wake(group, group.members[place], now); });
  wake_at_wires(group, now);
  std::size_t awake = 0;
  for (const unsigned at : group.awake) {
    Node& node = *nodes_[at];
    node.run.decide(*node.work);
    node.run.clock(*node.work);
    const std::uint64_t until = node.ports.links().sees_new(now + 1) ? now + 1 : unchanged_until(node);
    if (until > now + 1) {
      group.sleepers.sleep(node.place, until);
      ++group.asleep;
      continue;
    }
    if (now + 1 < end) show(group, at, now + 1);
    group.awake[awake++] = at;
  }
  group.awake.resize(awake);
}

/// Returns when the group has something to do again.
std::uint64_t Fabric::run_wired(Group& group, Announced& due, std::uint64_t end) {
  look_at_sleepers(group);
  std::uint64_t now = group.now;
  for (std::size_t n = 0; now < end && n < group.awake.size(); ++n) show(group, group.awake[n], now);
  for (; now < end; ++now) {
    if (group.awake.empty()) now = std::max(now, std::min<std::uint64_t>(group.sleepers.next(), due.first));
    if (now >= end) break;
    if (due.first <= now) {  // a switch of this group to another one, over a cable
      due.first = Workload::kNever;
      look_at_sleepers(group);
    }
    wired_cycle(group, now, end);
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
