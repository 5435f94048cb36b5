// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "host/config/resolved_network.h"
#include "host/fabric/fabric_link.h"
#include "host/fabric/fabric_node.h"
#include "host/fabric/group_order.h"
#include "host/fabric/ideal_network.h"
#include "host/fabric/models.h"
#include "host/fabric/packets_left.h"
#include "host/fabric/trip_measures.h"
#include "host/fabric/wait_watch.h"
#include "host/fabric/wired_switches.h"

namespace xb {

/// A network of switches and their hosts, cycle by cycle. Each switch is run by itself, with all the checks
/// that a single one has; its neighbours are the ends of its links.
///
/// Time is local. What a switch does reaches another one after the latency of a cable, so that all may run
/// ahead of each other by the least latency there is, in whatever order or at once in several threads: that
/// never changes a result.
/// Switches that wires join (cables of latency 0) go through each cycle together. A switch with nothing to do
/// sleeps until something comes, and then makes up for it; one that only goes on with what it does is not
/// looked at either, until that changes.
class Fabric {
 public:
  /// `models`: one per switch; `hosts`: the workload of each switch's hosts. All outlive the fabric.
  /// `intervals`: there is a steady state, and hosts never finish.
  Fabric(const ResolvedNetwork& setup, const Models& models, const std::vector<Workload*>& hosts,
         bool intervals);

  /// Runs all switches to cycle `end`, or, if that comes before, to a cycle in which all hosts have finished,
  /// which is looked at every kFinishCycles. Throws RunError on any violation, and with the channels that
  /// wait for each other when nothing moves any more.
  void advance(std::uint64_t end);
  /// Stops the hosts and runs until the network is empty; checks that nothing is left or missing.
  void drain(const PacketsLeft& tell = {});

  /// All switches with packets in them come to now().
  void settle();
  /// All switches, the sleeping ones too, come to now().
  void catch_up();
  void open_measures();
  void close_measures();

  [[nodiscard]] std::uint64_t now() const { return now_; }
  [[nodiscard]] bool finished() const;
  /// The cycle in which something is due next; kNever: all is at rest.
  [[nodiscard]] std::uint64_t next_change() const;
  [[nodiscard]] unsigned switches() const { return static_cast<unsigned>(nodes_.size()); }
  [[nodiscard]] const SwitchRun& run(unsigned at) const { return nodes_[at]->run; }
  [[nodiscard]] const SwitchPorts& ports(unsigned at) const { return nodes_[at]->ports; }
  [[nodiscard]] const TripMeasures& trips() const { return trips_; }
  /// The same of each class, of several.
  [[nodiscard]] const std::vector<TripMeasures>& class_trips() const { return class_trips_; }
  /// Beside a network of ideal switches; null: there is none.
  [[nodiscard]] const IdealNetwork* ideal() const { return ideal_.get(); }
  /// Of the slowest queue anywhere, in stretches: what a packet waits for changes no faster.
  [[nodiscard]] double correlation_time() const;
  /// The means of throughput and queueing are known so well.
  [[nodiscard]] bool known_within(double share);
  [[nodiscard]] const WaitWatch& waits() const { return waits_; }
  /// Packets that hosts have started, and that have come to hosts.
  [[nodiscard]] std::uint64_t started_packets() const;
  [[nodiscard]] std::uint64_t arrived_packets() const;
  [[nodiscard]] std::uint64_t offered_beats() const;
  /// Bytes that the last beats of packets, offered or delivered to hosts, have room for and do not have.
  [[nodiscard]] std::uint64_t offered_missing_bytes() const;
  [[nodiscard]] std::uint64_t delivered_missing_bytes() const;
  [[nodiscard]] std::uint64_t offered_packets() const;
  /// Beats that have come to hosts, and beats in all switches.
  [[nodiscard]] std::uint64_t delivered_beats() const;
  [[nodiscard]] std::uint64_t occupancy_beats() const;

  /// For tests: switches run in an order drawn from `seed` in each window.
  void shuffle_order(std::uint64_t seed) { order_->shuffle(seed); }
  /// Called when a layer has run, and before the next does.
  void after_layer(std::function<void()> call) { order_->after_layer(std::move(call)); }
  /// Two switches go through each cycle together, in one thread.
  [[nodiscard]] bool together(unsigned a, unsigned b) const { return nodes_[a]->group == nodes_[b]->group; }
  /// What is at the ports of a switch is driven by `work`, which drives ports(at); it outlives the fabric.
  void drive(unsigned at, Workload& work) { nodes_[at]->work = &work; }
  [[nodiscard]] SwitchPorts& ports(unsigned at) { return nodes_[at]->ports; }
  /// What drives it.
  [[nodiscard]] const Workload& work(unsigned at) const { return *nodes_[at]->work; }
  /// For hosts: something is due at a switch's hosts in cycle `at`. By one thread at a time.
  void wake(unsigned at_switch, std::uint64_t at);

  static constexpr std::uint64_t kFinishCycles = 64;

 private:
  /// Over all switches: what `of` says of a FabricNode.
  template <class Of>
  [[nodiscard]] std::uint64_t sum(Of&& of) const {
    std::uint64_t all = 0;
    for (const auto& node : nodes_) all += of(*node);
    return all;
  }
  /// What the switch takes and gives out counts by flow, of classes or for what it loses.
  [[nodiscard]] bool counts_flows(const SwitchRun& run) const {
    return !class_trips_.empty() || run.observes_ports();
  }
  void make_groups(unsigned threads, std::uint64_t lookahead);
  void keep_trips(unsigned threads);
  void run_group(unsigned number, std::uint64_t end);
  void follow_ideal(std::uint64_t now) {
    if (ideal_) ideal_->advance(now);
  }
  void check_progress();
  void check_flows();
  void check_classes();

  const ResolvedNetwork& setup_;
  bool finite_;  // hosts finish
  bool draining_ = false;
  TripStore trip_store_;
  std::vector<TripPool> trip_pools_;  // of each thread
  TripMeasures trips_;
  std::vector<TripMeasures> class_trips_;
  std::unique_ptr<IdealNetwork> ideal_;
  std::vector<FabricLink> links_;  // never grows once it is made
  FabricNodes nodes_;
  std::vector<WiredSwitches> groups_;
  // Per group: when it has something to do, as far as it knows by itself, or others have announced.
  std::vector<Announced> due_;
  std::atomic<std::size_t> busy_groups_{0};
  std::optional<GroupOrder> order_;           // of the groups
  mutable std::vector<unsigned> unfinished_;  // switches whose hosts had something to do when last looked at
  std::uint64_t patience_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t next_check_ = 0;
  WaitWatch waits_;
};

}  // namespace xb
