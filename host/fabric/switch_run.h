// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "host/check/rest_watch.h"
#include "host/fabric/flow_watch.h"
#include "host/fabric/lag_watch.h"
#include "host/fabric/observed_ports.h"
#include "host/fabric/packets_left.h"
#include "host/fabric/switch_checks.h"
#include "host/link/ecn_marker.h"
#include "host/link/receiver.h"
#include "host/link/scoreboard.h"
#include "host/link/switch_model.h"
#include "host/link/transmitter.h"
#include "host/link/workload.h"
#include "host/measure/class_measures.h"
#include "host/measure/higher_class.h"
#include "host/measure/loss_count.h"
#include "host/measure/measures.h"
#include "host/switches/switch_entry.h"

namespace xb {

class LinkPorts;
struct Setup;

/// One switch between its hosts, or what else is at its ports, cycle by cycle: drives it with a workload,
/// checks every beat from port to port and the handshake, feeds the measures. Throws RunError on any
/// violation and when nothing moves any more.
class SwitchRun {
 public:
  static constexpr std::uint64_t kCheckCycles = 1024;  // between looks at progress
  /// Cycles without any beat moved and any host event to come after which a run has stopped, besides those
  /// that packets are under way.
  static constexpr std::uint64_t kPatienceCycles = 20000;

  /// Both outlive it.
  SwitchRun(const Setup& setup, SwitchModel& model);

  /// In a network: `ends` hears of the beats that move, `forwarding` gives packets of the hosts their
  /// outputs; messages name the switch; that the run makes no progress is for the network to see.
  /// `links`: ports with a link to another switch.
  void connect(LinkPorts& ends, PortMask links, Forwarding& forwarding, const std::string& name);

  /// It is one of so many of a network.
  void share_watch(unsigned switches) { checks_.share_watch(switches); }
  /// The cable of an output moves a beat in every so many cycles; for the ideal switch.
  void set_output_period(unsigned port, unsigned cycles) {
    if (lag_) lag_->set_output_period(port, cycles);
  }

  /// Runs cycles up to `end` at most: one, or, where nothing is decided for a while, several at once.
  void advance(Workload& workload, std::uint64_t end);
  /// Runs to cycle `end`, or to an earlier one from which on, before `end`, nothing changes: those cycles
  /// wait for what comes after them. Returns the cycle before which nothing changes, unless others announce
  /// it.
  std::uint64_t run_to(Workload& workload, std::uint64_t end);
  /// Runs until the switch is empty, and checks that it is and that no packet is missing.
  void drain(Workload& workload, const PacketsLeft& tell = {});

  /// The first cycle in which the switch, its packets or its hosts do something else than in the last one, or
  /// something is due; now(): that is not known.
  [[nodiscard]] std::uint64_t unchanged_until(const Workload& workload) const;

  // A cycle in three parts. Of switches that wires join, all have done with one part before any begins the
  // next.
  /// What the switch shows in this cycle: outputs().
  void show();
  /// What the other side of its ports does.
  void decide(Workload& workload);
  /// The edge that ends the cycle, and what moved in it.
  void clock(Workload& workload);
  /// One cycle, so that the switch shows its empty state, and the check that it is.
  void finish(Workload& workload);

  [[nodiscard]] std::uint64_t now() const { return now_; }
  /// The measured window opens, and closes; packets that the hosts have offered by then.
  void open(std::uint64_t offered_beats, std::uint64_t offered_packets);
  void close(std::uint64_t offered_beats, std::uint64_t offered_packets);
  Measures& measures() { return measures_; }
  [[nodiscard]] const Measures& measures() const { return measures_; }
  ClassMeasures& classes() { return classes_; }
  [[nodiscard]] const ClassMeasures& classes() const { return classes_; }
  /// It is known what higher classes hold.
  [[nodiscard]] bool knows_held() const { return higher_ != nullptr; }
  /// ... and which classes are head-of-line blocked.
  [[nodiscard]] bool knows_fronts() const { return higher_ != nullptr && entry_.fifo_inputs; }
  /// What the switch showed in the last cycle.
  [[nodiscard]] const SwitchOutputs& outputs() const { return out_; }
  /// It is measured from its ports, not by its probes.
  [[nodiscard]] bool observes_ports() const { return observed_ != nullptr; }
  /// What the switch showed in the last cycle, as it is measured.
  [[nodiscard]] const SwitchOutputs& measured() const { return observed_ ? observed_->shown() : out_; }
  /// Of a device that shows head-of-line blocking; else 0.
  [[nodiscard]] HolCount hol_count() const { return observed_ ? observed_->hol_count() : HolCount{}; }
  /// Beside an ideal switch; null: there is none.
  [[nodiscard]] const LagWatch* lag() const { return lag_.get(); }
  /// Of a switch that marks packets; null: it does not.
  [[nodiscard]] const EcnMarker* marker() const { return marker_.get(); }
  /// Beats in the queue that the marker looks at for packets from an input to an output.
  [[nodiscard]] const Histogram& marker_queue(unsigned input, unsigned output) const {
    const unsigned queue = queue_of(entry_.queues, config_.ports, input, output);
    return marker_queues_.empty() ? measures_.queue_beats(queue) : marker_queues_[queue];
  }
  /// Beats delivered in the last cycle; beats in the switch, or packets where it does not show its queues.
  [[nodiscard]] unsigned delivered_beats() const { return delivered_beats_; }
  [[nodiscard]] std::uint64_t occupancy_beats() const;
  [[nodiscard]] std::uint64_t zero_load_cycles(const DeliveredPacket& packet) const {
    if (packet.length_beats != lone_length_) return lone_cycles_of(packet);
    return lone_cycles_;
  }
  /// A cycle since the last call of this was a multiple of kCheckCycles.
  bool take_check_due();

  /// No packet is in the switch, or on its way into it.
  [[nodiscard]] bool is_empty() const { return scoreboard_.in_flight() == 0 && transmitter_.busy() == 0; }
  /// The switch is empty, and will send nothing in this cycle, before which it may fall asleep.
  void tell_sent();
  /// A beat came in from a link in the last cycle, of a packet of several.
  [[nodiscard]] bool takes() const { return told_accepted_ != 0; }
  /// It has stood still so long that what it shows will stay.
  [[nodiscard]] bool at_rest() const { return rest_.at_rest(); }
  /// Before show(): its handshake is the one that it showed in the last cycle.
  [[nodiscard]] bool shakes_as_before() const { return model_.shakes_as(out_); }
  /// Packets that the switch has discarded since the start.
  std::uint64_t dropped_packets();
  /// Out of its memory, in the measured window, after it.
  [[nodiscard]] std::uint64_t evicted_packets() const { return evicted_; }
  /// Packets that it has taken and not delivered, lost ones among them.
  [[nodiscard]] std::uint64_t missing_packets() const { return scoreboard_.lost() + scoreboard_.in_flight(); }
  /// Bytes that the last beats of delivered packets have room for and do not have, where lengths are bytes.
  [[nodiscard]] std::uint64_t missing_bytes() const { return receiver_.missing_bytes(); }
  /// The cycle in which a beat moved last.
  [[nodiscard]] std::uint64_t last_moved() const { return last_moved_; }
  /// The same of a class, of several.
  [[nodiscard]] std::uint64_t last_moved_of(unsigned of_class) const { return last_moved_of_[of_class]; }
  [[nodiscard]] const Transmitter& transmitter() const { return transmitter_; }
  [[nodiscard]] const Scoreboard& scoreboard() const { return scoreboard_; }
  /// The packet that an output has begun to send, or is about to: it shows a first beat. Null if there is no
  /// such packet.
  [[nodiscard]] const PacketInFlight* shown(unsigned port) const;
  /// The packet of which some beats have come out at `port`, not all.
  [[nodiscard]] Receiver::UnderWay leaving(unsigned port) const { return receiver_.under_way(port); }
  /// Outputs that have sent a beat in the last cycle, and the packet that it is of.
  [[nodiscard]] PortMask delivered() const { return delivered_; }
  [[nodiscard]] const DeliveredPacket& sent_last(unsigned port) const { return receiver_.packet(port); }
  /// Outputs that have sent some beats of a packet, not all.
  [[nodiscard]] PortMask within_packet() const { return receiver_.in_packet(); }
  /// Of one switch by itself: what becomes of each flow's packets.
  FlowWatch& flows() { return flows_; }
  [[nodiscard]] const FlowWatch& flows() const { return flows_; }
  /// From now on hol_count() has what happens at the hosts: the workload can tell.
  void watch_hosts() { watches_hosts_ = observed_ != nullptr; }
  [[nodiscard]] bool watches_hosts() const { return watches_hosts_; }
  [[nodiscard]] std::string who_waits(const Workload& workload) const;

 private:
  void tell_flags();
  void count_held(std::uint64_t cycles);
  void step(Workload& workload);
  void step_classes(Workload& workload);
  void decide_classes(Workload& workload);
  void decide_all(Workload& workload);
  void note_moved_classes();
  void stop_classes(const PortMask* stopped);
  void look_ahead(const Workload& workload);
  void pass_over(Workload& workload, std::uint64_t until);
  void take();
  void account(Workload& workload);
  void deliver(Workload& workload);
  void deliver_in_network(Workload& workload);
  [[gnu::noinline]] void measure_lag();
  [[nodiscard]] std::uint64_t lone_cycles_of(const DeliveredPacket& packet) const;
  [[gnu::noinline, nodiscard]] std::uint64_t find_lone_cycles(const DeliveredPacket& packet) const;
  [[nodiscard]] bool is_measured_well() const;
  [[noreturn]] void report_violations() const;
  void tell_moved(PortMask cells_in);
  void skip(Workload& workload, std::uint64_t cycles);
  void pass(Workload& workload, std::uint64_t cycles);
  [[nodiscard]] std::string unequal_drops() const;
  void check_progress(const Workload& workload);
  void check_empty();

  const SwitchConfig& config_;
  SwitchModel& model_;
  const SwitchEntry& entry_;
  unsigned queues_;
  bool ready_by_class_;  // of a device an input has one ready
  bool device_counts_;   // packets that it discards
  unsigned data_words_;  // 0: the engine carries no payload
  Transmitter transmitter_;
  Receiver receiver_;
  SwitchChecks checks_;
  Scoreboard scoreboard_;
  FlowWatch flows_;
  ClassMeasures classes_;                // empty: there are none
  std::unique_ptr<HigherClass> higher_;  // null: not measured
  Measures measures_;
  std::unique_ptr<LagWatch> lag_;
  std::unique_ptr<EcnMarker> marker_;
  std::vector<Histogram> marker_queues_;     // empty: they are what is measured
  std::unique_ptr<ObservedPorts> observed_;  // null: the switch's probes are what is measured
  RestWatch rest_;
  LossCount drops_;            // since the start
  std::uint64_t evicted_ = 0;  // before the window, then in it
  SwitchOutputs out_{};
  PortMask accepted_ = 0, delivered_ = 0;  // in the last cycle
  std::uint64_t now_ = 0;
  std::uint64_t last_moved_ = 0;
  std::array<std::uint64_t, kMaxClasses> last_moved_of_{};
  PortMask withdrawn_ = 0;  // outputs whose first beat, on offer in the last cycle, may be
  std::uint64_t next_check_ = kCheckCycles;
  bool check_due_ = false;
  bool watches_hosts_ = false;
  static constexpr unsigned kMostMisses = 8;
  std::uint64_t next_look_ = 0;  // the first cycle after which to ask the switch again whether it is steady
  unsigned misses_ = 0;          // in a row
  // The switch and its packets go on as in the last cycle before this one, if what is at its ports does.
  std::uint64_t steady_until_ = 0;
  unsigned delivered_beats_ = 0;
  // What the switch takes for a packet of such a length, if nothing else of it counts; 0: not known yet.
  mutable unsigned lone_length_ = 0;
  mutable std::uint64_t lone_cycles_ = 0;
  // In a network: what is at the ports of links, and what it was told last.
  LinkPorts* ends_ = nullptr;
  PortMask links_ = 0;
  PortMask told_accepted_ = 0, told_delivered_ = 0;
  std::string name_ = "the switch";
  std::uint64_t seed_;
};

}  // namespace xb
