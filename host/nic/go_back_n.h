// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "host/containers/ring.h"
#include "host/containers/sparse_row.h"
#include "host/link/packet_note.h"
#include "host/nic/host_counters.h"
#include "host/nic/nic_settings.h"

namespace xb {

/// A packet as the sender keeps it until it is acknowledged.
struct KeptPacket {
  std::uint32_t message, index;
  std::uint16_t length;  ///< in the run's unit
};

/// One host's end of go-back-N with all its partners: numbers packets, takes them in order only, acknowledges
/// them all up to one, and after a time-out sends everything again from the oldest unacknowledged on.
///
/// The sender's ring holds places, not packets: whatever is next in its flow goes into the place that comes
/// to the link. Going back thus only moves the flow's pointer, and as many places as it moved are owed.
///
/// A partner costs memory from its first packet on, and time while a timer of its flow runs.
class GoBackN {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  GoBackN(std::size_t ranks, const GoBackNSettings& settings);

  // Sending.
  /// A new packet to `partner`; a place in the ring is taken for it.
  void keep(unsigned partner, const KeptPacket& packet) {
    Flow& flow = flow_of(partner);
    flow.kept.push(packet);
    ++flow.places;
  }
  /// A place for `partner` has come to the link: the packet that goes into it, its acknowledgement included;
  /// false if the place is not needed any more.
  bool take(unsigned partner, std::uint64_t now, KeptPacket& packet, PacketNote& note);
  /// Places that packets to `partner` are owed, because they must be sent again; one of them is there now.
  [[nodiscard]] std::uint64_t owed(unsigned partner) const {
    const Flow* flow = known(partner);
    return flow == nullptr ? 0 : flow->owed;
  }
  void place_given(unsigned partner) {
    Flow& flow = flow_of(partner);
    --flow.owed;
    ++flow.places;
  }
  /// Slow start and congestion avoidance (RFC 2581, RFC 3390), in packets: another packet to `partner` may
  /// get a place. The window grows by what is acknowledged, from the threshold on by one a round trip; a
  /// time-out halves the threshold and leaves a window of one.
  [[nodiscard]] bool window_open(unsigned partner) const {
    if (settings_.initial_window == 0) return true;
    const Flow* flow = known(partner);
    return flow == nullptr || static_cast<double>(flow->next - flow->base + flow->places) + 1 <= flow->window;
  }
  /// `partner` has all packets before number `acknowledged`, of which so many were marked; returns how many
  /// of them were not known of.
  std::uint64_t acknowledge(unsigned partner, std::uint32_t acknowledged, std::uint64_t now,
                            std::uint32_t marks = 0);
  [[nodiscard]] std::uint64_t unacknowledged(unsigned partner) const {
    const Flow* flow = known(partner);
    return flow == nullptr ? 0 : flow->kept.size();
  }
  /// The most time-outs in a row of one flow, without any acknowledgement.
  [[nodiscard]] unsigned time_outs_in_a_row() const;

  // Receiving.
  /// A packet of that number is the next due from `partner`.
  [[nodiscard]] bool is_due(unsigned partner, std::uint32_t sequence) const {
    const Flow* flow = known(partner);
    return sequence == (flow == nullptr ? 0 : flow->expected);
  }
  /// It is taken.
  void accept(unsigned partner, std::uint64_t now, bool marked = false);
  /// It comes again: the acknowledgement may have been lost.
  void repeat_ack(unsigned partner, std::uint64_t now) { owe_ack(partner, now + settings_.ack_delay_cycles); }
  /// The link is free for an acknowledgement alone; false if it has found a packet to ride on meanwhile.
  bool take_ack(unsigned partner, PacketNote& note);

  // Time.
  [[nodiscard]] std::uint64_t next_timer();
  /// Calls resend(partner) for each flow whose time is out, and send_ack(partner) for each acknowledgement
  /// that waits no longer; in the order of the partners.
  template <class Resend, class SendAck>
  void expire(std::uint64_t now, Resend&& resend, SendAck&& send_ack) {
    if (now < next_timer()) return;
    stale_ = true;
    for (const unsigned partner : timed_) {
      Flow& flow = flows_[slots_.at(partner) - 1U];
      if (flow.ack_at <= now) {
        flow.ack_at = kNever;
        send_ack(partner);
      }
      if (flow.time_out_at > now) continue;
      go_back(flow);
      resend(partner);
    }
  }

  [[nodiscard]] const HostCounters& counters() const { return counters_; }
  HostCounters& counters() { return counters_; }

 private:
  // Packets that may wait for one acknowledgement.
  static constexpr unsigned kPacketsPerAck = 4;
  static constexpr unsigned kPatient = 32, kDoublings = 6;

  struct Flow {
    // To the partner. Numbers count from 0 and are compared by difference.
    Ring<KeptPacket> kept;       // from `base` on
    std::uint32_t base = 0;      // oldest unacknowledged
    std::uint32_t next = 0;      // next for the link
    std::uint32_t furthest = 0;  // first that has not been on the link
    std::uint64_t owed = 0;
    std::uint64_t time_out_at = kNever;
    unsigned time_outs_in_a_row = 0;
    std::uint32_t places = 0;  // in the sender's ring
    double window = 0, threshold = std::numeric_limits<double>::infinity();
    // DCTCP: share of marked packets, over round trips that end with the packet before number `trip_end`.
    double alpha = 1;
    std::uint32_t trip_end = 0, trip_packets = 0, trip_marks = 0;
    std::uint32_t known_marks = 0;
    std::uint32_t cut_until = 0;  // first packet that was sent after the last cut
    // From the partner.
    std::uint32_t expected = 0;
    std::uint32_t marks = 0;  // of the packets before `expected`
    unsigned unacknowledged = 0;
    std::uint64_t ack_at = kNever;
    bool ack_owed = false;
    bool timed = false;  // in timed_
  };

  [[nodiscard]] const Flow* known(unsigned partner) const {
    const std::uint16_t slot = slots_.at(partner);
    return slot == 0 ? nullptr : &flows_[slot - 1U];
  }
  Flow& flow_of(unsigned partner) {
    if (slots_.at(partner) == 0) add_flow(partner);
    return flows_[slots_.at(partner) - 1U];
  }
  void add_flow(unsigned partner);
  void timer_set(unsigned partner, Flow& flow);
  void go_back(Flow& flow);
  void react(Flow& flow, std::uint32_t packets, std::uint32_t marks);
  /// Where time-outs get longer, each doubles after kPatient in a row, kDoublings times at most: a network
  /// could not get rid of packets that come again too early.
  [[nodiscard]] std::uint64_t time_out(const Flow& flow) const;
  void owe_ack(unsigned partner, std::uint64_t at);
  static PacketNote settle_ack(Flow& flow);

  GoBackNSettings settings_;
  SparseRow<std::uint16_t> slots_;  // per partner: 1 and where its flow is; 0: there is none
  std::vector<Flow> flows_;
  std::vector<unsigned> timed_;  // partners, in order: all of whose flows a timer runs, and perhaps others
  HostCounters counters_;
  std::uint64_t next_timer_ = kNever;
  bool stale_ = false;  // next_timer_ is to be worked out again
};

}  // namespace xb
