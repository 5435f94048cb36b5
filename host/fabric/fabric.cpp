// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/fabric.h"

#include <algorithm>
#include <utility>

#include "host/base/errors.h"
#include "host/config/setup.h"

namespace xb {
namespace {

// Between looks at who waits: a prime, so that no pattern of packets keeps step with it.
constexpr std::uint64_t kLookCycles = 1021;
FlowBook::Rules rules_of(const ResolvedNetwork& setup) {
  const bool lossy = std::any_of(setup.switches.begin(), setup.switches.end(),
                                 [](const Setup& s) { return s.config.drop(); });
  return {lossy, !lossy && setup.routes.adapts()};
}

/// Cycles in which nothing need move, as links pause.
std::uint64_t longest_gap(const ResolvedNetwork& setup) {
  const RunConfig& config = setup.switches.front().config;
  std::uint64_t slowest = 1;
  for (const auto& node : setup.topology.switches)
    slowest = std::max<std::uint64_t>(slowest, node.host_cable.period_cycles);
  for (const auto& cable : setup.topology.cables)
    slowest = std::max<std::uint64_t>(slowest, cable.speed.period_cycles);
  return config.gap_bytes / config.beat_bytes() * slowest;
}

/// 0: there are none.
unsigned classes_measured(const ResolvedNetwork& setup) {
  const RunConfig& config = setup.switches.front().config;
  return config.has_classes() ? config.classes : 0;
}
unsigned threads_of(const ResolvedNetwork& setup) { return setup.switches.front().config.threads; }
/// Where nothing adapts, so that packets go the same ways in both.
std::unique_ptr<IdealNetwork> ideal_network(const ResolvedNetwork& setup) {
  const bool wanted = setup.switches.front().config.reference == Reference::OutputQueued;
  return wanted && !rules_of(setup).adaptive ? std::make_unique<IdealNetwork>(setup) : nullptr;
}

}  // namespace

Fabric::Fabric(const ResolvedNetwork& setup, const Models& models, const std::vector<Workload*>& hosts,
               bool intervals)
    : setup_(setup),
      finite_(!intervals),
      trips_(setup.wiring.hosts(), intervals, threads_of(setup)),
      ideal_(ideal_network(setup)) {
  class_trips_.reserve(classes_measured(setup));
  for (unsigned c = 0; c < classes_measured(setup); ++c)
    class_trips_.emplace_back(setup.wiring.hosts(), intervals, threads_of(setup));
  const SharedByAll network{setup, rules_of(setup), ideal_.get()};
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    FabricNode& node = *nodes_.emplace_back(
        std::make_unique<FabricNode>(network, setup.switches[s], s, *hosts[s], *models[s]));
    node.run.connect(node.ports.links(), ~node.ports.host_ports(), node.ports.trips(),
                     setup.topology.switches[s].name);
    node.run.share_watch(setup.wiring.switches());
    patience_ = std::max<std::uint64_t>(patience_, setup.switches[s].config.route_delay);
  }
  std::uint64_t lookahead = Workload::kNever / 2;
  links_.reserve(2 * setup.topology.cables.size());
  for (unsigned s = 0; s < setup.wiring.switches(); ++s) {
    for (unsigned port = 0; port < setup.wiring.ports(s); ++port) {
      const PortEnd& end = setup.wiring.end(s, port);
      nodes_[s]->run.set_output_period(port, end.host ? setup.topology.switches[s].host_cable.period_cycles
                                                      : setup.topology.cables[end.cable].speed.period_cycles);
      if (end.host) continue;
      FabricLink& link =
          links_.emplace_back(setup.topology.cables[end.cable].speed, port, end.index, end.port);
      nodes_[s]->ports.add_out(link, nodes_[end.index]->ports);
      if (!link.is_wire()) lookahead = std::min<std::uint64_t>(lookahead, link.latency);
      patience_ = std::max(patience_, std::uint64_t{4} * link.latency);
    }
  }
  patience_ += SwitchRun::kPatienceCycles + longest_gap(setup);
  make_groups(threads_of(setup), lookahead);
  keep_trips(threads_of(setup));
}

void Fabric::make_groups(unsigned threads, std::uint64_t lookahead) {
  for (auto& members : joined_by_wires(setup_.wiring, nodes_)) {
    for (const unsigned at : members) nodes_[at]->group = static_cast<unsigned>(groups_.size());
    groups_.emplace_back(setup_.wiring, nodes_, std::move(members));
  }
  busy_groups_ = groups_.size();
  due_.resize(groups_.size());
  for (Announced& due : due_) {
    due.first = 0;
    due.threads = threads > 1;
  }
  std::vector<std::vector<unsigned>> neighbours(groups_.size());
  for (unsigned s = 0; s < switches(); ++s) {
    const unsigned group = nodes_[s]->group;
    nodes_[s]->ports.links().flows().announce_to(due_[group]);
    unfinished_.push_back(s);
    for (unsigned port = 0; port < setup_.wiring.ports(s); ++port) {
      const PortEnd& end = setup_.wiring.end(s, port);
      if (!end.host && nodes_[end.index]->group != group)
        neighbours[group].push_back(nodes_[end.index]->group);
    }
  }
  order_.emplace(neighbours, threads, lookahead);
}

/// What a switch's packets are kept and counted in: of its thread.
void Fabric::keep_trips(unsigned threads) {
  for (unsigned thread = 0; thread < threads; ++thread) trip_pools_.emplace_back(trip_store_);
  order_->for_each([&](unsigned group, unsigned thread) {
    std::vector<TripCounts*> of_class;
    for (TripMeasures& trips : class_trips_) of_class.push_back(&trips.of_thread(thread));
    for (const unsigned at : groups_[group].members())
      nodes_[at]->ports.trips().keep(trip_pools_[thread], trips_.of_thread(thread), of_class);
  });
}

// Time.

void Fabric::advance(std::uint64_t end) {
  while (now_ < end) {
    const std::uint64_t soonest = std::max(now_, next_change());
    if (soonest > now_ && busy_groups_ == 0) {
      // All sleep.
      const std::uint64_t look = (now_ + kFinishCycles - 1) / kFinishCycles * kFinishCycles;
      if ((soonest == Workload::kNever || (soonest >= look && !draining_)) && finished()) {
        now_ = std::min(end, look);
        return;
      }
      now_ = std::min(end, soonest == Workload::kNever ? now_ + patience_ : soonest);
      check_progress();
      continue;
    }
    // All come together where progress, or the hosts' end, is looked at.
    std::uint64_t next = std::min(end, (now_ / kLookCycles + 1) * kLookCycles);
    if (finite_) next = std::min(next, (now_ / kFinishCycles + 1) * kFinishCycles);
    if (soonest < next) {
      if (finite_) next = std::min(next, soonest + order_->lookahead());
      order_->run_to(
          soonest, next, [this](unsigned g, std::uint64_t until) { return due_[g].first < until; },
          [this](unsigned g, std::uint64_t until) { run_group(g, until); });
    }
    now_ = next;
    if (now_ >= next_check_) check_progress();
    if (finite_ && now_ % kFinishCycles == 0 && finished()) return;
  }
}

std::uint64_t Fabric::next_change() const {
  std::uint64_t soonest = Workload::kNever;
  for (const Announced& due : due_) soonest = std::min<std::uint64_t>(soonest, due.first);
  return soonest;
}

bool Fabric::finished() const {
  // What has finished stays so.
  while (!unfinished_.empty() && nodes_[unfinished_.back()]->ports.hosts_finished()) unfinished_.pop_back();
  return unfinished_.empty();
}

void Fabric::run_group(unsigned number, std::uint64_t end) {
  WiredSwitches& group = groups_[number];
  Announced& due = due_[number];
  // Told by switches that have run before it: all that it does not look at by itself is for later.
  due.first = Workload::kNever;
  const bool was_busy = group.busy();
  due.arrival(group.run_to(end, due));
  if (group.busy() != was_busy) busy_groups_ += group.busy() ? 1 : ~std::size_t{0};
}

void Fabric::wake(unsigned at_switch, std::uint64_t at) {
  nodes_[at_switch]->ports.hosts_changed();
  due_[nodes_[at_switch]->group].arrival(at);
}

void Fabric::settle() {
  for (const auto& node : nodes_) {
    if (!node->run.is_empty()) node->make_up(now_);
  }
}

void Fabric::catch_up() {
  for (const auto& node : nodes_) node->make_up(now_);
  // A group may sleep before all of its members are at rest: they have gone on by themselves, nothing moved.
  for (WiredSwitches& group : groups_) group.caught_up(now_);
}

// The run as a whole.

void Fabric::open_measures() {
  catch_up();
  for (const auto& node : nodes_) {
    node->ports.settle(now_);
    node->run.open(node->ports.offered_beats(), node->ports.offered_packets());
    if (!class_trips_.empty()) node->run.classes().open(now_);
    if (counts_flows(node->run)) node->run.flows().open(now_);
  }
  trips_.open(now_);
  for (TripMeasures& of_class : class_trips_) of_class.open(now_);
  waits_.open();
}

void Fabric::close_measures() {
  catch_up();
  for (const auto& node : nodes_) {
    node->ports.settle(now_);
    node->run.close(node->ports.offered_beats(), node->ports.offered_packets());
    if (!class_trips_.empty()) node->run.classes().close();
    if (counts_flows(node->run)) node->run.flows().close(now_);
  }
  trips_.close(now_);
  for (TripMeasures& of_class : class_trips_) of_class.close(now_);
  follow_ideal(now_);
  waits_.close();
}

std::uint64_t Fabric::started_packets() const {
  return sum([](const FabricNode& node) { return node.ports.trips().flows().started(); });
}
std::uint64_t Fabric::arrived_packets() const {
  return sum([](const FabricNode& node) { return node.ports.trips().flows().arrived(); });
}
std::uint64_t Fabric::offered_beats() const {
  return sum([](const FabricNode& node) { return node.ports.offered_beats(); });
}
std::uint64_t Fabric::offered_packets() const {
  return sum([](const FabricNode& node) { return node.ports.offered_packets(); });
}
std::uint64_t Fabric::offered_missing_bytes() const {
  return sum([](const FabricNode& node) { return node.ports.missing_bytes(); });
}
std::uint64_t Fabric::delivered_missing_bytes() const {
  return sum([](const FabricNode& node) { return node.ports.delivered_missing_bytes(); });
}
std::uint64_t Fabric::delivered_beats() const {
  return sum([](const FabricNode& node) {
    std::uint64_t beats = 0;
    for_each_port(node.ports.host_ports(), [&](unsigned port) { beats += node.ports.sent(port).beats; });
    return beats;
  });
}
std::uint64_t Fabric::occupancy_beats() const {
  return sum([](const FabricNode& node) { return node.run.occupancy_beats(); });
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
  settle();
  // A look in which all sleep may have been passed over, so none of them counts.
  if (now_ % kLookCycles == 0 && (busy_groups_ != 0 || next_change() <= now_)) waits_.sample(*this);
  trips_.settle(now_);
  for (TripMeasures& of_class : class_trips_) of_class.settle(now_);
  follow_ideal(now_);
  std::uint64_t moved = 0, held_until = 0;
  std::uint64_t due = Workload::kNever;
  for (const auto& node : nodes_) {
    moved = std::max(moved, node->run.last_moved());
    held_until = std::max(held_until, node->work->waits_until());
    due = std::min(due, node->ports.next_event(now_));
  }
  if (now_ <= held_until + patience_) return;
  check_classes();
  if (due != Workload::kNever || now_ - moved <= patience_) return;
  throw RunError("no progress since cycle {}: nothing moves and no host is due to act\n{}", moved,
                 waiting_report(*this, setup_));
}

/// Of classes that pause, each by itself: others may go on.
void Fabric::check_classes() {
  for (unsigned c = 0; c < class_trips_.size(); ++c) {
    std::uint64_t moved = 0;
    for (const auto& node : nodes_) moved = std::max(moved, node->run.last_moved_of(c));
    if (now_ - moved <= patience_) continue;
    const std::string circle = class_deadlock(*this, setup_, c);
    if (!circle.empty()) throw RunError("no progress of class {} since cycle {}\n{}", c, moved, circle);
  }
}

void Fabric::drain(const PacketsLeft& tell) {
  settle();
  for (const auto& node : nodes_) node->work->stop();
  finite_ = draining_ = true;
  const auto missing = [&] {
    return started_packets() - arrived_packets() -
           sum([](FabricNode& node) { return node.run.dropped_packets(); });
  };
  // Hosts that have stopped are not due when they said when they were asked last.
  for (std::size_t g = 0; g < groups_.size(); ++g)
    due_[g].first = groups_[g].busy() ? now_ : groups_[g].wakes_at(now_);
  while (missing() != 0) {
    if (busy_groups_ == 0 && next_change() == Workload::kNever) {
      throw RunError("at the end of the run {} packets are missing, and all switches are empty\n", missing());
    }
    advance(now_ + kFinishCycles);
    if (tell) tell(missing());
  }
  catch_up();
  follow_ideal(Workload::kNever);
  check_flows();
  for (const auto& node : nodes_) node->run.finish(*node->work);
}

void Fabric::check_flows() {
  for (unsigned s = 0; s < switches(); ++s) {
    const std::size_t waiting = nodes_[s]->ports.trips().flows().waiting();
    if (waiting == 0) continue;
    throw RunError("at the end of the run {} packets for hosts of switch {} wait for earlier ones", waiting,
                   setup_.topology.switches[s].name);
  }
}

}  // namespace xb
