// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "host/fabric/fabric_link.h"
#include "host/wires/port_set.h"

namespace xb {

/// A switch's ends of its links of latency > 0: where a beat is here, where there is a credit to send one.
/// Where beats move in cycle after cycle, they are counted when that ends, or when others are to know.
class LinkFlows {
 public:
  static constexpr std::uint64_t kNever = TokenStream::kNever;

  void add_out(FabricLink& link, LinkFlows& far);
  void add_in(FabricLink& link, LinkFlows& far);
  /// Where others announce the earliest cycle in which a beat comes here.
  void announce_to(std::uint64_t& earliest) { announced_ = &earliest; }

  [[nodiscard]] PortMask ins() const { return ins_; }
  [[nodiscard]] PortMask outs() const { return outs_; }
  /// Of the outputs: in some cycles their links take no beat.
  [[nodiscard]] PortMask slow() const { return slow_; }
  /// Null where there is no such link.
  [[nodiscard]] FabricLink* in_link(unsigned port) const { return in_[port].link; }
  [[nodiscard]] FabricLink* out_link(unsigned port) const { return out_[port].link; }

  /// What has come by cycle `now`.
  void look(std::uint64_t now) {
    if (now >= next_arrival_) look_for_arrivals(now);
    if (now >= next_credit_) look_for_credits(now);
  }
  /// Inputs at which a beat is.
  [[nodiscard]] PortMask wet() const { return wet_; }
  /// Outputs that may send one in cycle `now`.
  [[nodiscard]] PortMask ready(std::uint64_t now) const {
    return slow_ == 0 ? credit_ : credit_ & slow_ready(now);
  }
  /// Beats moved in each of `cycles` cycles from `now` on. Returns the cycle up to which nothing else happens
  /// here if the same beats go on to move.
  std::uint64_t moved(PortMask accepted, PortMask delivered, std::uint64_t now, std::uint64_t cycles);
  /// The far ends get to know all beats and credits of the cycles before `now`.
  void publish(std::uint64_t now);

  /// The first cycle in which a beat comes to an input that has none, as far as is known.
  [[nodiscard]] std::uint64_t next_arrival() const { return next_arrival_; }
  /// The first cycle from `now` on in which wet() or ready() may be others than in the cycle before, were all
  /// links as fast as the switch.
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now) const {
    if (flows_ended()) return now;
    return std::min({next_arrival_, next_credit_, next_due_});
  }

 private:
  struct End {
    FabricLink* link = nullptr;
    LinkFlows* far = nullptr;
    std::uint64_t since = 0;  ///< the first cycle of the flow that is not counted yet
    std::uint64_t due = 0;    ///< the cycle before which there are beats, or credits, for certain
  };

  /// Some have just come to an end.
  [[nodiscard]] bool flows_ended() const { return ((accepted_ & ~taking_) | (delivered_ & ~sending_)) != 0; }
  void begin(End& end, std::uint64_t due, std::uint64_t now) {
    end.since = now;
    end.due = due;
    next_due_ = std::min(next_due_, due);
  }
  void end_flows(PortMask in, PortMask out, std::uint64_t now);
  void look_at_flows(std::uint64_t now);
  void take(unsigned port, std::uint64_t now);
  void send(unsigned port, std::uint64_t now);
  [[gnu::noinline]] void look_for_arrivals(std::uint64_t now);
  [[gnu::noinline]] void look_for_credits(std::uint64_t now);
  [[gnu::noinline, nodiscard]] PortMask slow_ready(std::uint64_t now) const;
  // Told by the far end. Where a beat, or a credit, is here, the next one is looked for when it is used up.
  void arrival_announced(unsigned port, std::uint64_t at) {
    if ((wet_ >> port & 1U) != 0) return;
    arrives_at_[port] = std::min(arrives_at_[port], at);
    next_arrival_ = std::min(next_arrival_, at);
    *announced_ = std::min(*announced_, at);
  }
  void credit_announced(unsigned port, std::uint64_t at) {
    if ((credit_ >> port & 1U) == 0) next_credit_ = std::min(next_credit_, at);
  }

  PortMask ins_ = 0, outs_ = 0;
  PortMask slow_ = 0;                    // of outs_: with a period
  PortMask wet_ = 0;                     // of ins_: a beat is here
  PortMask credit_ = 0;                  // of outs_: a credit is here
  std::uint64_t next_arrival_ = kNever;  // of a beat at a port of ins_ that has none
  std::uint64_t next_credit_ = kNever;
  PortMask accepted_ = 0, delivered_ = 0;  // in the last cycle
  PortMask taking_ = 0, sending_ = 0;      // of these: the flows that go on
  std::uint64_t next_due_ = kNever;        // of them; perhaps too early
  std::uint64_t* announced_ = nullptr;
  /// Per port of ins_ that is not wet: when the next beat comes. Side by side, since they are looked at
  /// together.
  std::array<std::uint64_t, kMaxPorts> arrives_at_{};
  std::array<End, kMaxPorts> in_{}, out_{};
};

}  // namespace xb
