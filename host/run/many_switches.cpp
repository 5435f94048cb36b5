// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "host/config/fabric_setup.h"
#include "host/fabric/fabric.h"
#include "host/nic/schedule_workload.h"
#include "host/run/network_result.h"
#include "host/run/system.h"
#include "host/traffic/traffic.h"

namespace xb {
namespace {

/// A network with the hosts of each switch at its ports.
class ManySwitches : public System, public NoticeSink {
 public:
  ManySwitches(const Setup& setup, const Models& models, ScheduleJob* job)
      : setup_(setup),
        map_(*setup.fabric),
        job_(job),
        hosts_(make_hosts()),
        fabric_(map_, models, pointers(hosts_), job == nullptr),
        window_(map_) {}

  [[nodiscard]] std::uint64_t now() const override { return fabric_.now(); }
  void advance(std::uint64_t end) override {
    fabric_.advance(std::min(end, fabric_.now() + kTellCycles));
    if (job_ != nullptr) job_->check_progress(fabric_.now());
  }
  void warm_up(WarmupDetector& detector) override {
    std::uint64_t before = 0, delivered = 0;
    do {
      before = delivered;
      fabric_.advance(fabric_.now() + kWarmupCycles);
      delivered = fabric_.delivered_beats();
    } while (!detector.step(delivered - before, fabric_.occupancy_beats(), kWarmupCycles));
  }
  [[nodiscard]] bool finished() const override { return fabric_.finished(); }
  void open() override {
    fabric_.open_measures();
    window_.open(fabric_);
  }
  void close() override {
    fabric_.close_measures();
    window_.close(fabric_);
  }
  [[nodiscard]] bool known_within(double share) override { return fabric_.known_within(share); }
  void drain() override { fabric_.drain(); }
  [[nodiscard]] std::uint64_t offered_packets() const override { return fabric_.offered_packets(); }
  [[nodiscard]] RunResult result() const override { return network_result(map_, fabric_, window_); }

  /// The notice takes as long as the cables that the packet came over.
  void notice(unsigned source, unsigned destination, std::uint64_t at) override {
    const unsigned here = map_.wiring.switch_of(destination);
    const unsigned there = map_.wiring.switch_of(source);
    const std::uint64_t known = at + fabric_.ports(here).cable_cycles();
    static_cast<ScheduleWorkload&>(*hosts_[there]).notice(source, destination, known);
    fabric_.wake(there, known);
  }

 private:
  static constexpr std::uint64_t kTellCycles = 16384;  // between signs of progress
  static constexpr std::uint64_t kWarmupCycles = Fabric::kFinishCycles;
  using Hosts = std::vector<std::unique_ptr<Workload>>;

  Hosts make_hosts() {
    Hosts hosts;
    for (unsigned s = 0; s < map_.wiring.switches(); ++s) {
      const HostRange range{map_.wiring.first_host(s), map_.wiring.hosts(s), map_.wiring.hosts()};
      const CableSpeed& cable = map_.topology.switches[s].host_cable;
      if (range.count == 0) {
        hosts.push_back(nullptr);
      } else if (job_ != nullptr) {
        hosts.push_back(std::make_unique<ScheduleWorkload>(*job_, range, this, cable.latency_cycles));
      } else {
        const Setup& s_setup = map_.switches[s];
        hosts.push_back(std::make_unique<TrafficWorkload>(setup_.config, s_setup.link_rates, range,
                                                          setup_.hosts_taking_part, cable.period_cycles));
      }
    }
    return hosts;
  }
  static std::vector<Workload*> pointers(const Hosts& hosts) {
    std::vector<Workload*> list;
    for (const auto& host : hosts) list.push_back(host.get());
    return list;
  }

  const Setup& setup_;
  const FabricSetup& map_;
  ScheduleJob* job_;
  Hosts hosts_;
  Fabric fabric_;
  NetworkWindow window_;
};

}  // namespace

std::unique_ptr<System> make_network(const Setup& setup, const Models& models, ScheduleJob* job) {
  return std::make_unique<ManySwitches>(setup, models, job);
}

}  // namespace xb
