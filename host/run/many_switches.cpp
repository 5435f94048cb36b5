// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "host/fabric/fabric.h"
#include "host/nic/schedule_workload.h"
#include "host/point/traffic_config.h"
#include "host/run/heard_hosts.h"
#include "host/run/network_flows.h"
#include "host/run/network_result.h"
#include "host/run/overrun_hosts.h"
#include "host/run/paused_hosts.h"
#include "host/run/switch_result.h"
#include "host/run/system.h"
#include "host/traffic/class_traffic.h"
#include "host/traffic/replay_workload.h"
#include "host/traffic/traffic.h"

namespace xb {
namespace {

/// A network with the hosts of each switch at its ports.
class ManySwitches : public System, public NoticeSink {
 public:
  ManySwitches(const Setup& setup, const Models& models, const Job& job, const DeliverySink& deliveries)
      : setup_(setup),
        map_(*setup.fabric),
        job_(job),
        deliveries_(deliveries),
        hosts_(make_hosts()),
        heard_(hear(hosts_)),
        fabric_(map_, models, pointers(deliveries ? heard_ : hosts_), setup.config.is_random()),
        window_(map_) {
    for (unsigned s = 0; s < map_.wiring.switches(); ++s) {
      for (unsigned rank = 0; rank < outputs_[s].size(); ++rank)
        outputs_[s][rank] = fabric_.ports(s).trips().outputs_to(rank);
      pause(s);
    }
    if (setup.config.threads == 1) return;
    fabric_.after_layer([this] {
      for (const Notice& n : std::exchange(notices_, {})) give(n);
    });
  }

  [[nodiscard]] std::uint64_t now() const override { return fabric_.now(); }
  void advance(std::uint64_t end) override {
    const std::uint64_t change = fabric_.next_change();
    const std::uint64_t tell = fabric_.now() + tell_cycles();
    fabric_.advance(std::min(end, change == Workload::kNever ? tell : std::max(tell, change)));
    if (job_.schedule != nullptr) job_.schedule->check_progress(fabric_.now());
    tell_deliveries();
  }
  void warm_up(WarmupDetector& detector) override {
    std::uint64_t before = 0, delivered = 0;
    do {
      before = delivered;
      fabric_.advance(fabric_.now() + kWarmupCycles);
      fabric_.settle();
      delivered = fabric_.delivered_beats();
    } while (!detector.step(delivered - before, fabric_.occupancy_beats(), kWarmupCycles));
    tell_deliveries();
  }
  [[nodiscard]] bool finished() const override { return fabric_.finished(); }
  void open() override {
    fabric_.open_measures();
    window_.open(fabric_);
    times_.open(fabric_.now());
    flows_.open(fabric_);
    for (const auto& paused : paused_)
      if (paused) paused->open();
  }
  void close() override {
    fabric_.close_measures();
    window_.close(fabric_);
    times_.close(fabric_.now());
    flows_.close(fabric_);
    for (const auto& paused : paused_)
      if (paused) paused->close();
  }
  [[nodiscard]] bool known_within(double share) override { return fabric_.known_within(share); }
  void drain(const PacketsLeft& tell) override {
    fabric_.drain(tell);
    tell_deliveries();
  }
  [[nodiscard]] std::uint64_t offered_packets() const override { return fabric_.offered_packets(); }
  [[nodiscard]] RunResult result() const override {
    RunResult result = network_result(map_, fabric_, window_);
    result.delivery = flows_.result(fabric_);
    add_pauses(result);
    if (sends_flows(setup_.config)) result.flows = flows_result(times_);
    return result;
  }

  void notice(unsigned source, unsigned destination, std::uint64_t at) override {
    // What another group may run in a thread now are cycles before `at`.
    const bool here = fabric_.together(map_.wiring.switch_of(source), map_.wiring.switch_of(destination));
    if (here || setup_.config.threads == 1) return give({source, destination, at});
    const std::lock_guard<std::mutex> lock(mutex_);
    notices_.push_back({source, destination, at});
  }

 private:
  struct Notice {
    unsigned source, destination;
    std::uint64_t at;
  };
  void give(const Notice& n) {
    const unsigned there = map_.wiring.switch_of(n.source);
    scheduled_[there]->notice(n.source, n.destination, n.at);
    fabric_.wake(there, n.at);
  }

  /// From first beat in to first beat out; its first switch may have to store it as its host sends it.
  [[nodiscard]] std::uint64_t lone_cycles(const DeliveredPacket& packet) const {
    const unsigned at = map_.wiring.switch_of(packet.source);
    const std::uint64_t longer = map_.topology.switches[at].host_cable.period_cycles - 1;
    const bool stores = map_.switches[at].config.store_forward();
    return packet.zero_load_cycles + (stores ? (packet.length_beats - 1) * longer : 0);
  }

  /// Of each switch and of all, and the same of each class.
  void add_pauses(RunResult& result) const {
    std::vector<PauseResult> pauses;
    std::vector<std::vector<PauseResult>> of_class(result.classes.size());
    for (unsigned s = 0; s < paused_.size(); ++s) {
      if (!paused_[s]) continue;
      RunResult& own = result.network->switches[s].result;
      pauses.push_back(paused_[s]->result());
      own.pause = pauses.back();
      for (ClassResult& of : own.classes) {
        if (!paused_[s]->has(of.of_class)) continue;
        of.pause = paused_[s]->result(of.of_class);
        of_class[of.of_class].push_back(*of.pause);
      }
    }
    if (!pauses.empty()) result.pause = pauses_of_all(pauses);
    for (ClassResult& of : result.classes)
      if (!of_class[of.of_class].empty()) of.pause = pauses_of_all(of_class[of.of_class]);
  }

  /// What is at the ports of a switch that asks for pauses.
  void pause(unsigned s) {
    const Setup& setup = map_.switches[s];
    paused_.push_back(setup.pause ? std::make_unique<PausedHosts>(fabric_.ports(s), setup, fabric_.run(s))
                                  : nullptr);
    if (paused_.back()) fabric_.drive(s, *paused_.back());
  }
  /// Between signs of progress, of large networks fewer: a cycle of theirs takes longer.
  [[nodiscard]] std::uint64_t tell_cycles() const {
    constexpr std::uint64_t kMost = 16384, kSwitchCycles = std::uint64_t{1} << 20U;
    return std::clamp<std::uint64_t>(
        kSwitchCycles / map_.wiring.switches() / Fabric::kFinishCycles * Fabric::kFinishCycles,
        Fabric::kFinishCycles, kMost);
  }
  static constexpr std::uint64_t kWarmupCycles = Fabric::kFinishCycles;
  using Hosts = std::vector<std::unique_ptr<Workload>>;

  Hosts make_hosts() {
    Hosts hosts;
    for (unsigned s = 0; s < map_.wiring.switches(); ++s) {
      outputs_.emplace_back(map_.switches[s].pause ? map_.wiring.hosts() : 0);
      const HostRange range{map_.wiring.first_host(s), map_.wiring.hosts(s), map_.wiring.hosts(),
                            outputs_.back().data()};
      const CableSpeed& cable = map_.topology.switches[s].host_cable;
      scheduled_.push_back(nullptr);
      if (range.count == 0) {
        hosts.push_back(std::make_unique<NoHosts>());
      } else if (job_.schedule != nullptr) {
        auto own = std::make_unique<ScheduleWorkload>(*job_.schedule, range, this, cable.latency_cycles);
        scheduled_.back() = own.get();
        hosts.push_back(std::move(own));
      } else if (job_.replay != nullptr) {
        hosts.push_back(std::make_unique<ReplayWorkload>(
            *job_.replay, setup_.config, map_.switches[s].link_rates, range, cable.period_cycles));
      } else if (setup_.config.is_random() && setup_.config.traffic->has_pattern(TrafficPattern::Overrun)) {
        hosts.push_back(overrun_hosts(setup_, range));
      } else if (setup_.config.has_classes()) {
        hosts.push_back(std::make_unique<ClassTraffic>(setup_.config, map_.switches[s].link_rates, range,
                                                       setup_.hosts_taking_part, cable.period_cycles));
      } else {
        const Setup& s_setup = map_.switches[s];
        hosts.push_back(make_traffic(setup_.config, s_setup.link_rates, range, setup_.hosts_taking_part,
                                     cable.period_cycles, {}, &times_));
      }
    }
    return hosts;
  }
  /// The same hosts, of whose deliveries this hears.
  Hosts hear(const Hosts& hosts) {
    Hosts heard;
    const auto keep = [this](const DeliveredPacket& packet) {
      const std::lock_guard<std::mutex> lock(mutex_);
      delivered_.push_back(packet);
    };
    for (const auto& host : hosts) heard.push_back(std::make_unique<HeardHosts>(*host, keep));
    return heard;
  }
  /// All switches have come to one cycle.
  void tell_deliveries() {
    const auto earlier = [](const DeliveredPacket& a, const DeliveredPacket& b) {
      return std::tie(a.last_out_cycle, a.destination) < std::tie(b.last_out_cycle, b.destination);
    };
    std::stable_sort(delivered_.begin(), delivered_.end(), earlier);
    for (const DeliveredPacket& packet : delivered_) deliveries_(packet);
    delivered_.clear();
  }
  static std::vector<Workload*> pointers(const Hosts& hosts) {
    std::vector<Workload*> list;
    for (const auto& host : hosts) list.push_back(host.get());
    return list;
  }

  const Setup& setup_;
  const ResolvedNetwork& map_;
  Job job_;
  DeliverySink deliveries_;
  std::mutex mutex_;  // of what hosts in several threads say: the two below
  std::vector<DeliveredPacket> delivered_;
  std::vector<Notice> notices_;
  FlowTimes times_{[this](const DeliveredPacket& packet) { return lone_cycles(packet); }};
  std::vector<ScheduleWorkload*> scheduled_;    // those of hosts_ that run a schedule, by switch; else null
  std::vector<std::vector<PortMask>> outputs_;  // by switch that asks for pauses, and rank
  Hosts hosts_, heard_;
  Fabric fabric_;
  std::vector<std::unique_ptr<PausedHosts>> paused_;  // by switch; null: it asks for no pauses
  NetworkWindow window_;
  NetworkFlows flows_;
};

}  // namespace

std::unique_ptr<System> make_network(const Setup& setup, const Models& models, const Job& job,
                                     const RunSinks& sinks) {
  return std::make_unique<ManySwitches>(setup, models, job, sinks.deliveries);
}

}  // namespace xb
