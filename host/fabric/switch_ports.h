// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/fabric/host_ports.h"
#include "host/fabric/link_ports.h"
#include "host/fabric/switch_run.h"
#include "host/fabric/switch_trips.h"
#include "host/link/line_pace.h"
#include "host/link/other_hosts.h"

namespace xb {

/// What one switch of a network works for: its hosts, and the ends of its links.
class SwitchPorts : public OtherHosts {
 public:
  /// `hosts`: the workload of the switch's hosts. `run`: the switch between these ports; both live as long.
  SwitchPorts(const SharedByAll& network, unsigned at, Workload& hosts, const SwitchRun& run);

  // Workload.
  [[nodiscard]] const PortMask* stopped_classes() const override {
    return pauses_ && classes_ > 1 ? links_.paused() : nullptr;
  }
  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override;
  void taken(PortMask begun, const Transmitter& transmitter, std::uint64_t now) override;
  void delivered(const DeliveredPacket& packet) override;
  [[nodiscard]] bool hears() const override { return true; }
  [[nodiscard]] bool finished() const override { return false; }
  void stop() override;
  void settle(std::uint64_t now) override;
  bool watch_queues() override;
  /// Of a link's input, those that packets wait for at its other end.
  [[nodiscard]] PortMask outputs_behind(unsigned port, unsigned of_class, std::uint64_t now) const override;

  /// The hosts may do something else than they said: others have told them something.
  void hosts_changed() { hosts_.changed(); }

  /// No new packet enters the network here after this.
  [[nodiscard]] bool hosts_finished() const { return OtherHosts::finished(); }
  [[nodiscard]] PortMask host_ports() const { return hosts_.ports(); }
  [[nodiscard]] SwitchTrips& trips() { return trips_; }
  [[nodiscard]] const SwitchTrips& trips() const { return trips_; }
  [[nodiscard]] LinkPorts& links() { return links_; }
  [[nodiscard]] const LinkPorts& links() const { return links_; }
  /// The cable at a port moves a beat in every so many cycles.
  [[nodiscard]] std::uint64_t period(unsigned port) const {
    return (host_ports() >> port & 1U) != 0 ? hosts_.period() : links_.out_link(port)->period;
  }
  /// A link leaves here, whose other end is `far`.
  void add_out(FabricLink& link, SwitchPorts& far);
  /// As LinkPorts says, of what the switch shows in cycle `now`.
  PortMask show_wires(std::uint64_t now) {
    return links_.show_wires(run_.outputs(), run_.delivered(), pace_ ? pace_->in_gap(now) : 0, now);
  }
  /// The first cycle from `now` on in which an empty switch has something to do, as far as is known; may
  /// change when a neighbour sends: LinkFlows::announce_to().
  [[nodiscard]] std::uint64_t wakes_at(std::uint64_t now) const;

  /// What an output has sent: packets that are out whole, and beats, of the one that is not, too.
  [[nodiscard]] Sent sent(unsigned port) const;
  /// Beats of a class that an output has sent, where links pause.
  [[nodiscard]] std::uint64_t sent_beats(unsigned port, unsigned of_class) const;
  /// Likewise what the host at a port has put on its link.
  [[nodiscard]] Sent from_host(unsigned port) const;
  /// Bytes that the last beats of packets for hosts have room for and do not have, where lengths are bytes.
  [[nodiscard]] std::uint64_t delivered_missing_bytes() const { return delivered_missing_bytes_; }

 private:
  [[gnu::noinline, nodiscard]] std::uint64_t next_tick(std::uint64_t now, std::uint64_t until,
                                                       const Transmitter& transmitter) const;
  /// At its host. Not inline, so that other packets save no registers for it.
  [[gnu::noinline]] void arrived(const DeliveredPacket& packet);
  void note_bytes(const DeliveredPacket& packet);
  [[nodiscard]] PortMask paused_outputs(std::uint64_t now);
  [[nodiscard]] unsigned host_packets() const {
    unsigned packets = 0;
    for_each_port(host_ports(), [&](unsigned port) { packets += trips_.bound(port); });
    return packets;
  }

  const SwitchRun& run_;
  unsigned classes_;
  LengthUnit lengths_;
  HostPorts hosts_;
  SwitchTrips trips_;
  LinkPorts links_;
  bool pauses_ = false;             // some switch of the network asks for pauses
  std::unique_ptr<LinePace> pace_;  // of all outputs; null: packets have no gaps
  std::array<Sent, kMaxPorts> sent_{};
  std::vector<std::array<std::uint64_t, kMaxPorts>> class_beats_;  // of sent_, of several classes
  std::uint64_t delivered_missing_bytes_ = 0;
};

}  // namespace xb
