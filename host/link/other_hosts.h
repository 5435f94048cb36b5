// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/link/workload.h"

namespace xb {

/// Hosts that do all as other hosts do. Who changes something of it derives from this.
class OtherHosts : public Workload {
 public:
  /// `hosts` outlives it.
  explicit OtherHosts(Workload& hosts) : hosts_(hosts) {}

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override {
    return hosts_.before_cycle(now, transmitter);
  }
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override {
    return hosts_.quiet_until(now, transmitter);
  }
  void classes_ready(const PortMask* ready) override { hosts_.classes_ready(ready); }
  [[nodiscard]] const PortMask* stopped_classes() const override { return hosts_.stopped_classes(); }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override { return hosts_.may_send(now); }
  void delivered(const DeliveredPacket& packet) override { hosts_.delivered(packet); }
  [[nodiscard]] bool hears() const override { return hosts_.hears(); }
  [[nodiscard]] bool finished() const override { return hosts_.finished(); }
  void stop() override { hosts_.stop(); }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override { return hosts_.next_event(now); }
  [[nodiscard]] PortMask will_be_ready() const override { return hosts_.will_be_ready(); }
  [[nodiscard]] std::uint64_t waits_until() const override { return hosts_.waits_until(); }
  void settle(std::uint64_t now) override { hosts_.settle(now); }
  [[nodiscard]] std::uint64_t offered_beats() const override { return hosts_.offered_beats(); }
  [[nodiscard]] std::uint64_t offered_packets() const override { return hosts_.offered_packets(); }
  [[nodiscard]] std::uint64_t offered_packets_of(unsigned port) const override {
    return hosts_.offered_packets_of(port);
  }
  [[nodiscard]] OfferedOfClass offered_of_class(unsigned of_class) const override {
    return hosts_.offered_of_class(of_class);
  }
  bool watch_queues() override { return hosts_.watch_queues(); }
  [[nodiscard]] PortMask outputs_behind(unsigned port, unsigned of_class, std::uint64_t now) const override {
    return hosts_.outputs_behind(port, of_class, now);
  }
  [[nodiscard]] std::uint64_t missing_bytes() const override { return hosts_.missing_bytes(); }
  [[nodiscard]] std::string who_waits() const override { return hosts_.who_waits(); }

 protected:
  [[nodiscard]] const Workload& hosts() const { return hosts_; }

 private:
  Workload& hosts_;
};

}  // namespace xb
