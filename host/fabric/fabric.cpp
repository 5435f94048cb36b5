// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "host/base/errors.h"
#include "host/base/random.h"

namespace xb {
namespace {

// A window is no longer than this, so that progress is seen.
constexpr std::uint64_t kMostLookahead = 1024;
// Between looks at who waits: a prime, so that no pattern of packets keeps step with it.
constexpr std::uint64_t kLookCycles = 1021;
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
      if (!link.is_wire()) lookahead_ = std::min<std::uint64_t>(lookahead_, link.latency);
      patience_ = std::max(patience_, std::uint64_t{4} * link.latency);
    }
  }
  patience_ += SwitchRun::kPatienceCycles;
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
  wakes_at_.resize(groups_.size(), 0);
  announced_.resize(groups_.size(), Workload::kNever);
  for (Group& group : groups_) group.awake = group.members;
  for (unsigned s = 0; s < switches(); ++s) {
    nodes_[s]->ports.announce_to(announced_[nodes_[s]->group]);
    if (nodes_[s]->ports.hosts() != nullptr) unfinished_.push_back(s);
  }
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
    std::uint64_t window = std::min({end, now_ + lookahead_, (now_ / kLookCycles + 1) * kLookCycles});
    if (finite_) window = std::min(window, (now_ / kFinishCycles + 1) * kFinishCycles);
    if (order_seed_ != 0) shuffle();
    for (const unsigned g : order_) {
      if (std::min(wakes_at_[g], announced_[g]) < window) run_group(g, window);
    }
    now_ = window;
    if (now_ >= next_check_) check_progress();
    if (finite_ && now_ % kFinishCycles == 0 && finished()) return;
  }
}

std::uint64_t Fabric::next_wake() const {
  std::uint64_t soonest = Workload::kNever;
  for (std::size_t g = 0; g < wakes_at_.size(); ++g)
    soonest = std::min({soonest, wakes_at_[g], announced_[g]});
  return soonest;
}

bool Fabric::finished() const {
  // What has finished stays so.
  while (!unfinished_.empty() && nodes_[unfinished_.back()]->ports.hosts_finished()) unfinished_.pop_back();
  return unfinished_.empty();
}

void Fabric::shuffle() {
  for (std::size_t n = order_.size(); n > 1; --n) {
    order_seed_ = RandomStream::mix(order_seed_);
    std::swap(order_[n - 1], order_[order_seed_ % n]);
  }
}

void Fabric::run_group(unsigned number, std::uint64_t end) {
  Group& group = groups_[number];
  // Told by switches that have run before it: all that it does not look at by itself is for later.
  const std::uint64_t announced = std::exchange(announced_[number], Workload::kNever);
  group.sleepers_wake_at = std::min(group.sleepers_wake_at, announced);
  if (group.members.size() == 1)
    run_single(*nodes_[group.members.front()], end);
  else
    run_wired(group, end);
  group.now = end;
  wakes_at_[number] = wakes_at(group);
}

void Fabric::run_single(Node& node, std::uint64_t end) {
  while (node.run.now() < end) node.run.advance(node.ports, end);
  node.ports.publish(end);
}

/// When a group has something to do again.
std::uint64_t Fabric::wakes_at(const Group& group) const {
  if (group.members.size() > 1) return group.awake.empty() ? group.sleepers_wake_at : group.now;
  const Node& node = *nodes_[group.members.front()];
  return node.run.is_empty() ? node.ports.wakes_at(group.now) : group.now;
}

void Fabric::wake(unsigned at_switch, std::uint64_t at) {
  std::uint64_t& announced = announced_[nodes_[at_switch]->group];
  announced = std::min(announced, at);
}

// Switches that wires join.

/// Empty, at rest and with nothing announced: it will show what it shows now.
bool Fabric::may_sleep(const Node& node) {
  return node.run.is_empty() && node.run.at_rest() && node.ports.wakes_at(node.run.now()) > node.run.now();
}

/// A switch that has slept goes through the cycles before `now`, in which nothing came over its wires.
void Fabric::make_up(Node& node, std::uint64_t now) {
  if (node.run.now() == now) return;
  node.ports.leave_wires(true);
  run_single(node, now);
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

void Fabric::catch_up() {
  for (const auto& node : nodes_) make_up(*node, now_);
  // A group may sleep before all of its members are at rest: they have gone on by themselves, nothing moved.
  for (Group& group : groups_) group.now = now_;
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

double Fabric::correlation_time() const {
  double longest = 0;
  for (const auto& node : nodes_) longest = std::max(longest, node->run.measures().correlation_time());
  return longest;
}

bool Fabric::known_within(double share) {
  catch_up();
  return trips_.known_within(share, now_, correlation_time());
}

void Fabric::check_progress() {
  next_check_ = now_ / kLookCycles * kLookCycles + kLookCycles;
  if (now_ % kLookCycles == 0) waits_.sample(*this);
  trips_.settle(now_);
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
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      look_at_sleepers(groups_[g], groups_[g].now);
      wakes_at_[g] = wakes_at(groups_[g]);
    }
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
