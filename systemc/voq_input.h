// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/containers/ring.h"
#include "systemc/admission.h"
#include "systemc/ingress.h"
#include "systemc/packet_queue.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_voq_input: one input's framing and admission, its queue per output in one memory
/// (xb_voq_buffer), and the packets that may bid (xb_voq_bids).
class VoqInput {
 public:
  explicit VoqInput(const Params& params)
      : quick_(params.data_words == 0),
        ingress_(params.ports, params.count_start),
        queues_(params.ports, Queue(params.beat_words())) {}

  void reset() {
    ingress_.reset();
    for (Queue& queue : queues_) {
      queue.reset();
      queue.able = 0;
    }
    delayed_.clear();
    beats_ = stamp_ = dest_ = 0;
    bids_ = 0;
    leaving_ = open_ = early_ = false;
  }

  [[nodiscard]] bool room(const Settings& s) const { return beats_ < s.depth; }
  /// A beat on offer is taken to be discarded.
  [[nodiscard]] bool refuses(const Settings& s) const {
    return ingress_.refuses(s.drop, beats_ + s.packet_beats <= s.depth);
  }
  /// The packet of which the first beat is on offer does not get into its queue, though the memory has room
  /// for it (refuses() is false); under tail drop.
  [[nodiscard]] bool rejects(const AdmissionLimits& limits, std::uint8_t tdest) const {
    if (in_packet() || tdest >= queues_.size()) return false;
    const std::uint32_t held = queues_[tdest].beats();
    return !limits.below_threshold(held, beats_) ||
           (limits.partition() && !limits.part_has(limits.packet_words(), held));
  }
  [[nodiscard]] std::uint32_t misrouted_packets() const { return ingress_.misrouted_packets(); }
  /// For the PoolProbe: what is on offer, what is held.
  [[nodiscard]] std::uint8_t offered_dest(std::uint8_t tdest) const { return ingress_.offered_dest(tdest); }
  [[nodiscard]] bool in_packet() const { return ingress_.in_packet(); }
  [[nodiscard]] std::uint32_t beats_for(unsigned output) const { return queues_[output].beats(); }
  [[nodiscard]] const PacketQueue& queue(unsigned output) const { return queues_[output]; }
  /// A packet is under way: popped, but for its last beat.
  [[nodiscard]] bool leaving() const { return leaving_; }
  /// Outputs for which a packet is able to start.
  [[nodiscard]] PortMask bids() const { return bids_; }
  /// Packets wait for their routing delay.
  [[nodiscard]] bool delaying() const { return !delayed_.empty(); }

  /// What a clock edge does to the packets that may bid; before push() and pop() of the cycle. `able(dest,
  /// stamp)` is called for a packet that becomes able to start.
  template <class Able>
  void route(const Settings& s, std::uint32_t now, Able&& able) {
    if (!delayed_.empty()) {
      if (now - delayed_.front().stamp < s.route_delay) return;
      make_able(delayed_.front().dest, delayed_.front().stamp, able);
      delayed_.pop();
    } else if (may_start_early(s) && now - stamp_ >= s.route_delay) {
      make_able(dest_, stamp_, able);
      early_ = true;
    }
  }
  /// Takes the beat on offer; `refused` as refuses() said before this cycle's pop. `able` as for route().
  template <class Able>
  Ingress::Beat push(const Settings& s, bool refused, std::uint8_t tdest, bool last, std::uint32_t now,
                     const std::uint64_t* data, Able&& able) {
    const auto beat = ingress_.take(tdest, last, refused);
    if (!beat.keep) return beat;
    if (beat.first) stamp_ = now;
    dest_ = beat.destination;
    queues_[dest_].push(beat.first, last, beat.destination, stamp_, data);
    ++beats_;
    open_ = !last;
    if (s.store_forward ? last && !early_ : beat.first) {
      if (now - stamp_ >= s.route_delay)
        make_able(dest_, stamp_, able);
      else
        delayed_.push({stamp_, dest_});
    }
    if (last) early_ = false;
    return beat;
  }
  /// A packet of one beat for `tdest` that is not refused is kept, able to start, and all that there is to
  /// it: push_cell() does what push() would.
  [[nodiscard]] bool takes_cell(const Settings& s, std::uint8_t tdest) const {
    return quick_ && s.route_delay == 0 && ingress_.takes_single(tdest);
  }
  template <class Able>
  void push_cell(std::uint8_t tdest, std::uint32_t now, std::uint64_t tag, Able&& able) {
    queues_[tdest].push_single(tdest, now, tag);
    ++beats_;
    make_able(tdest, now, able);
  }
  /// The beat at the head of that queue leaves; `last` ends its packet.
  void pop(unsigned output, bool last) {
    Queue& queue = queues_[output];
    queue.able -= leaving_ ? 0 : 1;
    bids_ &= ~(PortMask{queue.able == 0} << output);
    leaving_ = !last;
    queue.pop();
    --beats_;
  }

  /// The same for a packet of one beat, without payload. Says whether no other packet there is able to start.
  bool pop_single(unsigned output) {
    Queue& queue = queues_[output];
    queue.pop_single();
    --beats_;
    const bool none = --queue.able == 0;
    bids_ &= ~(PortMask{none} << output);
    return none;
  }

  /// Cycles for which the link can go on pushing the middle of a packet (or refusing it), and the packet to
  /// `output` under way leaving, before anything but counts changes.
  [[nodiscard]] std::uint32_t steady(const Settings& s, bool pushes, bool pops, unsigned output,
                                     std::uint32_t now) const {
    std::uint32_t cycles = ~std::uint32_t{0};
    const auto at_most = [&cycles](std::uint32_t n) { cycles = n < cycles ? n : cycles; };
    pushes = pushes && keeps();
    if (pops) {
      const Packet& head = queues_[output].head();
      if (head.complete)
        at_most(head.in - head.out - 1);
      else if (!pushes)
        at_most(queues_[output].beats() - 1);
    } else if (leaving_ && pushes && dest_ == output && queues_[output].empty()) {
      return 0;  // the beat for which the packet under way waits
    }
    if (!room(s) && pops != pushes) return 0;
    if (pushes && !pops) at_most(s.depth - beats_ - 1);
    if (!delayed_.empty())
      at_most(remaining(now, delayed_.front().stamp, s));
    else if (may_start_early(s))
      at_most(remaining(now, stamp_, s));
    return cycles;
  }
  /// `n` <= steady() such cycles; the queue that the link pushes to, or none of them.
  void skip(bool pushes, bool pops, unsigned output, std::uint32_t n) {
    if (pushes && keeps()) {
      queues_[dest_].push_middle(n);
      beats_ += n;
    }
    if (!pops) return;
    queues_[output].pop_middle(n);
    beats_ -= n;
  }
  /// The packet being accepted goes into the memory, to the queue of destination().
  [[nodiscard]] bool keeps() const { return open_; }
  [[nodiscard]] unsigned destination() const { return dest_; }

 private:
  struct Queue : PacketQueue {  // in one line of a cache
    using PacketQueue::PacketQueue;
    std::uint32_t able = 0;  ///< packets able to start
  };
  struct Delayed {
    std::uint32_t stamp;
    std::uint8_t dest;
  };

  template <class Able>
  void make_able(std::uint8_t output, std::uint32_t stamp, Able&& able) {
    ++queues_[output].able;
    bids_ |= bit(output);
    able(output, stamp);
  }
  /// A packet alone fills the memory before it is complete, under store-and-forward.
  [[nodiscard]] bool may_start_early(const Settings& s) const {
    return s.store_forward && !room(s) && open_ && !early_ && !leaving_ && bids_ == 0;
  }
  static std::uint32_t remaining(std::uint32_t now, std::uint32_t stamp, const Settings& s) {
    return now - stamp < s.route_delay ? s.route_delay - (now - stamp) : 0;
  }

  bool quick_;  // packets of one beat take the short cuts
  Ingress ingress_;
  std::vector<Queue> queues_;  // per output
  Ring<Delayed> delayed_;      // packets that would be able to start, but for their routing delay
  std::uint32_t beats_ = 0;
  std::uint32_t stamp_ = 0;  // of the packet accepted last: the cycle of its first beat
  std::uint8_t dest_ = 0;
  PortMask bids_ = 0;
  bool leaving_ = false;
  bool open_ = false;   // a packet's first beat is in the memory, its last has not come
  bool early_ = false;  // it was able to start before it was complete, under store-and-forward
};

}  // namespace xb::twin
