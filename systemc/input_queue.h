// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "systemc/hol_probe.h"
#include "systemc/ingress.h"
#include "systemc/packet_queue.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_input_queue: one input's framing, packet FIFO, occupancy and bid. It tells its probe which
/// packets become able to leave and which begin to.
class InputQueue {
 public:
  explicit InputQueue(const Params& params)
      : packets_(params.beat_words()),
        ingress_(params.ports, params.count_start),
        count_start_(params.count_start),
        refused_packets_(params.count_start) {}

  void reset() {
    ingress_.reset();
    packets_.reset();
    probe_.reset();
    beats_for_ = {};
    started_ = early_ = routed_ = false;
    refused_packets_ = count_start_;
  }

  /// A beat on offer is taken, to be kept or discarded.
  [[nodiscard]] bool ready(const Settings& s) const { return room(s) || refuses(s); }
  [[nodiscard]] bool beat() const { return !packets_.empty(); }
  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] bool routed() const { return routed_; }
  /// The head packet may move.
  [[nodiscard]] bool bid(const Settings& s) const {
    return beat() && (started_ || (routed_ && (!s.store_forward || packets_.complete() != 0 || !room(s))));
  }
  /// Looks at the head's routing delay; to be called in every cycle while beat() and not routed().
  void route(const Settings& s, std::uint32_t now) {
    if (beat() && age(now) > s.route_delay) routed_ = true;
  }
  /// Cycles since the head packet was accepted.
  [[nodiscard]] std::uint32_t age(std::uint32_t now) const { return now - packets_.head().stamp; }

  [[nodiscard]] Side head_side() const { return packets_.side(); }
  [[nodiscard]] std::uint8_t head_dest() const { return packets_.head().dest; }
  [[nodiscard]] const std::uint64_t* head_data() const { return packets_.data(); }
  [[nodiscard]] std::uint32_t beats() const { return packets_.beats(); }
  [[nodiscard]] std::uint32_t packets() const { return packets_.packets(); }
  [[nodiscard]] std::uint32_t misrouted_packets() const { return ingress_.misrouted_packets(); }
  [[nodiscard]] std::uint32_t refused_packets() const { return refused_packets_; }
  /// For the PoolProbe: what is on offer, what is held.
  [[nodiscard]] std::uint8_t offered_dest(std::uint8_t tdest) const { return ingress_.offered_dest(tdest); }
  [[nodiscard]] bool in_packet() const { return ingress_.in_packet(); }
  [[nodiscard]] std::uint32_t beats_for(unsigned output) const { return beats_for_[output]; }
  HolProbe& probe() { return probe_; }
  [[nodiscard]] const HolProbe& probe() const { return probe_; }

  /// The beat at the head leaves. Before push() of the same cycle.
  void pop(const Settings& s) {
    --beats_for_[packets_.head().dest];
    const Side head = packets_.side();
    if (!started_) {
      if (!s.store_forward || packets_.complete() != 0)
        probe_.leave(head.dest);
      else
        early_ = true;  // the queue is full, so nothing is pushed in this cycle
    }
    started_ = !head.last;
    routed_ = false;
    packets_.pop();
  }
  /// Takes the beat on offer; only when ready(). `refused` is what refuses() said before this cycle's pop.
  void push(const Settings& s, bool refused, std::uint8_t tdest, bool last, std::uint32_t now,
            const std::uint64_t* data) {
    const auto beat = ingress_.take(tdest, last, refused);
    if (beat.refused && last) ++refused_packets_;
    if (!beat.keep) return;
    packets_.push(beat.first, last, beat.destination, now, data);
    ++beats_for_[beat.destination];
    if (s.store_forward ? last && !early_ : beat.first) probe_.enter(beat.destination);
    if (last) early_ = false;
  }

  /// All packets are of one beat, without payload, and may bid without delay. Then, between packets:
  [[nodiscard]] bool cells() const { return packets_.cells(); }
  /// The head, which is for `dest`, leaves: whether no other waits for that.
  bool pop_cell(unsigned dest) {
    --beats_for_[dest];
    packets_.pop_single();
    return probe_.leave(static_cast<std::uint8_t>(dest));
  }
  /// One comes for that output, which exists: whether none has waited for it.
  bool push_cell(std::uint8_t tdest, std::uint32_t now, std::uint64_t tag) {
    packets_.push_single(tdest, now, tag);
    ++beats_for_[tdest];
    return probe_.enter(tdest);
  }
  /// There is a head, which may bid.
  bool route_cell() { return routed_ = !packets_.empty(); }

  [[nodiscard]] bool refuses(const Settings& s) const {
    return ingress_.refuses(s.drop, packets_.beats() + s.packet_beats <= s.depth);
  }

  /// Cycles for which the head can go on leaving (`pops`) and the offered packet entering (`pushes`) like in
  /// the cycle before, none of them a first or last beat, before anything but counts changes.
  [[nodiscard]] std::uint32_t steady(const Settings& s, bool pops, bool pushes) const {
    std::uint32_t cycles = ~std::uint32_t{0};
    pushes = pushes && ingress_.keeps();
    if (pops) {
      if (!room(s)) return 0;  // tready is about to change
      const Packet& head = packets_.head();
      if (head.complete)
        cycles = head.in - head.out - 1;
      else if (!pushes)
        cycles = packets_.beats() - 1;
    } else if (pushes) {
      cycles = s.depth > packets_.beats() ? s.depth - packets_.beats() - 1 : 0;
    }
    return cycles;
  }
  /// The only packet is one that has not wholly come: while each beat that comes lets one leave, nothing but
  /// the numbers of both changes.
  [[nodiscard]] bool flows_through() const { return packets_.packets() == 1 && packets_.complete() == 0; }
  /// In cut-through, without drops: a beat of that packet leaves and one comes, the first and a middle one,
  /// or a middle one and the last.
  void pass_first() {
    probe_.leave(head_dest());
    started_ = true;
    routed_ = false;
    packets_.pass(false);
  }
  void pass_last() {
    ingress_.end();
    packets_.pass(true);
  }
  /// All that is held is a packet's last beat.
  [[nodiscard]] bool ends() const { return packets_.beats() == 1 && packets_.complete() == 1; }
  /// Likewise: of a packet of several it leaves, and the first beat of another such packet comes for an
  /// output that exists, and may bid without delay. Whether none has waited for that output.
  bool follow(std::uint8_t tdest, std::uint32_t now, std::uint64_t tag) {
    --beats_for_[head_dest()];
    ++beats_for_[tdest];
    started_ = false;
    routed_ = true;
    ingress_.begin(tdest);
    packets_.follow(tdest, now, tag);
    return probe_.enter(tdest);
  }
  void skip(bool pops, bool pushes, std::uint32_t n) {
    if (pushes && ingress_.keeps()) {
      packets_.push_middle(n);
      beats_for_[ingress_.offered_dest(0)] += n;
    }
    if (!pops) return;
    beats_for_[packets_.head().dest] -= n;
    packets_.pop_middle(n);
  }

 private:
  [[nodiscard]] bool room(const Settings& s) const { return packets_.beats() < s.depth; }

  PacketQueue packets_;
  Ingress ingress_;
  bool started_ = false;  // the head packet has begun to leave
  bool early_ = false;    // it did so before it was complete, under store-and-forward
  bool routed_ = false;   // the head packet's routing delay is over
  std::uint32_t count_start_;
  std::uint32_t refused_packets_;
  HolProbe probe_;
  std::array<std::uint32_t, kMaxPorts> beats_for_{};  // per output
};

}  // namespace xb::twin
