// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "host/link/line_pace.h"
#include "host/traffic/traffic.h"

namespace xb {

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
