// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/wired_switches.h"

#include <algorithm>
#include <utility>

namespace xb {

std::vector<std::vector<unsigned>> joined_by_wires(const Wiring& wiring, const FabricNodes& nodes) {
  std::vector<std::vector<unsigned>> groups;
  std::vector<bool> found(nodes.size());
  for (unsigned first = 0; first < nodes.size(); ++first) {
    if (found[first]) continue;
    found[first] = true;
    std::vector<unsigned> members{first};
    for (std::size_t n = 0; n < members.size(); ++n) {
      const unsigned at = members[n];
      for_each_port(nodes[at]->ports.links().wires(), [&](unsigned port) {
        const unsigned far = wiring.end(at, port).index;
        if (found[far]) return;
        found[far] = true;
        members.push_back(far);
      });
    }
    groups.push_back(std::move(members));
  }
  return groups;
}

WiredSwitches::WiredSwitches(const Wiring& wiring, FabricNodes& nodes, std::vector<unsigned> members)
    : wiring_(&wiring),
      nodes_(&nodes),
      members_(std::move(members)),
      awake_(members_),
      sleepers_(members_.size()) {
  for (unsigned place = 0; place < members_.size(); ++place) nodes[members_[place]]->place = place;
}

std::uint64_t WiredSwitches::run_to(std::uint64_t end, Announced& due) {
  const std::uint64_t next = members_.size() == 1 ? run_one(end, due) : run_several(end, due);
  now_ = end;
  return next;
}

std::uint64_t WiredSwitches::run_one(std::uint64_t end, Announced& due) {
  FabricNode& node = *(*nodes_)[members_.front()];
  const std::uint64_t next = node.run.run_to(*node.work, end);
  busy_ = due.flows_matter = !node.run.is_empty();
  return busy_ || node.run.takes() ? next : node.wakes_at(end);
}

std::uint64_t WiredSwitches::wakes_at(std::uint64_t now) const {
  std::uint64_t next = Workload::kNever;
  for (const unsigned at : members_) next = std::min(next, (*nodes_)[at]->wakes_at(now));
  return next;
}

/// A member that sleeps is among those that are awake from cycle `now` on.
void WiredSwitches::wake(unsigned at, std::uint64_t now) {
  FabricNode& node = *(*nodes_)[at];
  sleepers_.wake(node.place);
  --asleep_;
  node.make_up(now);
  awake_.push_back(at);
  show(at, now);
}

/// Others have announced something to some of them.
void WiredSwitches::look_at_sleepers() {
  for (unsigned place = 0; place < members_.size(); ++place) {
    if (!sleepers_.asleep(place)) continue;
    const std::uint64_t wakes_at = (*nodes_)[members_[place]]->unchanged_until();
    if (wakes_at != sleepers_.wakes_at(place)) sleepers_.sleep(place, wakes_at);
  }
}

/// What a switch shows in cycle `now`. Where a wire shows something else than before, the switch at its other
/// end is awake in that cycle.
void WiredSwitches::show(unsigned at, std::uint64_t now) {
  FabricNode& node = *(*nodes_)[at];
  node.run.show();
  const PortMask changed = node.ports.show_wires(now);
  if (asleep_ == 0) return;
  for_each_port(changed, [&](unsigned port) {
    const unsigned far = wiring_->end(at, port).index;
    if (sleepers_.asleep((*nodes_)[far]->place)) woken_.push_back(far);
  });
}

/// Those that sleep and are at wires that show something else in cycle `now` wake, and show what they do.
void WiredSwitches::wake_at_wires(std::uint64_t now) {
  std::size_t n = 0;
  while (n < woken_.size()) {  // which wakes others
    const unsigned at = woken_[n++];
    if (sleepers_.asleep((*nodes_)[at]->place)) wake(at, now);
  }
  woken_.clear();
}

/// One cycle of all members that are awake, and what they show in the next. Each is visited once: there are
/// more of them than a processor's cache holds.
void WiredSwitches::cycle(std::uint64_t now, std::uint64_t end) {
  sleepers_.wake_due(now, [&](unsigned place) { wake(members_[place], now); });
  wake_at_wires(now);
  std::size_t awake = 0;
  for (const unsigned at : awake_) {
    FabricNode& node = *(*nodes_)[at];
    node.run.decide(*node.work);
    node.run.clock(*node.work);
    const std::uint64_t until = node.ports.links().sees_new(now + 1) ? now + 1 : node.unchanged_until();
    // What is steady from the next cycle on may show its neighbours something else there than in this one.
    if (until > now + 1 && node.run.shakes_as_before()) {
      sleepers_.sleep(node.place, until);
      ++asleep_;
      continue;
    }
    if (now + 1 < end) show(at, now + 1);
    awake_[awake++] = at;
  }
  awake_.resize(awake);
}

std::uint64_t WiredSwitches::run_several(std::uint64_t end, Announced& due) {
  look_at_sleepers();
  std::uint64_t now = now_;
  for (std::size_t n = 0; now < end && n < awake_.size(); ++n) show(awake_[n], now);
  for (; now < end; ++now) {
    if (awake_.empty()) now = std::max(now, std::min<std::uint64_t>(sleepers_.next(), due.first));
    if (now >= end) break;
    if (due.first <= now) {  // a switch of this group to another one, over a cable
      due.first = Workload::kNever;
      look_at_sleepers();
    }
    cycle(now, end);
  }
  busy_ = any([](const SwitchRun& run) { return !run.is_empty(); });
  if (busy_) return awake_.empty() ? sleepers_.next() : end;
  // Those that are not at rest yet come to it when the others go on, too.
  for (const unsigned at : members_) (*nodes_)[at]->run.tell_sent();
  return any([](const SwitchRun& run) { return run.takes(); }) ? end : wakes_at(end);
}

template <class What>
bool WiredSwitches::any(What&& what) const {
  return std::any_of(members_.begin(), members_.end(), [&](unsigned at) { return what((*nodes_)[at]->run); });
}

}  // namespace xb
