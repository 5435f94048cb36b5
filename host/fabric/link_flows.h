// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "host/fabric/fabric_link.h"
#include "host/fabric/port_calendar.h"
#include "host/wires/port_set.h"

namespace xb {

/// A cycle that others bring forward. Only who owns it sets it, while they do not.
class Soonest {
 public:
  Soonest(std::uint64_t at = TokenStream::kNever) : at_(at) {}
  Soonest(const Soonest& other) : at_(other) {}
  Soonest& operator=(const Soonest& other) { return *this = std::uint64_t{other}; }
  ~Soonest() = default;
  Soonest& operator=(std::uint64_t at) {
    at_.store(at, std::memory_order_relaxed);
    return *this;
  }
  operator std::uint64_t() const { return at_.load(std::memory_order_relaxed); }
  /// `threads`: perhaps of several at once.
  void bring_forward(std::uint64_t at, bool threads) {
    std::uint64_t before = *this;
    if (at >= before) return;
    if (!threads) {
      *this = at;
      return;
    }
    while (at < before && !at_.compare_exchange_weak(before, at, std::memory_order_relaxed)) {
    }
  }

 private:
  std::atomic<std::uint64_t> at_;
};

/// The earliest cycle in which something changes for a switch, as far as others know: a beat comes over a
/// link, or, if that matters, a flow begins or ends at its far end.
struct Announced {
  Soonest first;
  bool flows_matter = true;  ///< packets are in the switch
  bool threads = false;      ///< others may be in several at once
  void arrival(std::uint64_t at) { first.bring_forward(at, threads); }
  void change(std::uint64_t at) {
    if (flows_matter) arrival(at);
  }
};

/// A switch's ends of its links of latency > 0: where a beat is here, where there is a credit to send one.
/// Beats that move in cycle after cycle are a flow. The far end gets to know where it begins and where it
/// ends, each before the latency is over; while it lasts there is nothing to be done for it at either end.
/// Packets of one beat, which begin and end at once, are no flows: each is counted as it moves.
class LinkFlows {
 public:
  static constexpr std::uint64_t kNever = TokenStream::kNever;

  void add_out(FabricLink& link, LinkFlows& far);
  void add_in(FabricLink& link, LinkFlows& far);
  /// Where the far ends announce what they do.
  void announce_to(Announced& announced) { announced_ = &announced; }

  /// Of the outputs: in some cycles their links take no beat.
  [[nodiscard]] PortMask slow() const { return slow_; }
  /// Null where there is no such link.
  [[nodiscard]] FabricLink* in_link(unsigned port) const { return in_[port].link; }
  [[nodiscard]] FabricLink* out_link(unsigned port) const { return out_[port].link; }

  /// What has come by cycle `now`.
  void look(std::uint64_t now) {
    if (now >= next_due_) look_at_flows(now);
    if (arrivals_.is_due(now)) look_for_arrivals(now);
    if (now >= next_credit_) look_for_credits(now);
  }
  /// Inputs at which a beat is.
  [[nodiscard]] PortMask wet() const { return wet_; }
  /// Outputs that may send one in cycle `now`.
  [[nodiscard]] PortMask ready(std::uint64_t now) const {
    return slow_ == 0 ? credit_ : credit_ & slow_ready(now);
  }
  /// These beats move in cycle `now`, and in all cycles from there on until this is called again, but for
  /// those that look() finds missing.
  void moved(PortMask accepted, PortMask delivered, std::uint64_t now);
  /// After that, others move in this one cycle alone, all of such links.
  void moved_once(PortMask accepted, PortMask delivered, std::uint64_t now);

  /// The first cycle from `now` on in which a beat comes to an input that has none, as far as is known.
  [[nodiscard]] std::uint64_t next_arrival(std::uint64_t now) const;
  /// The first cycle in which wet() or ready() may be others than in the one before `now`, were all links as
  /// fast as the switch; perhaps too early.
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now) const {
    return std::min<std::uint64_t>({next_arrival(now), next_credit_, next_due_});
  }

 private:
  struct End {
    FabricLink* link = nullptr;
    LinkFlows* far = nullptr;
    std::uint64_t since = 0;  ///< the first cycle of the flow that is not counted yet
    std::uint64_t due = 0;    ///< the cycle before which there are beats, or credits, for certain
  };

  void set_due(End& end, std::uint64_t due) {
    end.due = due;
    next_due_.bring_forward(due, announced_->threads);
  }
  void begin_taking(unsigned port, std::uint64_t now);
  void begin_sending(unsigned port, std::uint64_t now);
  void end_taking(unsigned port, std::uint64_t now);
  void end_sending(unsigned port, std::uint64_t now);
  void take(unsigned port, std::uint64_t now);
  [[gnu::always_inline]] void take(unsigned port, std::uint64_t beats, std::uint64_t now);
  void send(unsigned port, std::uint64_t now, std::uint64_t known);
  [[gnu::always_inline]] void set_spare(unsigned port, std::uint64_t spare);
  void end_flows(PortMask in, PortMask out, std::uint64_t now);
  [[gnu::noinline]] void look_at_flows(std::uint64_t now);
  [[gnu::noinline]] void look_for_arrivals(std::uint64_t now);
  [[gnu::noinline]] void look_for_credits(std::uint64_t now);
  [[gnu::noinline, nodiscard]] PortMask slow_ready(std::uint64_t now) const;
  // What the far end does, where nothing was under way. Where a beat, or a credit, is here or on its way, the
  // next one is looked for when it is used up.
  void beats_begin(unsigned port, std::uint64_t at) {
    arrivals_.add(port, at, announced_->threads);
    announced_->arrival(at);
  }
  void beats_end(unsigned port) {
    if ((taking_ >> port & 1U) == 0) return;
    set_due(in_[port], in_[port].link->beats.dry_at(in_[port].since));
    announced_->change(in_[port].due);
  }
  void credits_begin(unsigned port, std::uint64_t at) {
    if ((credit_ >> port & 1U) != 0) return;
    next_credit_.bring_forward(at, announced_->threads);
    announced_->change(at);
  }
  void credits_end(unsigned port);

  PortMask ins_ = 0, outs_ = 0;
  PortMask slow_ = 0;    // of outs_: with a period
  PortMask wet_ = 0;     // of ins_: a beat is here
  PortMask credit_ = 0;  // of outs_: a credit is here
  Soonest next_credit_;
  PortMask taking_ = 0, sending_ = 0;  // with a flow
  Soonest next_due_;                   // of these; perhaps too early
  Announced* announced_ = nullptr;
  PortCalendar arrivals_;  // of the next beat at a port of ins_ that is not wet
  std::array<End, kMaxPorts> in_{}, out_{};
};

}  // namespace xb
