// SPDX-License-Identifier: Apache-2.0
#include "host/nic/schedule_workload.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"

namespace xb {
namespace {

// Time-outs of a flow in a row after which a run that gets nowhere else is given up.
constexpr unsigned kPatienceTimeOuts = 50;

}  // namespace

ScheduleWorkload::ScheduleWorkload(Schedule schedule, const NicSettings& settings,
                                   const std::vector<std::uint64_t>& starts)
    : schedule_(std::move(schedule)),
      settings_(settings),
      messages_(schedule_, settings.sizes),
      event_at_(schedule_.ranks.size()),
      receiver_free_at_(schedule_.ranks.size(), 0),
      ready_(all_ports(kMaxPorts)) {
  nics_.reserve(schedule_.ranks.size());
  for (unsigned rank = 0; rank < schedule_.ranks.size(); ++rank) {
    nics_.emplace_back(rank, schedule_, messages_, settings_, starts.empty() ? 0 : starts[rank]);
    event_at_[rank] = nics_.back().next_event();
    if (!nics_.back().finished()) ++unfinished_;
  }
}

void ScheduleWorkload::advance(unsigned rank, std::uint64_t now) {
  Nic& nic = nics_[rank];
  const bool was_finished = nic.finished();
  const std::uint64_t time_outs = nic.counters().time_outs;
  nic.advance(now);
  event_at_[rank] = nic.next_event();
  if (!was_finished && nic.finished()) --unfinished_;
  if (nic.has_outgoing(now)) sending_ |= bit(rank);
  if (full_ != 0) update_ready(rank, now);
  if (nic.counters().time_outs != time_outs) check_progress(now);
}

void ScheduleWorkload::send(unsigned rank, std::uint64_t now, Transmitter& transmitter) {
  Nic& nic = nics_[rank];
  if (nic.has_outgoing(now)) {
    const bool was_finished = nic.finished();
    Nic::Outgoing packet;
    if (nic.take_outgoing(now, packet)) {
      transmitter.start(rank, packet.destination, packet.beats, now, packet.note);
      ++offered_packets_;
      offered_beats_ += packet.beats;
    }
    if (!was_finished && nic.finished()) --unfinished_;
    event_at_[rank] = nic.next_event();
    next_event_ = std::min(next_event_, event_at_[rank]);
  }
  sending_ &= ~bit(rank);
  if (nic.has_outgoing(now + 1)) sending_ |= bit(rank);
}

PortMask ScheduleWorkload::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  if (now >= next_event_) {
    next_event_ = kNever;
    for (unsigned rank = 0; rank < nics_.size(); ++rank) {
      if (event_at_[rank] <= now) advance(rank, now);
      next_event_ = std::min(next_event_, event_at_[rank]);
    }
  }
  if (!stopped_) {
    for_each_port(sending_ & transmitter.idle(), [&](unsigned rank) { send(rank, now, transmitter); });
  }
  for_each_port(gap_, [&](unsigned port) { update_ready(port, now); });
  return ready_;
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
  const unsigned port = packet.destination;
  const std::uint64_t next_cycle = packet.last_out_cycle + 1;
  const bool data = packet.note.message != PacketNote::kNoMessage;
  Nic& nic = nics_[port];
  nic.arrive(packet.source, packet.note, next_cycle + settings_.timing.downlink_latency);
  event_at_[port] = nic.next_event();
  next_event_ = std::min(next_event_, event_at_[port]);
  if (data) receiver_free_at_[port] = packet.first_out_cycle + settings_.timing.receive_gap;
  if (receiver_free_at_[port] > next_cycle) gap_ |= bit(port);
  if ((gap_ & bit(port)) != 0 || !nic.has_room()) update_ready(port, next_cycle);
  if (!settings_.go_back_n.on) {
    nics_[packet.source].delivered(port, next_cycle);
    event_at_[packet.source] = nics_[packet.source].next_event();
    next_event_ = std::min(next_event_, event_at_[packet.source]);
  }
}

std::uint64_t ScheduleWorkload::next_event(std::uint64_t now) const {
  std::uint64_t next = next_event_;
  for_each_port(gap_,
                [&](unsigned port) { next = std::min(next, std::max(now + 1, receiver_free_at_[port])); });
  return next;
}

void ScheduleWorkload::check_progress(std::uint64_t now) const {
  unsigned most = 0;
  std::uint64_t last = 0;
  for (const Nic& nic : nics_) {
    most = std::max(most, nic.time_outs_in_a_row());
    last = std::max(last, nic.last_progress());
    if (nic.is_busy()) return;
  }
  const std::uint64_t patience = kPatienceTimeOuts * settings_.go_back_n.timeout_cycles;
  if (most < kPatienceTimeOuts || now - last < patience) return;
  throw RunError(
      fmt::format("no progress since cycle {}: {} time-outs in a row without an acknowledgement\n{}", last,
                  most, who_waits()));
}

std::uint64_t ScheduleWorkload::completion_cycles() const {
  std::uint64_t last = 0;
  for (const auto& nic : nics_) last = std::max(last, nic.finished_at());
  return last;
}

HostCounters ScheduleWorkload::counters() const {
  HostCounters all;
  for (std::size_t rank = 0; rank < nics_.size(); ++rank) {
    HostCounters one = nics_[rank].counters();
    one.block_bytes = block_bytes(schedule_.ranks[rank]);
    one.paging_hosts = settings_.memory.holds(one.block_bytes) ? 0 : 1;
    all += one;
  }
  return all;
}

std::string ScheduleWorkload::who_waits() const {
  std::string lines;
  for (const auto& nic : nics_) {
    if (!nic.finished() || nic.time_outs_in_a_row() > 0) lines += "  " + nic.waits_for() + "\n";
  }
  return lines;
}

}  // namespace xb
