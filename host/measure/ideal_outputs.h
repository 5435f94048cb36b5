// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/containers/ring.h"

namespace xb {

/// An output-queued switch with memory for all, beside a switch with the same arrivals: no other has less
/// work left at an output at any time. A packet reaches its output when it would leave the real switch, were
/// it alone in it; every output sends packets in the order in which they reach it, of several at once in that
/// in which they arrived, a beat in every beat time while it has one (Gourgy, Szymanski, Down 2009).
class IdealOutputs {
 public:
  /// `cycles_per_beat`: of each output's link. `apart`: is_apart() from the beginning.
  explicit IdealOutputs(const std::vector<unsigned>& cycles_per_beat, bool apart = false);

  /// Before any packet: of an output's link.
  void set_output_period(unsigned output, unsigned cycles_per_beat) {
    outputs_[output].period = cycles_per_beat;
  }

  /// When a packet, alone in the switch, would send its first beat.
  struct LoneOut {
    std::uint64_t cycle;  ///< on this arrival
    std::uint64_t least;  ///< the least of such packets, whatever the input and the cycle
    std::uint64_t soon;   ///< no packet that arrives later does it before that
  };
  static constexpr std::uint64_t kNotYet = ~std::uint64_t{0};
  /// When its first beat leaves; kNotYet: others may reach the output before it.
  std::uint64_t arrived(unsigned source, unsigned destination, unsigned beats, const LoneOut& alone);
  /// The same for a packet that no later one can overtake on its way, all three are `cycle`, while that holds
  /// for all packets so far to this output: it is not is_apart().
  std::uint64_t arrived(unsigned destination, unsigned beats, std::uint64_t cycle) {
    return send_by_rank(outputs_[destination], cycle, beats, false);
  }

  /// Departure in the switch less that from the ideal one [cycles].
  struct Lag {
    std::int64_t of_packet;  ///< first beats; below 0 where the switch has another order than the ideal one
    /// Of the output's last beat: of as many beats as have left it here, in whatever order. Never below 0.
    std::int64_t by_rank;
  };
  /// Packets for that output have waited for others to overtake them, so that more is to be done than a few
  /// sums.
  [[nodiscard]] bool is_apart(unsigned output) const { return outputs_[output].apart; }
  /// The next packet of the flow, for which arrived() has given `ideal`, has left: cycles of its first and
  /// last beat.
  Lag left(unsigned source, unsigned destination, unsigned beats, std::uint64_t ideal, std::uint64_t first,
           std::uint64_t last) {
    if (!leave(destination, beats)) ideal = settle(source, destination, ideal, last);
    return lag(destination, ideal, first, last);
  }
  /// The same in its parts: so many beats leave. False: the output is_apart(), and settle() comes next.
  bool leave(unsigned destination, unsigned beats) {
    Output& output = outputs_[destination];
    output.left += std::uint64_t{beats} * output.period;
    if (__builtin_expect(output.left <= output.next_look, 1)) return true;
    if (output.apart) return false;
    pass_pauses(output);
    return true;
  }
  /// Sends what reaches an output until cycle `now`, by rank as many beats as have left the switch. When the
  /// next packet of a flow leaves, of which `ideal` is known.
  std::uint64_t settle(unsigned source, unsigned destination, std::uint64_t ideal, std::uint64_t now);
  /// Of the packet that has left last.
  [[nodiscard]] Lag lag(unsigned destination, std::uint64_t ideal, std::uint64_t first,
                        std::uint64_t last) const {
    const Output& output = outputs_[destination];
    const std::uint64_t by_rank = output.left - output.period;
    return {static_cast<std::int64_t>(first - ideal), static_cast<std::int64_t>(last - by_rank)};
  }
  /// The next packet of the flow is lost. The ideal switch sends it, and has so many beats more from then on:
  /// ranks no longer say anything.
  void lost(unsigned source, unsigned destination, std::uint64_t ideal, std::uint64_t now);
  /// Packets that have been lost.
  [[nodiscard]] std::uint64_t lost_packets() const { return lost_packets_; }

 private:
  struct Arrival {
    std::uint64_t cycle;  ///< in which it reaches its output
    unsigned source, beats;
  };
  /// Packets that others may still overtake, in the order in which they reach their output.
  struct Waiting {
    std::vector<Arrival> arrivals = {};  ///< from `next` on
    std::size_t next = 0;

    void add(const Arrival& arrival);
    [[nodiscard]] bool empty() const { return next == arrivals.size(); }
    [[nodiscard]] bool has_one_until(std::uint64_t now) const {
      return !empty() && arrivals[next].cycle <= now;
    }
    Arrival take_next() { return arrivals[next++]; }
  };
  /// Cycles in which a link has no beat to move.
  struct Pause {
    std::uint64_t begin, end;
  };
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  /// In a line of a cache.
  struct alignas(64) Output {
    unsigned period;  ///< of its link
    /// Packets have waited: in Apart is when they leave.
    bool apart = false;
    /// The first cycle with nothing to send by rank: packets come as early as any would.
    std::uint64_t free = 0;
    /// The end of the last of as many beats by rank as have left the real switch. Beyond the second one, the
    /// next pause, there is more to do; always where the output is apart.
    std::uint64_t left = 0, next_look = kNone;
    Ring<Pause> pauses = {};  ///< still to come
  };
  struct Apart {
    std::uint64_t free = 0;  ///< the first cycle with nothing to send
    Waiting packets = {}, ranks = {};
  };
  using Flow = Ring<std::uint64_t>;

  [[nodiscard]] Flow& flow(unsigned source, unsigned destination) {
    return flows_[source * ports_ + destination];
  }
  /// The first cycle from one on in which a link moves a beat.
  static std::uint64_t on_link(std::uint64_t cycle, std::uint64_t period) {
    return period == 1 ? cycle : (cycle + period - 1) / period * period;
  }
  /// A packet reaches its output in `cycle`. Its first cycle.
  static std::uint64_t send_by_rank(Output& output, std::uint64_t cycle, unsigned beats, bool apart) {
    if (output.free < cycle) pause(output, on_link(cycle, output.period), apart);
    const std::uint64_t first = output.free;
    output.free = first + std::uint64_t{beats} * output.period;
    return first;
  }
  static void pause(Output& output, std::uint64_t end, bool apart) {
    const std::uint64_t begin = output.free;
    output.free = end;
    // All before has left the real switch as well. The packet that is leaving now counts, but may end there.
    if (apart ? output.left > begin : output.left == begin) {
      output.left += end - begin;
      return;
    }
    if (output.next_look == kNone) output.next_look = begin;
    output.pauses.extend() = {begin, end};
  }
  /// More has left than before the next pause, which there is.
  static void pass_pauses(Output& output) {
    std::uint64_t left = output.left, next = output.pauses.front().begin;
    do {
      left += output.pauses.front().end - next;
      output.pauses.pop();
      next = output.pauses.empty() ? kNone : output.pauses.front().begin;
    } while (left > next);
    output.left = left;
    output.next_look = output.apart ? 0 : next;
  }
  static void set_apart(Output& output) {
    output.apart = true;
    output.next_look = 0;
  }
  std::uint64_t send(unsigned destination, std::uint64_t cycle, unsigned beats);
  void send_next(unsigned destination);
  std::uint64_t take_cycle(unsigned source, unsigned destination, std::uint64_t now);

  std::size_t ports_;
  std::vector<Output> outputs_;
  std::vector<Apart> apart_;  // by output
  std::vector<Flow> flows_;   // when those that have waited leave
  std::uint64_t lost_packets_ = 0;
};

}  // namespace xb
