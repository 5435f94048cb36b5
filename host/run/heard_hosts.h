// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "host/link/workload.h"
#include "host/run/run_sinks.h"

namespace xb {

/// Hosts as they are, but somebody else hears of delivered packets, too.
class HeardHosts : public Workload {
 public:
  /// `hosts` outlives it.
  HeardHosts(Workload& hosts, DeliverySink sink) : hosts_(hosts), sink_(std::move(sink)) {}

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override {
    return hosts_.before_cycle(now, transmitter);
  }
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override {
    return hosts_.quiet_until(now, transmitter);
  }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override { return hosts_.may_send(now); }
  void delivered(const DeliveredPacket& packet) override {
    sink_(packet);
    hosts_.delivered(packet);
  }
  [[nodiscard]] bool finished() const override { return hosts_.finished(); }
  void stop() override { hosts_.stop(); }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override { return hosts_.next_event(now); }
  [[nodiscard]] PortMask will_be_ready() const override { return hosts_.will_be_ready(); }
  void settle(std::uint64_t now) override { hosts_.settle(now); }
  [[nodiscard]] std::uint64_t offered_beats() const override { return hosts_.offered_beats(); }
  [[nodiscard]] std::uint64_t offered_packets() const override { return hosts_.offered_packets(); }
  [[nodiscard]] std::uint64_t offered_packets_of(unsigned port) const override {
    return hosts_.offered_packets_of(port);
  }
  bool watch_queues() override { return hosts_.watch_queues(); }
  [[nodiscard]] PortMask outputs_behind(unsigned port) const override { return hosts_.outputs_behind(port); }
  [[nodiscard]] std::uint64_t missing_bytes() const override { return hosts_.missing_bytes(); }
  [[nodiscard]] std::string who_waits() const override { return hosts_.who_waits(); }

 private:
  Workload& hosts_;
  DeliverySink sink_;
};

}  // namespace xb
