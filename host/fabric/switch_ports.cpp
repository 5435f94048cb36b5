// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/switch_ports.h"

#include <algorithm>

#include "host/config/setup.h"

namespace xb {

SwitchPorts::SwitchPorts(const SharedByAll& network, unsigned at, Workload& hosts, const SwitchRun& run)
    : OtherHosts(hosts),
      run_(run),
      classes_(network.setup.switches[at].config.classes),
      lengths_(network.setup.switches.front().lengths),
      hosts_(hosts, network.setup.wiring.hosts(at) == 0 ? 0 : all_ports(network.setup.wiring.hosts(at)),
             network.setup.topology.switches[at].host_cable.period_cycles),
      trips_(network, at, run),
      links_(trips_, classes_) {
  const auto& switches = network.setup.switches;
  pauses_ = std::any_of(switches.begin(), switches.end(), [](const Setup& s) { return s.pause.has_value(); });
  if (pauses_ && classes_ > 1) class_beats_.resize(classes_);
  const RunConfig& config = switches.front().config;
  if (config.gap_bytes == 0) return;
  pace_ = std::make_unique<LinePace>(lengths_, config.beat_bytes(), config.gap_bytes);
  for_each_port(host_ports(), [&](unsigned port) { pace_->set_cycles_per_beat(port, hosts_.period()); });
}

void SwitchPorts::add_out(FabricLink& link, SwitchPorts& far) {
  if (pace_) pace_->set_cycles_per_beat(link.out_port, link.period);
  links_.add_out(link, far.links_);
  far.links_.add_in(link, links_);
}

// A cycle.

PortMask SwitchPorts::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  PortMask ready = hosts_.ready(now, transmitter);
  links_.flows().look(now);
  links_.look_at_wires(now);
  if (classes_ > 1) links_.look_at_classes(run_.outputs());
  ready |= links_.ready(now);
  if (pauses_) ready &= ~paused_outputs(now) | run_.within_packet();
  if (pace_) ready &= ~pace_->in_gap(now);
  const PortMask starting = links_.wet() & transmitter.idle();
  if (starting != 0) links_.start_packets(starting, now, transmitter);
  return ready;
}

/// Those that may not begin what they show.
PortMask SwitchPorts::paused_outputs(std::uint64_t now) {
  links_.look_at_pauses(now, [this](unsigned port, unsigned c) { return sent_beats(port, c); });
  if (classes_ == 1) return links_.paused(0);
  PortMask outputs = 0;
  const SwitchOutputs& out = run_.outputs();
  for_each_port(out.m_tvalid & links_.cables(),
                [&](unsigned port) { outputs |= links_.paused(out.m_tid[port]) & bit(port); });
  return outputs;
}

PortMask SwitchPorts::may_send(std::uint64_t now) const { return links_.wet() | hosts_.may_send(now); }

std::uint64_t SwitchPorts::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  const LinkFlows& links = links_.flows();
  if (pauses_ && trips_.held() > 0) return now;
  if ((links.wet() & transmitter.idle()) != 0 || (pace_ && pace_->resting() != 0)) return now;
  std::uint64_t until = std::min(links.quiet_until(now), hosts_.quiet_until(now, transmitter));
  if (hosts_.slow() || links.slow() != 0) until = next_tick(now, until, transmitter);
  return std::max(until, now);
}

/// `until`, or, if that comes before, where links slower than the switch begin or cease to take beats.
std::uint64_t SwitchPorts::next_tick(std::uint64_t now, std::uint64_t until,
                                     const Transmitter& transmitter) const {
  const auto tick = [&](std::uint64_t period) {
    // Where the last cycle was one in which beats may move, this one is another.
    until = std::min(until, (now - 1) % period == 0 ? now : (now + period - 1) / period * period);
  };
  const PortMask hosts = host_ports();
  if (hosts_.slow() && ((transmitter.busy() & hosts) != 0 || host_packets() > 0)) tick(hosts_.period());
  // So it is where the switch has taken a beat that had waited on the wires for it, in whatever cycle.
  if (hosts_.slow() && (transmitter.taken() & hosts) != 0) until = std::min(until, now);
  for_each_port(links_.flows().slow(), [&](unsigned port) {
    if (trips_.bound(port) > 0) tick(links_.out_link(port)->period);
  });
  return until;
}

void SwitchPorts::taken(PortMask begun, const Transmitter& transmitter, std::uint64_t now) {
  for_each_port(begun, [&](unsigned port) { trips_.taken(transmitter.note(port).message, now); });
}

void SwitchPorts::delivered(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  trips_.release(port);
  sent_[port] += {1, packet.length_beats};
  if (!class_beats_.empty()) class_beats_[packet.of_class][port] += packet.length_beats;
  if (lengths_.in_bytes()) note_bytes(packet);
  if ((host_ports() >> port & 1U) != 0) arrived(packet);
}

void SwitchPorts::arrived(const DeliveredPacket& packet) {
  trips_.arrived(packet, [&](auto&& get) {
    if (!hosts_.hears()) return;
    OtherHosts::delivered(get().packet);
    hosts_.changed();
  });
}

void SwitchPorts::note_bytes(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  if (pace_) pace_->passed(port, packet.length(), packet.first_out_cycle, packet.last_out_cycle);
  if ((host_ports() >> port & 1U) != 0) delivered_missing_bytes_ += lengths_.missing_bytes(packet.length());
}

// For the network.

void SwitchPorts::stop() {
  OtherHosts::stop();
  hosts_.changed();
}

void SwitchPorts::settle(std::uint64_t now) {
  OtherHosts::settle(now);
  hosts_.changed();
}

bool SwitchPorts::watch_queues() {
  trips_.watch();
  return OtherHosts::watch_queues();
}

PortMask SwitchPorts::outputs_behind(unsigned port, unsigned of_class, std::uint64_t now) const {
  if ((host_ports() >> port & 1U) == 0) return links_.wanted(port, of_class);
  return OtherHosts::outputs_behind(port, of_class, now);
}

std::uint64_t SwitchPorts::wakes_at(std::uint64_t now) const {
  if (links_.flows().wet() != 0) return now;
  const std::uint64_t asked = OtherHosts::quiet_until(now, run_.transmitter());
  return std::max(now, std::min(asked, links_.flows().next_arrival(now)));
}

Sent SwitchPorts::sent(unsigned port) const {
  Sent sent = sent_[port];
  const Receiver::UnderWay packet = run_.leaving(port);
  if (packet.beats_left > 0) sent.beats += packet.length_beats - packet.beats_left;
  return sent;
}

std::uint64_t SwitchPorts::sent_beats(unsigned port, unsigned of_class) const {
  if (class_beats_.empty()) return sent(port).beats;
  const std::uint64_t begun = sent(port).beats - sent_[port].beats;
  return class_beats_[of_class][port] + (run_.sent_last(port).of_class == of_class ? begun : 0);
}

Sent SwitchPorts::from_host(unsigned port) const {
  Sent sent = trips_.begun_by_host(port);
  if ((run_.transmitter().busy() >> port & 1U) == 0) return sent;
  --sent.packets;
  sent.beats -= run_.transmitter().under_way(port).beats_left;
  return sent;
}

}  // namespace xb
