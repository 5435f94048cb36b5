// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/observed_ports.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/switches/switch_registry.h"

namespace xb {

unsigned measured_queues(const Setup& setup) {
  const bool own = setup.device && setup.device->observe.shows_occupancy();
  return own ? setup.config.ports : measured_queues(setup.config, setup.config.observes_ports());
}

ObservedPorts::ObservedPorts(const Setup& setup, unsigned words)
    : setup_(setup),
      observer_(setup.config.ports, setup.config.store_forward(), words, setup.config.classes),
      shows_hol_(setup.device && setup.device->observe.shows_hol()),
      lost_(std::size_t{setup.config.ports} * setup.config.ports * setup.config.classes) {
  if (setup.device && setup.device->observe.shows_occupancy()) own_ = std::make_unique<SwitchOutputs>();
}

/// What the ports tell is of the cycle before, too.
void ObservedPorts::count_hol(const SwitchOutputs& out) {
  hol_count_.shown += port_count(hol_before_);
  hol_count_.differs += port_count(hol_before_ ^ observer_.shown().hol);
  hol_before_ = out.device_hol & all_ports(setup_.config.ports);
}

void ObservedPorts::compare_own(const SwitchOutputs& out, std::uint64_t now) {
  const SwitchOutputs& ports = observer_.shown();
  const unsigned count = setup_.config.ports;
  const DeviceObserve& observe = setup_.device->observe;
  own_->blocked = ports.blocked;
  own_->blocked_backpressure = ports.blocked_backpressure;
  own_->hol = ports.hol;
  own_->idle_with_work = ports.idle_with_work;
  std::copy_n(ports.blocked_by, count, own_->blocked_by);
  std::copy_n(ports.hol_victims, count, own_->hol_victims);
  for (unsigned port = 0; port < count; ++port) {
    std::uint32_t beats = 0, packets = 0, lost = 0;
    for (unsigned other = 0; other < count; ++other) {
      const std::size_t pair =
          observe.of_outputs ? std::size_t{other} * count + port : std::size_t{port} * count + other;
      beats += ports.occ_beats[pair];
      packets += ports.occ_packets[pair];
      lost += ports.drop_full[pair];
    }
    own_->occ_beats[port] = out.occ_beats[port];
    own_->occ_packets[port] = packets;
    own_->drop_full[port] = observe.shows_drops() ? out.drop_full[port] : lost;
    if (out.occ_beats[port] > beats && setup_.device->claims.lossless)
      violation_ += fmt::format(
          "  cycle {}: {} {}: observe.occupancy: {} beats, but only {} have come in and not left\n", now,
          observe.of_outputs ? "output" : "input", port, out.occ_beats[port], beats);
  }
}

void ObservedPorts::note(const SwitchInputs& in, PortMask accepted) {
  accepted_ = accepted;
  first_ = accepted & in.s_tuser;
  last_ = accepted & in.s_tlast;
  for_each_port(first_, [&](unsigned input) {
    to_[input] = in.s_tdest[input];
    of_class_[input] = in.s_tid[input];
  });
}

void ObservedPorts::count_at_hosts(const Workload& hosts, const SwitchInputs& in, const SwitchOutputs& out,
                                   PortMask sending, std::uint64_t now) {
  const PortMask busy = out.m_tvalid | sending | ~in.m_tready;
  const PortMask idle = ~busy & all_ports(setup_.config.ports);
  if (idle == 0) return;
  for_each_port(in.s_tvalid & in.s_tuser & ~accepted_, [&](unsigned input) {
    if ((busy & bit(in.s_tdest[input])) == 0) return;
    PortMask behind = 0;
    for (unsigned c = 0; c < setup_.config.classes; ++c) behind |= hosts.outputs_behind(input, c, now);
    if ((behind & idle) != 0) ++hol_count_.at_hosts;
  });
}

void ObservedPorts::enter(unsigned input, std::uint64_t now, const Scoreboard& scoreboard) {
  const unsigned output = to_[input];
  const unsigned source = scoreboard.source_of(input, of_class_[input]);
  const unsigned length =
      setup_.lengths.beats_of(PacketHeader::decode(scoreboard.newest(source, output).header).length);
  observer_.enters(input, output, now + setup_.entry->lone_cycles(setup_.config, input, output, now, length),
                   of_class_[input]);
}

void ObservedPorts::end_cycle(PortMask ready, PortMask delivered, const SwitchOutputs& out, std::uint64_t now,
                              const Receiver& receiver, const Scoreboard& scoreboard) {
  observer_.look(ready, out, now);
  for_each_port(accepted_, [&](unsigned input) {
    if ((first_ & bit(input)) != 0) enter(input, now, scoreboard);
    observer_.beat_in(input, (last_ & bit(input)) != 0, now);
  });
  for_each_port(delivered, [&](unsigned output) {
    if ((out.m_tuser & bit(output)) != 0) {
      const DeliveredPacket& packet = receiver.packet(output);
      const unsigned source = scoreboard.source_of(packet.source, packet.of_class);
      std::uint64_t& known = lost_[std::size_t{source} * setup_.config.ports + output];
      observer_.lost(packet.source, output, scoreboard.lost(source, output) - known, packet.of_class);
      known = scoreboard.lost(source, output);
      observer_.begins(packet.source, output, packet.of_class);
    }
    observer_.beat_out(output, (out.m_tlast & bit(output)) != 0);
  });
}

}  // namespace xb
