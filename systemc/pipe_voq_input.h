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
    behind_ = first_ = second_ = last_ = fetched_ = popped_ = 0;
    beats_ = stored_ = 0;
    ready_ = early_ = false;
  }

  /// A beat of a packet with that tdest on offer is taken to be discarded.
  [[nodiscard]] bool refuses(const Limits& l, std::uint8_t tdest) const {
    return ingress_.refuses(l.drop, tdest >= rings_.size() || rings_[tdest].room);
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
    const PortMask lack = lacks();
    const PortMask fetch = lack != 0 ? lack & (~lack + 1) : popped_ & behind_;
    const std::uint8_t under_way = ingress_.offered_dest(0);
    const bool forced = stored_ != 0 && full(l, under_way) && ((popped_ | behind_) & bit(under_way)) == 0 &&
                        ahead(under_way) == 0;
    const PortMask popped = popped_;

    for_each_port(pop, [&](unsigned j) {
      rings_[j].queue.pop();
      --rings_[j].heads;
    });
    const Ingress::Beat beat =
        offer.taken ? ingress_.take(offer.dest, offer.last, offer.refused) : Ingress::Beat{};
    const PortMask enter = beat.keep ? bit(beat.destination) : 0;
    ready_ = ready_next(l, enter);
    for (unsigned j = 0; j < rings_.size(); ++j)
      rings_[j].room = rings_[j].count < ((enter & bit(j)) != 0 ? l.limit_less_1 : l.limit);
    const bool direct = enter != 0 && !l.store_forward && ((behind_ | fetched_) & enter) == 0 &&
                        (ahead_before(beat.destination, pop) != kAhead || (popped & enter) != 0);
    if (enter != 0)
      rings_[beat.destination].queue.push(beat.first, offer.last, beat.destination, 0, offer.data);

    count(enter, popped);
    for_each_port(fetched_ | (direct ? enter : 0), [&](unsigned j) { ++rings_[j].heads; });
    for_each_port(fetch, [&](unsigned j) { --rings_[j].behind; });
    stored_ += enter != 0 && !direct ? 1 : 0;
    if (forced || (enter != 0 && (!l.store_forward || offer.last || early_))) {
      rings_[forced ? under_way : beat.destination].behind += stored_;
      stored_ = 0;
    }
    early_ = (early_ || forced) && !(enter != 0 && offer.last);
    fetched_ = fetch;
    popped_ = pop;
    show();
    return beat;
  }

 private:
  static constexpr std::uint32_t kAhead = 3;  // registers of a ring

  struct Ring {
    explicit Ring(const Params& params) : queue(params.beat_words()) {}
    void reset() {
      queue.reset();
      count = behind = heads = 0;
      room = false;
    }
    PacketQueue queue;
    std::uint32_t count = 0;              // beats, with one that left in the last cycle
    std::uint32_t behind = 0, heads = 0;  // able to leave, behind the registers; in these
    bool room = false;
  };

  [[nodiscard]] bool full(const Limits& l, unsigned j) const { return rings_[j].count >= l.depth; }
  /// Beats in a ring's registers, on their way there, or gone in the last cycle.
  [[nodiscard]] std::uint32_t ahead(unsigned j) const {
    return rings_[j].heads + ((fetched_ & bit(j)) != 0 ? 1 : 0) + ((popped_ & bit(j)) != 0 ? 1 : 0);
  }
  [[nodiscard]] std::uint32_t ahead_before(unsigned j, PortMask pop) const {
    return ahead(j) + ((pop & bit(j)) != 0 ? 1 : 0);
  }
  [[nodiscard]] PortMask lacks() const {
    PortMask lack = 0;
    for_each_port(behind_, [&](unsigned j) { lack |= PortMask{ahead(j) != kAhead} << j; });
    return lack;
  }
  /// Within a packet its own ring counts, between packets every one.
  [[nodiscard]] bool ready_next(const Limits& l, PortMask enter) const {
    const auto has_room = [&](unsigned j) {
      const bool almost = (enter & bit(j)) != 0 && rings_[j].count >= l.depth_less_1;
      return (popped_ & bit(j)) != 0 || !(full(l, j) || almost);
    };
    if (ingress_.in_packet()) {
      const unsigned dest = ingress_.offered_dest(0);
      return dest >= rings_.size() || has_room(dest);
    }
    bool all = true;
    for (unsigned j = 0; j < rings_.size() && all && !l.drop; ++j) all = has_room(j);
    return all;
  }
  void count(PortMask enter, PortMask popped) {
    for_each_port(enter, [&](unsigned j) { ++rings_[j].count; });
    for_each_port(popped, [&](unsigned j) { --rings_[j].count; });
    beats_ += (enter != 0 ? 1 : 0) - (popped != 0 ? 1 : 0);
  }
  void show() {
    behind_ = first_ = second_ = last_ = 0;
    for (unsigned j = 0; j < rings_.size(); ++j) {
      const Ring& ring = rings_[j];
      behind_ |= PortMask{ring.behind != 0} << j;
      if (ring.heads == 0) continue;
      first_ |= bit(j);
      second_ |= PortMask{ring.heads > 1} << j;
      last_ |= PortMask{ring.queue.side().last} << j;
    }
  }

  std::vector<Ring> rings_;  // per output
  Ingress ingress_;
  PortMask behind_ = 0, first_ = 0, second_ = 0, last_ = 0;
  PortMask fetched_ = 0;  // one or none: a beat is on its way to the registers
  PortMask popped_ = 0;   // one or none: a beat left in the last cycle
  std::uint32_t beats_ = 0;
  std::uint32_t stored_ = 0;  // beats of the packet under way that wait for its last
  bool ready_ = false;
  bool early_ = false;  // it does not wait for it
};

}  // namespace xb::twin
