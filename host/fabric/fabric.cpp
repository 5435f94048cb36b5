// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/base/errors.h"
#include "host/base/random.h"

namespace xb {
namespace {

// A window is no longer than this, so that progress is seen.
constexpr std::uint64_t kMostLookahead = 1024;
// Cycles without any beat moved and any host event to come.
constexpr std::uint64_t kFabricPatienceCycles = 20000;
constexpr std::uint64_t kLookCycles = 1024;
// A busy group is seldom steady, and looking costs time.
constexpr unsigned kMostMisses = 16;

FlowBook::Rules rules_of(const FabricSetup& setup) {
  const bool lossy = std::any_of(setup.switches.begin(), setup.switches.end(),
                                 [](const Setup& s) { return s.config.drop(); });
  return {lossy, setup.routes.adaptive && !lossy};
}

}  // namespace

Fabric::Fabric(const FabricSetup& setup, const Models& models, const std::vector<Workload*>& hosts,
               bool intervals)
    : setup_(setup), finite_(!intervals), trips_(setup.wiring.hosts(), intervals) {
  const SwitchPorts::Network network{setup.wiring, setup.routes, rules_of(setup), trips_};
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    nodes_.push_back(std::make_unique<Node>(network, s, hosts[s],
                                            setup.topology.switches[s].host_cable.period_cycles,
                                            setup.switches[s], *models[s]));
    Node& node = *nodes_.back();
    node.ports.serve(node.run);
    node.run.connect(node.ports, node.ports, setup.topology.switches[s].name);
    patience_ = std::max<std::uint64_t>(patience_, setup.switches[s].config.route_delay);
  }
  lookahead_ = kMostLookahead;
  links_.reserve(2 * setup.topology.cables.size());
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    for (unsigned port = 0; port < setup.wiring.ports(s); ++port) {
      const PortEnd& end = setup.wiring.end(s, port);
      if (end.host) continue;
      FabricLink& link =
          links_.emplace_back(setup.topology.cables[end.cable].speed, s, port, end.index, end.port);
      nodes_[s]->ports.add_out(link, nodes_[end.index]->ports);
      nodes_[end.index]->ports.add_in(link, nodes_[s]->ports);
      if (!link.is_wire()) lookahead_ = std::min(lookahead_, link.latency);
      patience_ = std::max(patience_, 4 * link.latency);
    }
  }
  patience_ += kFabricPatienceCycles;
  make_groups();
}

void Fabric::make_groups() {
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
      for_each_port(nodes_[at]->ports.out_wires(), [&](unsigned port) {
        const unsigned far = setup_.wiring.end(at, port).index;
        if (nodes_[far]->group != kNone) return;
        nodes_[far]->group = number;
        group.members.push_back(far);
      });
    }
    groups_.push_back(std::move(group));
  }
  order_.resize(groups_.size());
  std::iota(order_.begin(), order_.end(), 0U);
}

// Time.

void Fabric::advance(std::uint64_t end) {
  while (now_ < end) {
    const std::uint64_t soonest = next_wake();
    if (soonest > now_) {
      // All sleep.
      if (soonest == Workload::kNever && finished()) {
        now_ = std::min(end, (now_ + kFinishCycles - 1) / kFinishCycles * kFinishCycles);
        return;
      }
      now_ = std::min({end, soonest, now_ + patience_});
      check_progress();
      continue;
    }
    // Windows end where progress, or the hosts' end, is looked at.
    const std::uint64_t look = finite_ ? kFinishCycles : kLookCycles;
    const std::uint64_t window = std::min({end, now_ + lookahead_, (now_ / look + 1) * look});
    if (order_seed_ != 0) shuffle();
    for (const unsigned g : order_) {
      if (groups_[g].wakes_at < window) run_group(groups_[g], window);
    }
    take_announcements();
    now_ = window;
    if (now_ >= next_check_) check_progress();
    if (finite_ && now_ % kFinishCycles == 0 && finished()) return;
  }
}

std::uint64_t Fabric::next_wake() const {
  std::uint64_t soonest = Workload::kNever;
  for (const Group& group : groups_) soonest = std::min(soonest, group.wakes_at);
  return soonest;
}

bool Fabric::finished() const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [](const auto& node) { return node->ports.hosts_finished(); });
}

void Fabric::shuffle() {
  for (std::size_t n = order_.size(); n > 1; --n) {
    order_seed_ = RandomStream::mix(order_seed_);
    std::swap(order_[n - 1], order_[order_seed_ % n]);
  }
}

void Fabric::run_group(Group& group, std::uint64_t end) {
  if (group.members.size() == 1)
    run_single(*nodes_[group.members.front()], end);
  else
    run_wired(group, end);
  group.now = end;
  settle(group, end);
}

void Fabric::run_single(Node& node, std::uint64_t end) {
  while (node.run.now() < end) node.run.advance(node.ports, end);
}

/// When a group that has reached `end` has something to do again.
void Fabric::settle(Group& group, std::uint64_t end) {
  group.wakes_at = Workload::kNever;
  for (const unsigned at : group.members) {
    Node& node = *nodes_[at];
    group.wakes_at = std::min(group.wakes_at, node.run.is_empty() ? node.ports.wakes_at(end) : end);
  }
}

/// What was sent to switches that are asleep, or that have run already in this window.
void Fabric::take_announcements() {
  for (const auto& node : nodes_) {
    Group& group = groups_[node->group];
    group.wakes_at = std::min(group.wakes_at, node->ports.take_announced());
  }
}

void Fabric::wake(unsigned at_switch, std::uint64_t at) {
  Group& group = groups_[nodes_[at_switch]->group];
  group.wakes_at = std::min(group.wakes_at, at);
}

// Switches that wires join.

/// Empty, at rest and with nothing announced: it will show what it shows now.
bool Fabric::may_sleep(const Node& node) {
  return node.run.is_empty() && node.run.at_rest() && node.ports.wakes_at(node.run.now()) > node.run.now();
}

void Fabric::wake_member(Node& node, std::uint64_t now) {
  node.asleep = false;
  make_up(node, now);
}

/// A switch that has slept goes through the cycles before `now`, in which nothing came over its wires.
void Fabric::make_up(Node& node, std::uint64_t now) {
  if (node.run.now() == now) return;
  node.ports.leave_wires(true);
  while (node.run.now() < now) node.run.advance(node.ports, now);
  node.ports.leave_wires(false);
}

/// One cycle of all members that are awake. Returns whether any is.
bool Fabric::wired_cycle(Group& group, std::uint64_t now) {
  const auto awake = [&](auto&& act) {
    for (const unsigned at : group.members) {
      if (!nodes_[at]->asleep) act(*nodes_[at]);
    }
  };
  for (const unsigned at : group.members) {
    Node& node = *nodes_[at];
    if (node.asleep && node.ports.wakes_at(now) <= now) wake_member(node, now);
  }
  awake([](Node& node) { node.run.show(); });
  // A beat at a wire wakes the switch at its other end; that one, being at rest, shows no beat yet.
  for (const unsigned at : group.members) {
    const Node& node = *nodes_[at];
    if (node.asleep) continue;
    for_each_port(node.run.outputs().m_tvalid & node.ports.out_wires(), [&](unsigned port) {
      Node& far = *nodes_[setup_.wiring.end(at, port).index];
      if (!far.asleep) return;
      wake_member(far, now);
      far.run.show();
    });
  }
  awake([](Node& node) { node.run.decide(node.ports); });
  bool any = false;
  awake([&](Node& node) {
    node.run.clock(node.ports);
    node.asleep = may_sleep(node);
    any |= !node.asleep;
  });
  return any;
}

void Fabric::run_wired(Group& group, std::uint64_t end) {
  std::uint64_t now = group.now;
  while (now < end) {
    const bool any = wired_cycle(group, now);
    ++now;
    if (any && now < group.next_look) continue;
    std::uint64_t cycles = end - now;
    if (!any) {
      for (const unsigned at : group.members)
        cycles = std::min(cycles, nodes_[at]->ports.wakes_at(now) - now);
      now += cycles;
      continue;
    }
    for (const unsigned at : group.members) {
      const Node& node = *nodes_[at];
      if (cycles == 0) break;
      cycles = std::min(cycles, node.asleep ? node.ports.wakes_at(now) - now
                                            : node.run.skippable(node.ports, now + cycles));
    }
    if (cycles == 0) {
      group.next_look = now + group.misses;
      group.misses = std::min(group.misses + 1, kMostMisses);
      continue;
    }
    group.misses = 0;
    for (const unsigned at : group.members) {
      Node& node = *nodes_[at];
      if (!node.asleep) node.run.skip(node.ports, cycles);
    }
    now += cycles;
  }
}

void Fabric::catch_up() {
  for (const auto& node : nodes_) make_up(*node, now_);
}

// The run as a whole.

void Fabric::open_measures() {
  catch_up();
  for (const auto& node : nodes_)
    node->run.measures().open(now_, node->ports.offered_beats(), node->ports.offered_packets(),
                              node->run.outputs());
  trips_.open(now_);
  waits_.open();
}

void Fabric::close_measures() {
  catch_up();
  for (const auto& node : nodes_)
    node->run.measures().close(now_, node->ports.offered_beats(), node->ports.offered_packets(),
                               node->run.outputs());
  trips_.close(now_);
}

std::uint64_t Fabric::started_packets() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::uint64_t{0},
                         [](auto sum, const auto& node) { return sum + node->ports.flows().started(); });
}
std::uint64_t Fabric::arrived_packets() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::uint64_t{0},
                         [](auto sum, const auto& node) { return sum + node->ports.flows().arrived(); });
}
std::uint64_t Fabric::offered_beats() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::uint64_t{0},
                         [](auto sum, const auto& node) { return sum + node->ports.offered_beats(); });
}
std::uint64_t Fabric::offered_packets() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::uint64_t{0},
                         [](auto sum, const auto& node) { return sum + node->ports.offered_packets(); });
}
std::uint64_t Fabric::delivered_beats() const {
  std::uint64_t beats = 0;
  for (const auto& node : nodes_) {
    for_each_port(node->ports.host_ports(), [&](unsigned port) { beats += node->ports.sent(port).beats; });
  }
  return beats;
}
std::uint64_t Fabric::occupancy_beats() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::uint64_t{0},
                         [](auto sum, const auto& node) { return sum + node->run.occupancy_beats(); });
}

void Fabric::check_progress() {
  next_check_ = now_ / kLookCycles * kLookCycles + kLookCycles;
  if (now_ % kLookCycles == 0) waits_.sample(*this);
  std::uint64_t moved = 0;
  std::uint64_t due = Workload::kNever;
  for (const auto& node : nodes_) {
    moved = std::max(moved, node->run.last_moved());
    due = std::min(due, node->ports.next_event(now_));
  }
  if (due != Workload::kNever || now_ - moved <= patience_) return;
  throw RunError(fmt::format("no progress since cycle {}: nothing moves and no host is due to act\n{}", moved,
                             waiting_report(*this, setup_)));
}

void Fabric::drain() {
  for (const auto& node : nodes_) node->ports.stop();
  finite_ = true;
  const auto missing = [&] {
    std::uint64_t dropped = 0;
    for (const auto& node : nodes_) dropped += node->run.dropped_packets();
    return started_packets() - arrived_packets() - dropped;
  };
  while (missing() != 0) {
    for (Group& group : groups_) settle(group, group.now);
    if (next_wake() == Workload::kNever) {
      throw RunError(fmt::format("at the end of the run {} packets are missing, and all switches are empty\n",
                                 missing()));
    }
    advance(now_ + kFinishCycles);
  }
  catch_up();
  check_flows();
  for (const auto& node : nodes_) node->run.finish(node->ports);
}

void Fabric::check_flows() {
  for (unsigned s = 0; s < switches(); ++s) {
    const std::size_t waiting = nodes_[s]->ports.flows().waiting();
    if (waiting == 0) continue;
    throw RunError(
        fmt::format("at the end of the run {} packets for hosts of switch {} wait for earlier ones", waiting,
                    setup_.topology.switches[s].name));
  }
}

}  // namespace xb
