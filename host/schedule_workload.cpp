// SPDX-License-Identifier: Apache-2.0
#include "host/schedule_workload.h"

#include <algorithm>

namespace xb {

ScheduleWorkload::ScheduleWorkload(Schedule schedule, const NicTiming& timing, unsigned frame_beats)
    : schedule_(std::move(schedule)),
      timing_(timing),
      frame_beats_(frame_beats),
      receiver_free_at_(schedule_.ranks.size(), 0),
      ready_(all_ports(kMaxPorts)) {
  for (unsigned rank = 0; rank < schedule_.ranks.size(); ++rank) {
    nics_.push_back(std::make_unique<Nic>(rank, schedule_.ranks[rank], timing));
    if (!nics_.back()->finished()) ++unfinished_;
  }
}

void ScheduleWorkload::advance(unsigned rank, std::uint64_t now) {
  Nic& nic = *nics_[rank];
  const bool was_finished = nic.finished();
  nic.advance(now);
  if (!was_finished && nic.finished()) --unfinished_;
}

PortMask ScheduleWorkload::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  if (now >= next_event_) {
    next_event_ = kNever;
    for (unsigned rank = 0; rank < nics_.size(); ++rank) {
      if (nics_[rank]->next_event() <= now) {
        advance(rank, now);
        if (nics_[rank]->has_outgoing(now)) sending_ |= PortMask{1} << rank;
      }
      next_event_ = std::min(next_event_, nics_[rank]->next_event());
    }
  }
  for_each_port(sending_ & transmitter.idle(), [&](unsigned rank) {
    Nic& nic = *nics_[rank];
    if (nic.has_outgoing(now)) {
      const bool was_finished = nic.finished();
      const auto packet = nic.take_outgoing(now);
      if (!was_finished && nic.finished()) --unfinished_;
      transmitter.start(rank, packet.destination, frame_beats_, now, packet.tag);
      ++offered_packets_;
      next_event_ = std::min(next_event_, nic.next_event());
    }
    sending_ &= ~(PortMask{1} << rank);
    if (nic.has_outgoing(now + 1)) sending_ |= PortMask{1} << rank;
  });
  for_each_port(gap_, [&](unsigned port) {
    if (now < receiver_free_at_[port]) return;
    gap_ &= ~(PortMask{1} << port);
    ready_ |= PortMask{1} << port;
  });
  return ready_;
}

std::uint64_t ScheduleWorkload::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if ((sending_ & transmitter.idle()) != 0) return now;
  std::uint64_t next = std::max(now, next_event_);
  for_each_port(gap_, [&](unsigned port) { next = std::min(next, std::max(now, receiver_free_at_[port])); });
  return next;
}

void ScheduleWorkload::first_beats(PortMask outputs, std::uint64_t now) {
  for_each_port(outputs, [&](unsigned port) { receiver_free_at_[port] = now + timing_.receive_gap; });
}

void ScheduleWorkload::delivered(const DeliveredPacket& packet) {
  const unsigned port = packet.destination;
  const std::uint64_t next_cycle = packet.last_out_cycle + 1;
  if (receiver_free_at_[port] > next_cycle) {
    gap_ |= PortMask{1} << port;
    ready_ &= ~(PortMask{1} << port);
  }
  nics_[port]->arrive(packet.source, packet.cookie, next_cycle + timing_.downlink_latency);
  next_event_ = std::min(next_event_, nics_[port]->next_event());
}

std::uint64_t ScheduleWorkload::next_event(std::uint64_t now) const {
  std::uint64_t next = next_event_;
  for_each_port(gap_,
                [&](unsigned port) { next = std::min(next, std::max(now + 1, receiver_free_at_[port])); });
  return next;
}

std::uint64_t ScheduleWorkload::completion_cycles() const {
  std::uint64_t last = 0;
  for (const auto& nic : nics_) last = std::max(last, nic->finished_at());
  return last;
}

std::string ScheduleWorkload::who_waits() const {
  std::string lines;
  for (const auto& nic : nics_) {
    if (!nic->finished()) lines += "  " + nic->waits_for() + "\n";
  }
  return lines;
}

}  // namespace xb
