// SPDX-License-Identifier: Apache-2.0
// The half of a host that faces the link, and its clock.
#include <fmt/format.h>

#include <algorithm>

#include "host/link/workload.h"
#include "host/nic/nic.h"

namespace xb {
namespace {

/// A receive that so many packets are missing for.
std::string receive_text(const Op& op, std::uint32_t packets) {
  return fmt::format("{} packet(s) from {} (tag {})", packets,
                     op.peer == kAnyRank ? "any" : std::to_string(op.peer),
                     op.tag == kAnyTag ? "any" : std::to_string(op.tag));
}

}  // namespace

void Nic::look_at_timers(std::uint64_t now) {
  take_arrivals(now);
  go_back_n_.expire(
      now, [&](unsigned partner) { resend_.push(static_cast<std::uint16_t>(partner)); },
      [&](unsigned partner) {
        AckPlace place{now + settings_.timing.uplink_latency, static_cast<std::uint16_t>(partner), false, {}};
        // One that says what comes meanwhile would open windows in bursts, which never dissolve.
        if (settings_.go_back_n.dctcp_gain > 0) place.settled = go_back_n_.take_ack(partner, place.note);
        acks_.push(place);
      });
}

bool Nic::take_ack(std::uint64_t now, Outgoing& packet) {
  while (!acks_.empty() && acks_.front().ready_at <= now) {
    const AckPlace place = acks_.front();
    packet.destination = place.destination;
    packet.note = place.note;
    acks_.pop();
    if (!place.settled && !go_back_n_.take_ack(packet.destination, packet.note)) continue;
    packet.length = settings_.go_back_n.ack_length;
    return true;
  }
  return false;
}

void Nic::take_arrivals(std::uint64_t now) {
  HostCounters& counters = go_back_n_.counters();
  while (!arrivals_.empty() && arrivals_.front().at <= now) {
    const Arrival arrival = arrivals_.front();
    arrivals_.pop();
    count_arrived(arrival.source, go_back_n_.acknowledge(arrival.source, arrival.note.acknowledged, now,
                                                         arrival.note.acknowledged_marks));
    if (arrival.note.message == PacketNote::kNoMessage) continue;
    if (!go_back_n_.is_due(arrival.source, arrival.note.sequence)) {
      ++counters.discarded_out_of_order;
      go_back_n_.repeat_ack(arrival.source, now);
    } else if (settings_.receive_window != 0 && held_ >= settings_.receive_window) {
      ++counters.discarded_no_room;
    } else {
      go_back_n_.accept(arrival.source, now, arrival.note.marked);
      accepted_.push(arrival);
      messages_.came(arrival.note.message, arrival.at - settings_.timing.downlink_latency);
      ++held_;
      last_progress_ = now;
    }
  }
}

void Nic::count_arrived(unsigned destination, std::uint64_t packets) {
  if (!windows_ || packets == 0) return;
  outstanding_[destination] -= static_cast<std::uint32_t>(packets);
  outstanding_total_ -= packets;
}

void Nic::delivered(unsigned destination, std::uint64_t now) {
  if (!windows_) return;
  count_arrived(destination, 1);
  next_event_ = std::min(next_event_, now);
}

std::string Nic::waits_for() const {
  constexpr unsigned kLimit = 4;
  std::string what;
  unsigned told = 0;
  const auto add = [&](const std::string& text) { what += (what.empty() ? "" : "; ") + text; };
  if (!ring_.empty())
    add(fmt::format("{} packet(s) for the link, the first to {}", ring_.size(), ring_.front().destination));
  if (settings_.receive_window != 0 && held_ >= settings_.receive_window)
    add(fmt::format("the receive window of {} packets is full", settings_.receive_window));
  for (const Processor& processor : processors_) {
    if (processor.sends.empty() || processor.task != Task::None) continue;
    const unsigned destination = program_.ops()[processor.sends.front().op].peer;
    if (!may_send(destination)) add(fmt::format("leave to send to {} (ring, window)", destination));
  }
  for (unsigned partner = 0; settings_.go_back_n.on && partner < schedule_.ranks.size(); ++partner) {
    if (go_back_n_.unacknowledged(partner) > 0)
      add(fmt::format("acknowledgement of {} packet(s) to {}", go_back_n_.unacknowledged(partner), partner));
  }
  for (OpId op = 0; op < program_.ops().size(); ++op) {
    const Op& o = program_.ops()[op];
    if (o.kind != OpKind::Receive || entries_[op].packets_left == 0) continue;
    if (++told > kLimit) continue;
    const bool bound = entries_[op].packets_left != kUnbound;
    add(receive_text(o, bound ? entries_[op].packets_left : entries_[op].packets));
  }
  if (told > kLimit) add(fmt::format("{} more receives", told - kLimit));
  return fmt::format("rank {}: {} operations left, waits for {}", rank_, ops_left_,
                     what.empty() ? "nothing" : what);
}

}  // namespace xb
