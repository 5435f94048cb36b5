// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "systemc/hol_probe.h"
#include "systemc/ingress.h"
#include "systemc/packet_queue.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pipe_input: one input's framing and FIFO, and how many of its beats are where on their way to
/// the registers that bid. It tells its probe which packets become able to leave and which begin to.
class PipeInput {
 public:
  /// The settings as they count in a cycle: below `limit` beats a packet finds room, under tail drop.
  struct Limits {
    std::uint32_t depth, depth_less_1, limit, limit_less_1;
    bool store_forward, drop;
  };
  /// What is on offer, and what becomes of it in this cycle.
  struct Offer {
    bool taken, refused, last;
    std::uint8_t dest;
    const std::uint64_t* data;
  };

  explicit PipeInput(const Params& params)
      : packets_(params.beat_words()),
        ingress_(params.ports, params.count_start),
        chosen_(params.classes > 1) {}

  void reset() {
    packets_.reset();
    ingress_.reset();
    probe_.reset();
    beats_for_ = {};
    count_ = behind_ = stored_ = heads_ = 0;
    leaving_dest_ = popped_dest_ = 0;
    ready_ = room_ = popped_ = fetched_ = early_ = start_early_ = started_ = false;
  }

  /// A beat on offer is taken to be discarded, wherever it goes.
  [[nodiscard]] bool refuses(const Limits& l, std::uint8_t /*tdest*/) const {
    return ingress_.refuses(l.drop, room_);
  }
  /// A beat on offer is taken, to be kept or discarded.
  [[nodiscard]] bool ready(const Limits& l) const { return (ready_ ? 1 : 0) | (refuses(l, 0) ? 1 : 0); }

  /// A beat bids, for output head_dest().
  [[nodiscard]] bool head() const { return heads_ > 0; }
  [[nodiscard]] std::uint8_t head_dest() const { return packets_.head().dest; }
  [[nodiscard]] Side head_side() const { return packets_.side(); }
  [[nodiscard]] const std::uint64_t* head_data() const { return packets_.data(); }

  [[nodiscard]] std::uint32_t misrouted_packets() const { return ingress_.misrouted_packets(); }
  /// For the PoolProbe: what is on offer, what is held.
  [[nodiscard]] std::uint8_t offered_dest(std::uint8_t tdest) const { return ingress_.offered_dest(tdest); }
  [[nodiscard]] bool in_packet() const { return ingress_.in_packet(); }
  [[nodiscard]] std::uint32_t beats_for(unsigned output) const { return beats_for_[output]; }
  [[nodiscard]] std::uint32_t beats() const { return count_; }
  HolProbe& probe() { return probe_; }
  [[nodiscard]] const HolProbe& probe() const { return probe_; }

  /// The head goes in this cycle; before the clock edge, and apart from it, as no processor can guess which
  /// inputs' heads do.
  void take_head() {
    const Side head = packets_.side();
    if (!started_ && !start_early_) probe_.leave(head.dest);
    started_ = !head.last;
    leaving_dest_ = head.dest;
    packets_.pop();
  }
  /// The clock edge: the head went if `pop`, the offer is taken if it says so. Returns what was taken.
  Ingress::Beat clock(const Limits& l, bool pop, const Offer& offer) {
    const std::uint32_t ahead = heads_ + (fetched_ ? 1 : 0);
    const bool forced = stored_ != 0 && count_ >= l.depth && !popped_ && behind_ == 0 && ahead == 0;
    const bool fetch = behind_ != 0 && ahead != kAhead;
    const bool none_before = !chosen_ && !l.store_forward && behind_ == 0 && !fetched_ && ahead != kAhead;

    beats_for_[popped_dest_] -= popped_ ? 1 : 0;
    popped_dest_ = leaving_dest_;
    const Ingress::Beat beat =
        offer.taken ? ingress_.take(offer.dest, offer.last, offer.refused) : Ingress::Beat{};
    const bool push = beat.keep;
    if (push) enter(l, beat, offer);

    count(l, pop, push);
    const bool direct = push && none_before;
    heads_ += (fetched_ || direct ? 1 : 0) - (pop ? 1 : 0);
    fetched_ = fetch;
    stored_ += push && !direct ? 1 : 0;
    behind_ -= fetch ? 1 : 0;
    if (forced || (push && (!l.store_forward || offer.last || early_))) {
      behind_ += stored_;
      stored_ = 0;
    }
    early_ = (early_ || forced) && !(push && offer.last);
    start_early_ = forced || (start_early_ && !pop);
    return beat;
  }

 private:
  static constexpr std::uint32_t kAhead = 3;  // registers that bid or are about to

  /// What is held, and for what there is room.
  void count(const Limits& l, bool pop, bool push) {
    ready_ = popped_ || (count_ < l.depth && (!push || count_ < l.depth_less_1));
    room_ = count_ < (push ? l.limit_less_1 : l.limit);
    count_ += (push ? 1 : 0) - (popped_ ? 1 : 0);
    popped_ = pop;
  }
  void enter(const Limits& l, const Ingress::Beat& beat, const Offer& offer) {
    packets_.push(beat.first, offer.last, beat.destination, 0, offer.data);
    ++beats_for_[beat.destination];
    if (l.store_forward ? offer.last && !early_ : beat.first) probe_.enter(beat.destination);
  }

  PacketQueue packets_;
  Ingress ingress_;
  bool chosen_;  // one of several among which the input chooses: what is taken goes by the side RAM
  HolProbe probe_;
  std::array<std::uint32_t, kMaxPorts> beats_for_{};  // per output
  std::uint32_t count_ = 0;                           // beats, with one that left in the last cycle
  // Of the beats: in the registers; able to leave, behind these; of a packet that is not complete.
  std::uint32_t heads_ = 0, behind_ = 0, stored_ = 0;
  std::uint8_t leaving_dest_ = 0, popped_dest_ = 0;  // of the beat that leaves in this cycle, in the last
  bool ready_ = false, room_ = false;
  bool popped_ = false;       // a beat left in the last cycle
  bool fetched_ = false;      // one is on its way to the registers
  bool early_ = false;        // the packet under way does not wait for its last beat
  bool start_early_ = false;  // the head packet will start so
  bool started_ = false;      // it has begun to leave
};

}  // namespace xb::twin
