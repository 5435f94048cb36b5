// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/ingress.h"
#include "systemc/packet_queue.h"
#include "systemc/pipe_input.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pipe_voq_input: one input's framing, its ring per output, and how many beats of each are where
/// on their way to the registers that bid.
class PipeVoqInput {
 public:
  /// As of PipeInput, of a ring.
  using Limits = PipeInput::Limits;
  using Offer = PipeInput::Offer;

  explicit PipeVoqInput(const Params& params)
      : rings_(params.ports, Ring(params)), ingress_(params.ports, params.count_start) {}

  void reset() {
    for (Ring& ring : rings_) ring.reset();
    ingress_.reset();
    behind_ = supplied_ = first_ = second_ = last_ = full_ = 0;
    fetched_ = popped_ = entered_ = left_ = 0;
    beats_ = stored_ = depth_ = limit_ = limit_less_1_ = 0;
    ready_ = early_ = false;
  }

  /// A beat of a packet with that tdest on offer is taken to be discarded.
  [[nodiscard]] bool refuses(const Limits& l, std::uint8_t tdest) const {
    return ingress_.refuses(l.drop, tdest >= rings_.size() || had_room(tdest));
  }
  /// A beat on offer is taken, to be kept or discarded.
  [[nodiscard]] bool ready(const Limits& /*l*/) const { return ready_ || ingress_.refuses(false, true); }

  /// Outputs for which a beat bids, a second one is there, the first is its packet's last.
  [[nodiscard]] PortMask first() const { return first_; }
  [[nodiscard]] PortMask second() const { return second_; }
  [[nodiscard]] PortMask last() const { return last_; }
  [[nodiscard]] const PacketQueue& queue(unsigned output) const { return rings_[output].queue; }

  [[nodiscard]] std::uint32_t misrouted_packets() const { return ingress_.misrouted_packets(); }
  /// For the PoolProbe: what is on offer, what is held.
  [[nodiscard]] std::uint8_t offered_dest(std::uint8_t tdest) const { return ingress_.offered_dest(tdest); }
  [[nodiscard]] bool in_packet() const { return ingress_.in_packet(); }
  [[nodiscard]] std::uint32_t beats_for(unsigned output) const { return rings_[output].count; }
  [[nodiscard]] std::uint32_t beats() const { return beats_; }
  /// Beats of a ring, without one that left in the last cycle.
  [[nodiscard]] std::uint32_t level(unsigned output) const {
    return rings_[output].count - ((popped_ & bit(output)) != 0 ? 1 : 0);
  }

  /// The clock edge: the first beat for the output in `pop`, one or none, goes; the offer is taken if it says
  /// so. Returns what was taken.
  Ingress::Beat clock(const Limits& l, PortMask pop, const Offer& offer) {
    if (l.depth != depth_) fill_to(l.depth);
    const PortMask lack = behind_ & ~supplied_;
    const PortMask fetch = lack != 0 ? lack & (~lack + 1) : popped_ & behind_;
    const std::uint8_t under_way = ingress_.offered_dest(0);
    const bool forced =
        stored_ != 0 && (full_ & ~(popped_ | behind_) & bit(under_way)) != 0 && rings_[under_way].ahead == 0;

    for_each_port(pop, [&](unsigned j) {
      rings_[j].queue.pop();
      --rings_[j].heads;
    });
    const Ingress::Beat beat =
        offer.taken ? ingress_.take(offer.dest, offer.last, offer.refused) : Ingress::Beat{};
    const PortMask enter = beat.keep ? bit(beat.destination) : 0;
    ready_ = ready_next(l, enter);
    const bool direct = !l.store_forward && (enter & ~(behind_ | fetched_) & (~supplied_ | popped_)) != 0;
    if (enter != 0)
      rings_[beat.destination].queue.push(beat.first, offer.last, beat.destination, 0, offer.data);

    for_each_port(enter, [&](unsigned j) { ++rings_[j].count; });
    for_each_port(popped_, [&](unsigned j) {
      --rings_[j].count;
      --rings_[j].ahead;
    });
    beats_ += (enter != 0 ? 1 : 0) - (popped_ != 0 ? 1 : 0);
    for_each_port(fetched_, [&](unsigned j) { ++rings_[j].heads; });
    if (direct) {
      ++rings_[beat.destination].heads;
      ++rings_[beat.destination].ahead;
    }
    for_each_port(fetch, [&](unsigned j) {
      --rings_[j].behind;
      ++rings_[j].ahead;
    });
    stored_ += enter != 0 && !direct ? 1 : 0;
    PortMask changed = enter | pop | popped_ | fetch | fetched_;
    if (forced || (enter != 0 && (!l.store_forward || offer.last || early_))) {
      const unsigned j = forced ? under_way : beat.destination;
      rings_[j].behind += stored_;
      stored_ = 0;
      changed |= bit(j);
    }
    early_ = (early_ || forced) && !(enter != 0 && offer.last);
    limit_ = l.limit;
    limit_less_1_ = l.limit_less_1;
    entered_ = enter;
    left_ = popped_;
    fetched_ = fetch;
    popped_ = pop;
    for_each_port(changed, [&](unsigned j) { show(j); });
    return beat;
  }

 private:
  static constexpr std::uint32_t kAhead = 3;  // registers of a ring

  struct Ring {
    explicit Ring(const Params& params) : queue(params.beat_words()) {}
    void reset() {
      queue.reset();
      count = behind = heads = ahead = 0;
    }
    PacketQueue queue;
    std::uint32_t count = 0;              // beats, with one that left in the last cycle
    std::uint32_t behind = 0, heads = 0;  // able to leave, behind the registers; in these
    std::uint32_t ahead = 0;              // in these, on the way there, or gone in the last cycle
  };

  /// In the last cycle: by what it held before that.
  [[nodiscard]] bool had_room(unsigned j) const {
    const bool entered = (entered_ & bit(j)) != 0;
    const std::uint32_t count = rings_[j].count + ((left_ & bit(j)) != 0 ? 1 : 0) - (entered ? 1 : 0);
    return count < (entered ? limit_less_1_ : limit_);
  }
  void fill_to(std::uint32_t depth) {
    depth_ = depth;
    full_ = 0;
    for (unsigned j = 0; j < rings_.size(); ++j) full_ |= PortMask{rings_[j].count >= depth} << j;
  }
  /// Within a packet its own ring counts, between packets every one.
  [[nodiscard]] bool ready_next(const Limits& l, PortMask enter) const {
    PortMask no_room = full_;
    for_each_port(enter, [&](unsigned j) { no_room |= PortMask{rings_[j].count >= l.depth_less_1} << j; });
    no_room &= ~popped_;
    if (!ingress_.in_packet()) return l.drop || no_room == 0;
    const unsigned dest = ingress_.offered_dest(0);
    return dest >= rings_.size() || (no_room & bit(dest)) == 0;
  }
  void show(unsigned j) {
    const Ring& ring = rings_[j];
    const auto put = [j](PortMask& set, bool in) { put_port(set, j, in); };
    put(full_, ring.count >= depth_);
    put(behind_, ring.behind != 0);
    put(supplied_, ring.ahead == kAhead);
    put(first_, ring.heads != 0);
    put(second_, ring.heads > 1);
    put(last_, ring.heads != 0 && ring.queue.side().last);
  }

  std::vector<Ring> rings_;  // per output
  Ingress ingress_;
  PortMask behind_ = 0, first_ = 0, second_ = 0, last_ = 0;
  PortMask supplied_ = 0;            // rings with kAhead beats ahead
  PortMask full_ = 0;                // ... with depth_ beats
  PortMask fetched_ = 0;             // one or none: a beat is on its way to the registers
  PortMask popped_ = 0;              // one or none: a beat left in the last cycle
  PortMask entered_ = 0, left_ = 0;  // in the last cycle; in that before
  std::uint32_t depth_ = 0, limit_ = 0, limit_less_1_ = 0;  // of the last cycle
  std::uint32_t beats_ = 0;
  std::uint32_t stored_ = 0;  // beats of the packet under way that wait for its last
  bool ready_ = false;
  bool early_ = false;  // it does not wait for it
};

}  // namespace xb::twin
