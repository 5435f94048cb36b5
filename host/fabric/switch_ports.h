// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/fabric/fabric_link.h"
#include "host/fabric/flow_book.h"
#include "host/fabric/host_ports.h"
#include "host/fabric/link_ends.h"
#include "host/fabric/link_flows.h"
#include "host/fabric/output_choice.h"
#include "host/fabric/switch_run.h"
#include "host/fabric/trip.h"
#include "host/fabric/trip_measures.h"
#include "host/link/forwarding.h"
#include "host/link/line_pace.h"
#include "host/link/workload.h"
#include "host/network/routes.h"

namespace xb {

/// What is at the ports of one switch of a network: its hosts, and the ends of its links. It makes packets
/// that come over a link start at the switch as those of a host do, gives each its output by the forwarding
/// table, and checks those for its hosts end to end. It knows its neighbours by their links alone, but for
/// wires, whose two ends are one signal.
class SwitchPorts : public Workload, public Forwarding, public LinkEnds {
 public:
  /// What all switches of a network share.
  struct Network {
    const Wiring& wiring;
    const Routes& routes;
    FlowBook::Rules rules;
    TripPool& trips;
    TripMeasures& measures;
    LengthUnit lengths = {};
    unsigned beat_bytes = 0, gap_bytes = 0;  ///< that a packet costs its link beyond its own
    AdaptiveChoice adaptive = AdaptiveChoice::None;
    std::uint64_t seed = 1;  ///< of what that draws
  };

  /// `hosts`: the workload of the switch's hosts, null for a switch without. `host_period`: their cables move
  /// a beat in cycles that are multiples of it.
  SwitchPorts(const Network& network, unsigned at, Workload* hosts, std::uint64_t host_period);

  /// Once: the switch between these ports. Both live as long as the other.
  void serve(SwitchRun& run) { run_ = &run; }
  /// Links of latency > 0: a link's other end is `far`. Wires: also what is there.
  void add_out(FabricLink& link, SwitchPorts& far);
  void add_in(FabricLink& link, SwitchPorts& far);

  // Workload.
  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override;
  void delivered(const DeliveredPacket& packet) override;
  [[nodiscard]] bool finished() const override { return false; }
  void stop() override;
  void settle(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override;
  [[nodiscard]] std::uint64_t offered_packets() const override;
  [[nodiscard]] std::uint64_t missing_bytes() const override;
  [[nodiscard]] std::string who_waits() const override;

  /// The hosts may do something else than they said: others have told them something.
  void hosts_changed() { hosts_.changed(); }

  // Forwarding, LinkEnds.
  unsigned enter(unsigned port, unsigned destination, unsigned length, std::uint64_t now,
                 PacketNote& note) override;
  void begun(const DeliveredPacket& packet) override;
  void lost(unsigned output, const PacketNote& note) override;
  void moved(PortMask accepted, PortMask delivered, std::uint64_t now) override {
    links_.moved(accepted, delivered, now);
  }

  /// No new packet enters the network here after this.
  [[nodiscard]] bool hosts_finished() const { return hosts() == nullptr || hosts()->finished(); }
  [[nodiscard]] Workload* hosts() const { return hosts_.workload(); }
  [[nodiscard]] const FlowBook& flows() const { return flows_; }
  [[nodiscard]] PortMask wires() const { return wires_; }
  /// The first cycle from `now` on in which an empty switch has something to do, as far as is known; may
  /// change when a neighbour sends: announce_to().
  [[nodiscard]] std::uint64_t wakes_at(std::uint64_t now) const;
  /// The wires at which the switch shows something else in cycle `now` than when this was called last:
  /// whether there is a beat, or whether it takes one.
  PortMask changed_wires(std::uint64_t now) {
    const PortMask valid = run_->outputs().m_tvalid & wires_ & (pace_ ? ~pace_->in_gap(now) : ~PortMask{0});
    const PortMask ready = run_->outputs().s_tready & wires_;
    const PortMask changed = (valid ^ shows_valid_) | (ready ^ shows_ready_);
    shows_valid_ = valid;
    shows_ready_ = ready;
    return changed;
  }
  /// The other end of a wire sees what the switch shows at this one, now and until that changes.
  void show_wire(unsigned port) {
    const WireEnd& end = wire_ends_[port];
    end.far->set(end.far->wire_valid_, end.far_port, (shows_valid_ >> port & 1U) != 0);
    end.far->set(end.far->wire_ready_, end.far_port, (shows_ready_ >> port & 1U) != 0);
  }
  /// Where others announce what comes over its links.
  void announce_to(Announced& announced) { links_.announce_to(announced); }

  /// Packets and beats that an output has sent, of packets that are out whole; and of the one that is not.
  struct Sent {
    std::uint64_t packets = 0, beats = 0;
  };
  [[nodiscard]] Sent sent(unsigned port) const;
  /// Likewise what the host at a port has put on its link.
  [[nodiscard]] Sent from_host(unsigned port) const;
  /// Bytes that the last beats of packets for hosts have room for and do not have, where lengths are bytes.
  [[nodiscard]] std::uint64_t delivered_missing_bytes() const { return delivered_missing_bytes_; }
  /// Packets inside, or on their way in, that are bound for an output.
  [[nodiscard]] unsigned bound(unsigned port) const { return choice_.bound(port); }
  /// Packets here that have not begun to leave, or not come to their host whole.
  [[nodiscard]] std::size_t trips() const { return held_; }
  [[nodiscard]] const FabricLink* out_link(unsigned port) const {
    const FabricLink* link = links_.out_link(port);
    return link != nullptr ? link : wire_ends_[port].out;
  }
  [[nodiscard]] PortMask host_ports() const { return hosts_.ports(); }
  /// The host at a port.
  [[nodiscard]] unsigned rank(unsigned port) const { return wiring_.first_host(at_) + port; }

 private:
  struct WireEnd {
    FabricLink* out = nullptr;  ///< the direction that leaves here
    SwitchPorts* far = nullptr;
    unsigned far_port = 0;
  };
  static void set(PortMask& ports, unsigned port, bool in) {
    ports = (ports & ~bit(port)) | PortMask{in} << port;
  }

  [[gnu::noinline]] void start_packets(PortMask ports, std::uint64_t now, Transmitter& transmitter);
  void start_from_link(unsigned port, std::uint64_t now, Transmitter& transmitter);
  void start_from_wire(unsigned port, std::uint64_t now, Transmitter& transmitter);
  [[gnu::noinline, nodiscard]] std::uint64_t next_tick(std::uint64_t now, std::uint64_t until,
                                                       const Transmitter& transmitter) const;
  void note_bytes(const DeliveredPacket& packet);
  void start(unsigned port, std::uint32_t slot, std::uint64_t now, Transmitter& transmitter);
  void leaves(Trip& trip, const DeliveredPacket& packet) const;
  [[nodiscard]] unsigned host_packets() const {
    unsigned packets = 0;
    for_each_port(host_ports(), [&](unsigned port) { packets += bound(port); });
    return packets;
  }

  const Wiring& wiring_;
  TripMeasures& measures_;
  LengthUnit lengths_;
  unsigned at_;
  HostPorts hosts_;
  OutputChoice choice_;
  SwitchRun* run_ = nullptr;
  FlowBook flows_;
  TripPool& trips_;
  std::size_t held_ = 0;  // of them, here

  std::unique_ptr<LinePace> pace_;  // of all outputs; null: packets have no gaps

  LinkFlows links_;
  std::array<WireEnd, kMaxPorts> wire_ends_{};
  PortMask wires_ = 0;                          // ports, of both directions
  PortMask wire_valid_ = 0, wire_ready_ = 0;    // what the other ends show
  PortMask shows_valid_ = 0, shows_ready_ = 0;  // and this one
  std::array<Sent, kMaxPorts> sent_{};
  std::vector<Sent> from_host_;  // by host: packets that have begun
  std::uint64_t delivered_missing_bytes_ = 0;
};

}  // namespace xb
