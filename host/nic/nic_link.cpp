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

[[gnu::always_inline]] inline void Nic::update_next_event(std::uint64_t now) {
  std::uint64_t next = started_ ? Workload::kNever : start_at_;
  for (const Processor& processor : processors_) {
    if (processor.task != Task::None) next = std::min(next, processor.done_at);
  }
  if (!arrivals_.empty() && (settings_.go_back_n.on || processors_.front().task == Task::None))
    next = std::min(next, arrivals_.front().at);
  if (!ring_.empty()) {
    const std::uint64_t start = std::max(ring_.front().ready_at, link_free_at_);
    // A packet that the link could take already waits for the port, not for time.
    if (start > now) next = std::min(next, start);
  }
  if (settings_.go_back_n.on) {
    next = std::min(next, go_back_n_.next_timer());
    if (!acks_.empty() && acks_.front().ready_at > now) next = std::min(next, acks_.front().ready_at);
  }
  next_event_ = next;
}

void Nic::advance(std::uint64_t now) {
  if (!started_ && now >= start_at_) {
    started_ = true;
    for (Processor& processor : processors_) processor.done_at = std::max(processor.done_at, start_at_);
    for (OpId op = 0; op < program_.ops().size(); ++op) {
      if (graph_.is_free(op)) release(op);
    }
    start_released();
  }
  if (settings_.go_back_n.on) {
    take_arrivals(now);
    go_back_n_.expire(
        now, [&](unsigned partner) { resend_.push(static_cast<std::uint16_t>(partner)); },
        [&](unsigned partner) {
          acks_.push({now + settings_.timing.uplink_latency, static_cast<std::uint16_t>(partner)});
        });
  }
  if (processors_.size() == 1) {
    run(processors_.front(), now);
  } else {
    // What one processor finishes may give another something to do.
    for (bool acted = true; acted;) {
      acted = false;
      for (Processor& processor : processors_) {
        // Only a task that has ended or begun now counts.
        const bool waiting = processor.task != Task::None && processor.done_at > now;
        if (!waiting) acted |= run(processor, now);
      }
    }
  }
  update_next_event(now);
}

bool Nic::take_outgoing(std::uint64_t now, Outgoing& packet) {
  while (!acks_.empty() && acks_.front().ready_at <= now) {
    packet.destination = acks_.front().destination;
    acks_.pop();
    if (!go_back_n_.take_ack(packet.destination, packet.note)) continue;
    packet.length = settings_.go_back_n.ack_length;
    update_next_event(now);
    return true;
  }
  bool taken = false;
  while (!taken && !ring_.empty() && ring_.front().ready_at <= now && now >= link_free_at_) {
    const Place& place = ring_.front();
    packet.destination = place.destination;
    packet.note = {place.packet.message, place.packet.index, 0, 0};
    packet.length = place.packet.length;
    taken = true;
    if (settings_.go_back_n.on) {
      KeptPacket kept = place.packet;
      taken = go_back_n_.take(packet.destination, now, kept, packet.note);
      packet.length = kept.length;
    }
    ring_.pop();
  }
  if (taken) link_free_at_ = now + settings_.timing.send_gap;
  advance(now);  // a place in the send ring is free
  return taken;
}

void Nic::arrive(unsigned source, const PacketNote& note, std::uint64_t at) {
  Arrival& arrival = arrivals_.extend();
  arrival.at = at;
  arrival.note = note;
  arrival.source = static_cast<std::uint16_t>(source);
  if (!settings_.go_back_n.on) ++held_;
  const bool idle = settings_.go_back_n.on || processors_.front().task == Task::None;
  next_event_ = std::min(next_event_, idle ? at : std::max(at, processors_.front().done_at));
}

void Nic::take_arrivals(std::uint64_t now) {
  HostCounters& counters = go_back_n_.counters();
  while (!arrivals_.empty() && arrivals_.front().at <= now) {
    const Arrival arrival = arrivals_.front();
    arrivals_.pop();
    count_arrived(arrival.source, go_back_n_.acknowledge(arrival.source, arrival.note.acknowledged, now));
    if (arrival.note.message == PacketNote::kNoMessage) continue;
    if (!go_back_n_.is_due(arrival.source, arrival.note.sequence)) {
      ++counters.discarded_out_of_order;
      go_back_n_.repeat_ack(arrival.source, now);
    } else if (settings_.receive_window != 0 && held_ >= settings_.receive_window) {
      ++counters.discarded_no_room;
    } else {
      go_back_n_.accept(arrival.source, now);
      accepted_.push(arrival);
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
