// SPDX-License-Identifier: Apache-2.0
#include "host/nic/go_back_n.h"

#include <algorithm>

namespace xb {
namespace {
/// How far `a` is ahead of `b`.
std::int32_t ahead(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b); }
}  // namespace

GoBackN::GoBackN(std::size_t ranks, const GoBackNSettings& settings) : settings_(settings), slots_(ranks) {}

void GoBackN::add_flow(unsigned partner) {
  flows_.emplace_back().window = settings_.initial_window;
  slots_[partner] = static_cast<std::uint16_t>(flows_.size());
}

void GoBackN::timer_set(unsigned partner, Flow& flow) {
  stale_ = true;
  if (flow.timed) return;
  flow.timed = true;
  timed_.insert(std::lower_bound(timed_.begin(), timed_.end(), partner), partner);
}

PacketNote GoBackN::settle_ack(Flow& flow) {
  flow.ack_at = kNever;
  flow.ack_owed = false;
  flow.unacknowledged = 0;
  PacketNote note;
  note.acknowledged = flow.expected;
  note.acknowledged_marks = flow.marks;
  return note;
}

bool GoBackN::take(unsigned partner, std::uint64_t now, KeptPacket& packet, PacketNote& note) {
  Flow& flow = flow_of(partner);
  --flow.places;
  const std::uint32_t place = flow.next - flow.base;
  if (place == flow.kept.size()) return false;
  packet = flow.kept[place];
  note = settle_ack(flow);
  note.message = packet.message;
  note.index = packet.index;
  note.sequence = flow.next++;
  if (ahead(flow.next, flow.furthest) > 0)
    flow.furthest = flow.next;
  else
    ++counters_.retransmitted_packets;
  if (flow.time_out_at == kNever) flow.time_out_at = now + time_out(flow);
  timer_set(partner, flow);
  return true;
}

/// DCTCP (Alizadeh et al., SIGCOMM 2010; RFC 8257): so many packets, some marked, are known to have arrived.
void GoBackN::react(Flow& flow, std::uint32_t packets, std::uint32_t marks) {
  flow.known_marks += marks;
  flow.trip_packets += packets;
  flow.trip_marks += marks;
  if (ahead(flow.base, flow.trip_end) > 0) {
    const double share = static_cast<double>(flow.trip_marks) / flow.trip_packets;
    flow.alpha += settings_.dctcp_gain * (share - flow.alpha);
    flow.trip_end = flow.next;
    flow.trip_packets = flow.trip_marks = 0;
    ++counters_.round_trips;
    counters_.window_sum += flow.window;
    counters_.alpha_sum += flow.alpha;
  }
  // Once a round trip: marks of packets that were on their way at the last cut say nothing new.
  if (marks == 0 || ahead(flow.base, flow.cut_until) <= 0) return;
  flow.window = flow.threshold = std::max(1.0, flow.window * (1 - flow.alpha / 2));
  flow.cut_until = flow.next;
  ++counters_.window_cuts;
}

std::uint64_t GoBackN::acknowledge(unsigned partner, std::uint32_t acknowledged, std::uint64_t now,
                                   std::uint32_t marks) {
  Flow& flow = flow_of(partner);
  const std::int32_t news = ahead(acknowledged, flow.base);
  if (news <= 0) return 0;
  for (std::int32_t n = 0; n < news; ++n) flow.kept.pop();
  flow.base = acknowledged;
  flow.time_outs_in_a_row = 0;
  flow.window += flow.window < flow.threshold ? news : news / flow.window;
  if (settings_.dctcp_gain > 0) react(flow, static_cast<std::uint32_t>(news), marks - flow.known_marks);
  // What was to be sent again has arrived after all.
  const std::int32_t skipped = ahead(flow.base, flow.next);
  if (skipped > 0) {
    flow.next = flow.base;
    flow.owed -= std::min<std::uint64_t>(flow.owed, static_cast<std::uint64_t>(skipped));
  }
  flow.time_out_at = flow.next == flow.base ? kNever : now + time_out(flow);
  timer_set(partner, flow);
  return static_cast<std::uint64_t>(news);
}

void GoBackN::go_back(Flow& flow) {
  ++counters_.time_outs;
  // Packets that are lost again say nothing new of the way.
  if (flow.time_outs_in_a_row++ == 0) flow.threshold = std::max(2.0, (flow.next - flow.base) / 2.0);
  flow.window = 1;
  flow.owed += flow.next - flow.base;
  flow.next = flow.base;
  flow.time_out_at = kNever;  // until the first of them is on the link
}

std::uint64_t GoBackN::time_out(const Flow& flow) const {
  if (!settings_.backs_off || flow.time_outs_in_a_row <= kPatient) return settings_.timeout_cycles;
  return settings_.timeout_cycles << std::min(flow.time_outs_in_a_row - kPatient, kDoublings);
}

unsigned GoBackN::time_outs_in_a_row() const {
  unsigned most = 0;
  for (const Flow& flow : flows_) most = std::max(most, flow.time_outs_in_a_row);
  return most;
}

void GoBackN::accept(unsigned partner, std::uint64_t now, bool marked) {
  Flow& flow = flow_of(partner);
  ++flow.expected;
  if (marked) ++flow.marks;
  ++flow.unacknowledged;
  owe_ack(partner, flow.unacknowledged >= kPacketsPerAck ? now : now + settings_.ack_delay_cycles);
}

void GoBackN::owe_ack(unsigned partner, std::uint64_t at) {
  Flow& flow = flow_of(partner);
  if (flow.ack_owed && flow.ack_at == kNever) return;  // it waits for the link already
  flow.ack_at = flow.ack_owed ? std::min(flow.ack_at, at) : at;
  flow.ack_owed = true;
  timer_set(partner, flow);
}

bool GoBackN::take_ack(unsigned partner, PacketNote& note) {
  Flow& flow = flow_of(partner);
  if (!flow.ack_owed || flow.ack_at != kNever) return false;
  note = settle_ack(flow);
  ++counters_.ack_frames;
  return true;
}

std::uint64_t GoBackN::next_timer() {
  if (stale_) {
    next_timer_ = kNever;
    std::size_t left = 0;
    for (const unsigned partner : timed_) {
      Flow& flow = flows_[slots_.at(partner) - 1U];
      const std::uint64_t next = std::min(flow.time_out_at, flow.ack_at);
      flow.timed = next != kNever;
      if (flow.timed) timed_[left++] = partner;
      next_timer_ = std::min(next_timer_, next);
    }
    timed_.resize(left);
    stale_ = false;
  }
  return next_timer_;
}

}  // namespace xb
