// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "host/base/random.h"
#include "host/link/host_list.h"
#include "host/link/line_pace.h"
#include "host/link/link_rates.h"
#include "host/link/packet_lengths.h"
#include "host/link/port_pairs.h"
#include "host/link/workload.h"
#include "host/traffic/arrivals.h"
#include "host/traffic/destinations.h"
#include "host/traffic/host_flows.h"
#include "host/traffic/receivers.h"

namespace xb {

struct RunConfig;

/// Stochastic sources, one per host of a switch, and receivers that may be slow or stall at random.
///
/// Packets of one length are the literature's cells: time is cut into slots of that length, alike on all
/// ports. Packets of mixed lengths come one at a time with geometric gaps. Sources are open: what the switch
/// does not take waits at the host, in order, without limit. Packets of flows go before the others.
class TrafficWorkload : public Workload {
 public:
  /// `taking_part`: of all hosts; only they send, and only to each other. `cycles_per_beat`: of the hosts'
  /// cables, besides the switch's speed-up. `pairs`: of one switch by itself; a host that reaches none is
  /// silent. `times`, which outlives it: hears of flows, wherever they end.
  TrafficWorkload(const RunConfig& config, const LinkRates& links, const HostRange& hosts,
                  const HostList& taking_part, unsigned cycles_per_beat = 1, const PortPairs& pairs = {},
                  FlowTimes* times = nullptr);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] PortMask will_be_ready() const override { return receivers_.all(); }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override {
    return links_.may_send(now) & receivers_.all();
  }
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  void delivered(const DeliveredPacket& packet) override {
    if (times_ != nullptr) times_->delivered(packet);
  }
  [[nodiscard]] bool hears() const override { return times_ != nullptr; }
  [[nodiscard]] bool finished() const override { return stopped_; }
  void stop() override { stopped_ = true; }
  void settle(std::uint64_t now) override;
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override {
    return arrivals_.offered_beats() + (flows_ ? flows_->offered_beats() : 0);
  }
  [[nodiscard]] std::uint64_t offered_packets() const override {
    return arrivals_.offered_packets() + (flows_ ? flows_->offered_packets() : 0);
  }
  [[nodiscard]] std::uint64_t offered_packets_of(unsigned port) const override {
    return arrivals_.offered_packets_of(port) + (flows_ ? flows_->offered_packets_of(port) : 0);
  }
  bool watch_queues() override;
  [[nodiscard]] PortMask outputs_behind(unsigned port, unsigned /*of_class*/,
                                        std::uint64_t /*now*/) const override {
    return queues_[port].wanted();
  }
  [[nodiscard]] std::uint64_t missing_bytes() const override {
    return arrivals_.missing_bytes() + (flows_ ? flows_->missing_bytes() : 0);
  }
  [[nodiscard]] std::string who_waits() const override { return {}; }

 protected:
  /// Of these hosts, which are idle, those with packets that wait, in cycle `now`. What comes to a host that
  /// has some already, or sends, is counted when it is needed: many arrivals at once.
  PortMask waiting(std::uint64_t now, PortMask idle) {
    if (stopped_) return 0;
    if (counts_at_once_ ||
        (arrivals_.next_cycle() <= now && arrivals_.next_cycle(idle & ~backlogged_) <= now))
      take_arrivals(now);
    return backlogged_ & idle;
  }
  /// Each of these hosts, which are idle, starts the first of its packets that wait.
  void start_packets(PortMask hosts, std::uint64_t now, Transmitter& transmitter);
  PortMask ready(std::uint64_t now) { return receivers_.ready(now); }

 private:
  struct Source {
    Destinations destinations;  // of a host that takes no part: never drawn
    RandomStream lengths;       // the numbers that arrivals have had, so that a backlog needs no memory
  };

  void take_arrivals(std::uint64_t now) {
    PortMask hosts = 0;
    const bool asked = !queues_.empty();
    arrivals_.take_until(now, [&](unsigned port, std::uint64_t packets) {
      backlog_[port] += packets;
      if (asked) queues_[port].add(packets);
      hosts |= bit(port);
    });
    backlogged_ |= hosts;
    if (flows_) take_flows(now);
  }
  void take_flows(std::uint64_t now);
  /// The next cycle in which a packet arrives at one of these hosts, or a flow anywhere.
  [[nodiscard]] std::uint64_t next_arrival(PortMask hosts) const {
    const std::uint64_t packet = arrivals_.next_cycle(hosts);
    return flows_ ? std::min(packet, flows_->next_cycle()) : packet;
  }

  HostRange hosts_;
  Arrivals arrivals_;
  FlowTimes* times_;  // null: there are no flows
  std::optional<HostFlows> flows_;
  LinkRates links_;
  Receivers receivers_;
  PacketLengths packets_;
  std::vector<Source> sources_;
  std::array<std::uint64_t, kMaxPorts> backlog_{};  // packets that wait at each host
  std::vector<WaitingPackets> queues_;              // per port; empty: nobody asks
  PortMask backlogged_ = 0;
  bool plain_ = false;           // packets of one length, destinations uniform
  bool counts_at_once_ = false;  // there are flows, or somebody asks for queues
  bool stopped_ = false;
};

/// Stochastic sources of packets with gaps: hosts pause after each that they have sent, and, where nothing
/// else does that for them, take no beat for as long after each that they have got.
class GappedTraffic : public TrafficWorkload {
 public:
  GappedTraffic(const RunConfig& config, const LinkRates& links, const HostRange& hosts,
                const HostList& taking_part, unsigned cycles_per_beat, bool receivers_pause,
                const PortPairs& pairs, FlowTimes* times);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  [[nodiscard]] bool hears() const override { return receivers_pause_ || TrafficWorkload::hears(); }
  void delivered(const DeliveredPacket& packet) override {
    TrafficWorkload::delivered(packet);
    if (receivers_pause_)
      in_.passed(packet.destination, packet.length(), packet.first_out_cycle, packet.last_out_cycle);
  }

 private:
  void note_sent(std::uint64_t now, const Transmitter& transmitter);

  LinePace out_, in_;  // of the links towards the switch, and from it
  bool receivers_pause_;
  std::uint64_t cycles_per_beat_;
  PortMask sending_ = 0;                            // hosts with a packet on its way
  std::array<std::uint64_t, kMaxPorts> started_{};  // cycle of its first beat
};

/// The stochastic sources of a point, with gaps or without, of one switch or in a network, whose outputs
/// pause by themselves. Other arguments: those of TrafficWorkload.
std::unique_ptr<Workload> make_traffic(const RunConfig& config, const LinkRates& links,
                                       const HostRange& hosts, const HostList& taking_part,
                                       unsigned cycles_per_beat = 1, const PortPairs& pairs = {},
                                       FlowTimes* times = nullptr);

}  // namespace xb
