// SPDX-License-Identifier: Apache-2.0
#include "host/nic/schedule_workload.h"

#include <algorithm>
#include <stdexcept>

namespace xb {
namespace {

/// Those of `hosts` that a schedule of `ranks` ranks has.
unsigned hosts_with_rank(const HostRange& hosts, unsigned ranks) {
  return hosts.first < ranks ? std::min(hosts.count, ranks - hosts.first) : 0;
}

/// Those of hosts whose cables take so long, besides.
NicSettings with_cable(NicSettings settings, std::uint64_t latency) {
  settings.timing.uplink_latency += latency;
  settings.timing.downlink_latency += latency;
  return settings;
}

}  // namespace

ScheduleWorkload::ScheduleWorkload(ScheduleJob& job, const HostRange& hosts, NoticeSink* notices,
                                   std::uint64_t cable_latency)
    : job_(job),
      hosts_{hosts.first, hosts_with_rank(hosts, job.ranks()), hosts.all},
      sink_(notices),
      settings_(with_cable(job.settings(), cable_latency)),
      windows_(!settings_.go_back_n.on && (settings_.send_window > 0 || settings_.global_window > 0)),
      always_ready_(settings_.timing.receive_gap <= 1 &&
                    (settings_.receive_window == 0 || settings_.go_back_n.on)),
      event_at_(hosts_.count),
      receiver_free_at_(hosts_.count, 0),
      ready_(all_ports(kMaxPorts)) {
  nics_.reserve(hosts_.count);
  for (unsigned port = 0; port < hosts_.count; ++port) {
    const unsigned rank = hosts_.first + port;
    nics_.emplace_back(rank, job.schedule(), job.messages(), settings_, job.start_of(rank));
    event_at_[port] = nics_.back().next_event();
    all_ |= bit(port);
    if (!nics_.back().finished()) unfinished_ |= bit(port);
    if (nics_.back().is_prompt()) prompt_ |= bit(port);
  }
  job_.workloads_.push_back(this);
}

ScheduleWorkload::~ScheduleWorkload() {
  auto& all = job_.workloads_;
  all.erase(std::remove(all.begin(), all.end(), this), all.end());
}

inline void ScheduleWorkload::advance(unsigned port, std::uint64_t now) {
  Nic& nic = nics_[port];
  nic.advance(now);
  event_at_[port] = nic.next_event();
  look_at_end(port);
  sending_ |= PortMask{nic.has_outgoing(now)} << port;
  if (full_ != 0) update_ready(port, now);
}

/// With go-back-N.
void ScheduleWorkload::advance_and_watch(unsigned port, std::uint64_t now) {
  const HostCounters& counters = nics_[port].counters();
  const std::uint64_t time_outs = counters.time_outs;
  advance(port, now);
  if (counters.time_outs != time_outs && hosts_.count == job_.ranks()) job_.check_progress(now);
}

void ScheduleWorkload::send(unsigned port, std::uint64_t now, Transmitter& transmitter) {
  Nic& nic = nics_[port];
  Nic::Outgoing packet;
  if (nic.take_outgoing(now, packet)) {
    transmitter.start(port, packet.destination, packet.length, now, packet.note);
    count_offered(packet, now);
  }
  look_at_end(port);
  event_at_[port] = nic.next_event();
  next_event_ = std::min(next_event_, event_at_[port]);
  sending_ &= ~bit(port);
  if (nic.has_outgoing(now + 1)) sending_ |= bit(port);
}

/// The same of prompt hosts.
void ScheduleWorkload::send_at_once(PortMask ports, std::uint64_t now, Transmitter& transmitter) {
  PortMask more = 0;
  transmitter.start_each(ports, now, [&](unsigned port, PacketNote& note) -> Transmitter::Start {
    Nic& nic = nics_[port];
    const Nic::Outgoing packet = nic.take_first(now);
    note.message = packet.note.message;
    note.index = packet.note.index;
    count_offered(packet, now);
    nic.advance(now);
    look_at_end(port);
    event_at_[port] = nic.next_event();
    next_event_ = std::min(next_event_, event_at_[port]);
    more |= PortMask{nic.has_outgoing(now + 1)} << port;
    return {packet.destination, packet.length};
  });
  sending_ = (sending_ & ~ports) | more;
}

PortMask ScheduleWorkload::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  begun_ = now;
  if (now >= next_event_) {
    take_notices(now);
    // Prompt hosts that send do all that is due with that.
    const PortMask later = stopped_ || full_ != 0 ? 0 : prompt_ & sending_ & transmitter.idle();
    for_each_port(all_ & ~later, [&](unsigned port) {
      if (event_at_[port] <= now) {
        if (settings_.go_back_n.on)
          advance_and_watch(port, now);
        else
          advance(port, now);
      }
      next_event_ = std::min(next_event_, event_at_[port]);
    });
  }
  const PortMask sends = stopped_ ? 0 : sending_ & transmitter.idle();
  if ((sends & ~prompt_) == 0)
    send_at_once(sends, now, transmitter);
  else
    for_each_port(sends, [&](unsigned port) { send(port, now, transmitter); });
  for_each_port(gap_, [&](unsigned port) { update_ready(port, now); });
  return ready_;
}

PortMask ScheduleWorkload::outputs_behind(unsigned port, unsigned /*of_class*/, std::uint64_t now) const {
  PortMask outputs = 0;
  nics_[port].for_each_waiting(now, [&](unsigned rank) { outputs |= hosts_.outputs_of(rank); });
  return outputs;
}

void ScheduleWorkload::update_ready(unsigned port, std::uint64_t now) {
  if (now >= receiver_free_at_[port]) gap_ &= ~bit(port);
  if (nics_[port].has_room())
    full_ &= ~bit(port);
  else
    full_ |= bit(port);
  ready_ = (ready_ | bit(port)) & ~(gap_ | full_);
}

std::uint64_t ScheduleWorkload::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if ((sending_ & transmitter.idle()) != 0) return now;
  std::uint64_t next = std::max(now, next_event_);
  for_each_port(gap_, [&](unsigned port) { next = std::min(next, std::max(now, receiver_free_at_[port])); });
  return next;
}

void ScheduleWorkload::delivered(const DeliveredPacket& packet) {
  const unsigned port = hosts_.port(packet.destination);
  const std::uint64_t next_cycle = packet.last_out_cycle + 1;
  Nic& nic = nics_[port];
  nic.arrive(packet.source, packet.note, next_cycle + settings_.timing.downlink_latency);
  event_at_[port] = nic.next_event();
  next_event_ = std::min(next_event_, event_at_[port]);
  if (!always_ready_) look_at_receiver(packet);
  if (!windows_) return;
  if (hosts_.has(packet.source))
    left_network(hosts_.port(packet.source), packet.destination, next_cycle);
  else
    sink_->notice(packet.source, packet.destination, next_cycle + packet.cable_cycles);
}

/// Whether a receiver that has got a packet is ready for another.
void ScheduleWorkload::look_at_receiver(const DeliveredPacket& packet) {
  const unsigned port = hosts_.port(packet.destination);
  const std::uint64_t next_cycle = packet.last_out_cycle + 1;
  if (packet.note.message != PacketNote::kNoMessage)
    receiver_free_at_[port] = packet.first_out_cycle + settings_.timing.receive_gap;
  if (receiver_free_at_[port] > next_cycle) gap_ |= bit(port);
  if ((gap_ & bit(port)) != 0 || !nics_[port].has_room()) update_ready(port, next_cycle);
}

/// A packet of the host at `port` has come to the rank `destination`.
void ScheduleWorkload::left_network(unsigned port, unsigned destination, std::uint64_t now) {
  nics_[port].delivered(destination, now);
  event_at_[port] = nics_[port].next_event();
  next_event_ = std::min(next_event_, event_at_[port]);
}

void ScheduleWorkload::notice(unsigned source, unsigned destination, std::uint64_t at) {
  if (at <= begun_) throw std::logic_error("a notice comes after the cycle in which it is known");
  notices_.push({at, hosts_.port(source), destination});
  next_event_ = std::min(next_event_, at);
}

/// Those that are due; next_event_ becomes the time of the next.
void ScheduleWorkload::take_notices(std::uint64_t now) {
  for (; !notices_.empty() && notices_.top().at <= now; notices_.pop())
    left_network(notices_.top().port, notices_.top().destination, now);
  next_event_ = notices_.empty() ? kNever : notices_.top().at;
}

std::uint64_t ScheduleWorkload::next_event(std::uint64_t now) const {
  std::uint64_t next = next_event_;
  for_each_port(gap_,
                [&](unsigned port) { next = std::min(next, std::max(now + 1, receiver_free_at_[port])); });
  return next;
}

std::string ScheduleWorkload::who_waits() const {
  std::string lines;
  for (const auto& nic : nics_) {
    if (!nic.finished() || nic.time_outs_in_a_row() > 0) lines += "  " + nic.waits_for() + "\n";
  }
  return lines;
}

}  // namespace xb
