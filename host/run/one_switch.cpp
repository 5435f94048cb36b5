// SPDX-License-Identifier: Apache-2.0
#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/fabric/switch_run.h"
#include "host/nic/schedule_workload.h"
#include "host/point/traffic_config.h"
#include "host/run/delivery.h"
#include "host/run/heard_hosts.h"
#include "host/run/overrun_hosts.h"
#include "host/run/paused_hosts.h"
#include "host/run/switch_result.h"
#include "host/run/system.h"
#include "host/traffic/class_traffic.h"
#include "host/traffic/replay_workload.h"
#include "host/traffic/traffic.h"

namespace xb {
namespace {

/// One switch with its hosts at its ports: rank i is port i.
class OneSwitch : public System {
 public:
  OneSwitch(const Setup& setup, SwitchModel& model, const Job& job, const RunSinks& sinks)
      : setup_(setup),
        run_(setup, model),
        flows_(zero_load()),
        own_hosts_(make_hosts(setup, job, flows_)),
        hosts_(own_hosts_.get()) {
    run_.measures().sample_to(sinks.samples);
    if (setup.device && job.schedule == nullptr && own_hosts_->watch_queues()) run_.watch_hosts();
    if (setup.pause) {
      paused_ = std::make_unique<PausedHosts>(*own_hosts_, setup, run_);
      hosts_ = paused_.get();
    }
    if (!sinks.deliveries) return;
    heard_ = std::make_unique<HeardHosts>(*hosts_, sinks.deliveries);
    hosts_ = heard_.get();
  }

  [[nodiscard]] std::uint64_t now() const override { return run_.now(); }
  void advance(std::uint64_t end) override {
    do run_.advance(*hosts_, end);
    while (run_.now() < end && !hosts_->finished() && !run_.take_check_due());
  }
  void warm_up(WarmupDetector& detector) override {
    do run_.advance(*hosts_, run_.now() + 1);
    while (!detector.step(run_.delivered_beats(), run_.occupancy_beats()));
  }
  [[nodiscard]] bool finished() const override { return hosts_->finished(); }
  void open() override {
    hosts_->settle(run_.now());
    missing_bytes_ = missing_bytes();
    hol_count_ = run_.hol_count();
    offered_ = offered_by_input();
    run_.flows().open(run_.now());
    flows_.open(run_.now());
    if (paused_) paused_->open();
    run_.classes().open(run_.now());
    offered_by_class_ = offered_by_class();
    run_.open(hosts_->offered_beats(), hosts_->offered_packets());
  }
  void close() override {
    hosts_->settle(run_.now());
    const MissingBytes at_end = missing_bytes();
    missing_bytes_ = {at_end.offered - missing_bytes_.offered, at_end.delivered - missing_bytes_.delivered};
    const HolCount end = run_.hol_count();
    hol_count_ = {end.shown - hol_count_.shown, end.differs - hol_count_.differs,
                  end.at_hosts - hol_count_.at_hosts};
    const std::vector<std::uint64_t> offered = offered_by_input();
    for (unsigned input = 0; input < offered.size(); ++input)
      offered_[input] = offered[input] - offered_[input];
    run_.classes().close();
    const std::vector<OfferedOfClass> by_class = offered_by_class();
    for (unsigned c = 0; c < by_class.size(); ++c)
      offered_by_class_[c] = {by_class[c].packets - offered_by_class_[c].packets,
                              by_class[c].beats - offered_by_class_[c].beats};
    run_.flows().close(run_.now());
    flows_.close(run_.now());
    if (paused_) paused_->close();
    run_.close(hosts_->offered_beats(), hosts_->offered_packets());
  }
  [[nodiscard]] bool known_within(double share) override { return run_.measures().known_within(share); }
  void drain(const PacketsLeft& tell) override { run_.drain(*hosts_, tell); }
  [[nodiscard]] std::uint64_t offered_packets() const override { return hosts_->offered_packets(); }
  [[nodiscard]] RunResult result() const override {
    RunResult result = switch_result(run_, setup_);
    const unsigned ports = setup_.config.ports;
    const FlowCounts counts = run_.flows().counts();
    if (setup_.device || run_.observes_ports()) take_losses_by_ports(result, counts, setup_);
    if (!run_.classes().empty()) result.classes = class_results(run_, setup_, offered_by_class_, counts);
    for (ClassResult& of : result.classes)
      if (paused_ && paused_->has(of.of_class)) of.pause = paused_->result(of.of_class);
    DeliveryResult delivery = delivery_result(counts, offered_, ports);
    if (setup_.device || says_something(delivery)) result.delivery = std::move(delivery);
    if (run_.watches_hosts() && run_.measures().port_cycles() > 0)
      result.hol_at_hosts = static_cast<double>(hol_count_.at_hosts) / run_.measures().port_cycles();
    if (setup_.device && setup_.device->observe.shows_hol())
      result.device_hol = device_hol(run_, result, hol_count_);
    if (paused_) result.pause = paused_->result();
    if (sends_flows(setup_.config)) result.flows = flows_result(flows_);
    if (setup_.lengths.in_bytes()) result.bytes = bytes_result(run_, setup_, missing_bytes_);
    return result;
  }

 private:
  [[nodiscard]] std::vector<std::uint64_t> offered_by_input() const {
    std::vector<std::uint64_t> offered;
    for (unsigned input = 0; input < setup_.config.ports; ++input)
      offered.push_back(hosts_->offered_packets_of(input));
    return offered;
  }
  [[nodiscard]] std::vector<OfferedOfClass> offered_by_class() const {
    std::vector<OfferedOfClass> offered;
    for (unsigned c = 0; c < run_.classes().count(); ++c) offered.push_back(hosts_->offered_of_class(c));
    return offered;
  }
  /// Of all packets so far.
  [[nodiscard]] MissingBytes missing_bytes() const { return {hosts_->missing_bytes(), run_.missing_bytes()}; }
  FlowTimes::ZeroLoad zero_load() const {
    if (!setup_.entry->probes.zero_load) return nullptr;
    return [this](const DeliveredPacket& packet) { return run_.zero_load_cycles(packet); };
  }
  static std::unique_ptr<Workload> make_hosts(const Setup& setup, const Job& job, FlowTimes& flows) {
    const HostRange hosts = HostRange::of_one_switch(setup.config.ports);
    if (job.schedule != nullptr) return std::make_unique<ScheduleWorkload>(*job.schedule, hosts);
    if (job.replay != nullptr)
      return std::make_unique<ReplayWorkload>(*job.replay, setup.config, setup.link_rates, hosts);
    if (setup.config.is_random() && setup.config.traffic->has_pattern(TrafficPattern::Overrun))
      return overrun_hosts(setup, hosts);
    if (setup.config.has_classes())
      return std::make_unique<ClassTraffic>(setup.config, setup.link_rates, hosts, setup.hosts_taking_part);
    return make_traffic(setup.config, setup.link_rates, hosts, setup.hosts_taking_part, 1,
                        setup.device ? setup.device->claims.pairs(setup.config.ports) : PortPairs(), &flows);
  }

  const Setup& setup_;
  SwitchRun run_;
  FlowTimes flows_;
  std::unique_ptr<Workload> own_hosts_, heard_;
  std::unique_ptr<PausedHosts> paused_;  // flow pfc, cbfc
  Workload* hosts_;
  HolCount hol_count_;                            // before the window, then in it
  MissingBytes missing_bytes_;                    // likewise
  std::vector<std::uint64_t> offered_;            // likewise, packets by input
  std::vector<OfferedOfClass> offered_by_class_;  // likewise
};

}  // namespace

std::unique_ptr<System> make_one_switch(const Setup& setup, SwitchModel& model, const Job& job,
                                        const RunSinks& sinks) {
  return std::make_unique<OneSwitch>(setup, model, job, sinks);
}

}  // namespace xb
