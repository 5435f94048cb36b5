// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "host/link/receiver.h"
#include "host/link/transmitter.h"

namespace xb {

/// Packets and beats that the hosts have offered.
struct OfferedOfClass {
  std::uint64_t packets = 0, beats = 0;
};

/// What the hosts want from the switch: starts packets on idle ports, says which receivers are ready, and
/// hears of every delivered packet.
class Workload {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  virtual ~Workload() = default;
  Workload() = default;
  Workload(const Workload&) = delete;
  Workload& operator=(const Workload&) = delete;

  /// Before cycle `now`: starts packets on idle ports; returns the receivers that are ready in this cycle.
  virtual PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) = 0;
  /// Before that, of a switch with classes: inputs that take a beat of class c, `ready[c]`.
  virtual void classes_ready(const PortMask* /*ready*/) {}
  /// After it, likewise: outputs at which no packet of class c begins, `[c]`; null: there are none.
  [[nodiscard]] virtual const PortMask* stopped_classes() const { return nullptr; }
  /// The first cycle from `now` on whose before_cycle() might do anything or name other receivers than the
  /// last call did; `now` where that is not known.
  [[nodiscard]] virtual std::uint64_t quiet_until(std::uint64_t now,
                                                  const Transmitter& /*transmitter*/) const {
    return now;
  }
  /// The hosts whose link may move a beat towards the switch in cycle `now`.
  [[nodiscard]] virtual PortMask may_send(std::uint64_t /*now*/) const { return all_ports(kMaxPorts); }
  /// With a reference, in a network: the switch takes the first beats of the packets that `transmitter` has
  /// at these inputs, in cycle `now`.
  virtual void taken(PortMask /*begun*/, const Transmitter& /*transmitter*/, std::uint64_t /*now*/) {}
  /// A packet came out whole; its last beat moved in cycle packet.last_out_cycle.
  virtual void delivered(const DeliveredPacket& packet) = 0;
  /// Whether it does anything with what it hears so: if not, delivered() need not be called.
  [[nodiscard]] virtual bool hears() const { return true; }
  /// No more packets will be started (those on their way may still be).
  [[nodiscard]] virtual bool finished() const = 0;
  /// No new packets from now on: the run is over and drains.
  virtual void stop() {}
  /// The next cycle at which a host acts by itself; kNever if all wait for the switch.
  [[nodiscard]] virtual std::uint64_t next_event(std::uint64_t now) const = 0;
  /// The receivers that will be ready again whatever the switch does.
  [[nodiscard]] virtual PortMask will_be_ready() const { return 0; }
  /// Receivers hold by themselves what waits for them, until that cycle; 0: none does.
  [[nodiscard]] virtual std::uint64_t waits_until() const { return 0; }
  /// What has been offered before cycle `now` counts from here on in the two below; without it some may be
  /// missing of hosts that are busy.
  virtual void settle(std::uint64_t /*now*/) {}
  /// Beats offered so far, taken by the switch or not.
  [[nodiscard]] virtual std::uint64_t offered_beats() const = 0;
  [[nodiscard]] virtual std::uint64_t offered_packets() const = 0;
  /// Of these, the packets of one host; 0 where hosts offer what they put on their links.
  [[nodiscard]] virtual std::uint64_t offered_packets_of(unsigned /*port*/) const { return 0; }
  /// Of a class, what has been offered so far.
  [[nodiscard]] virtual OfferedOfClass offered_of_class(unsigned /*of_class*/) const { return {}; }
  /// Before the first cycle: whether it can tell outputs_behind() from now on.
  virtual bool watch_queues() { return false; }
  /// Outputs for which packets of a class wait at a host in cycle `now`, behind the one that it offers.
  [[nodiscard]] virtual PortMask outputs_behind(unsigned /*port*/, unsigned /*of_class*/,
                                                std::uint64_t /*now*/) const {
    return 0;
  }
  /// Bytes that the last beats of these packets have room for and do not have, where lengths are bytes.
  [[nodiscard]] virtual std::uint64_t missing_bytes() const { return 0; }
  /// Who waits for what, for a run that makes no progress; lines that end in a newline.
  [[nodiscard]] virtual std::string who_waits() const = 0;
};

/// Of a switch without hosts.
class NoHosts : public Workload {
 public:
  PortMask before_cycle(std::uint64_t /*now*/, Transmitter& /*transmitter*/) override { return 0; }
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t /*now*/,
                                          const Transmitter& /*transmitter*/) const override {
    return kNever;
  }
  [[nodiscard]] PortMask may_send(std::uint64_t /*now*/) const override { return 0; }
  void delivered(const DeliveredPacket& /*packet*/) override {}
  [[nodiscard]] bool hears() const override { return false; }
  [[nodiscard]] bool finished() const override { return true; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t /*now*/) const override { return kNever; }
  [[nodiscard]] std::uint64_t offered_beats() const override { return 0; }
  [[nodiscard]] std::uint64_t offered_packets() const override { return 0; }
  bool watch_queues() override { return true; }
  [[nodiscard]] std::string who_waits() const override { return {}; }
};

}  // namespace xb
