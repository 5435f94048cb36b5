// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
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
  /// `cycles_per_beat`: of each output's link.
  explicit IdealOutputs(const std::vector<unsigned>& cycles_per_beat);

  /// The first cycle from one on in which an output's link moves a beat, where that repeats after so many
  /// cycles; else the cycle itself.
  [[nodiscard]] std::uint64_t on_link(unsigned output, std::uint64_t cycle, unsigned phases) const {
    const unsigned period = outputs_[output].period;
    return phases % period == 0 ? on_link(cycle, std::uint64_t{period}) : cycle;
  }
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
  /// When its first beat leaves. Not is_known(): others may reach the output before it, and this is a name of
  /// the packet, for known().
  [[gnu::always_inline]] std::uint64_t arrived(unsigned destination, unsigned beats, const LoneOut& alone) {
    Output& output = outputs_[destination];
    if (!output.apart && alone.cycle <= alone.soon) return send_by_rank(output, alone.least, beats, false);
    const std::uint64_t name = join(output, beats, alone.cycle, alone.soon);
    if (alone.least > alone.soon || output.waits)
      wait_by_rank(destination, beats, alone.least, alone.soon);
    else
      send_by_rank(output, alone.least, beats, false);
    return name;
  }
  /// The same for a packet that no later one can overtake on its way, all three are `cycle`, while that holds
  /// for all packets so far to this output: it is not is_apart().
  std::uint64_t arrived(unsigned destination, unsigned beats, std::uint64_t cycle) {
    return send_by_rank(outputs_[destination], cycle, beats, false);
  }
  /// The same for a packet that reaches its output in `cycle`, as far as others let it, and by rank in
  /// `soon`: none that arrives later does it before that, nor do ranks_wait().
  [[gnu::always_inline]] std::uint64_t arrived(unsigned destination, unsigned beats, std::uint64_t cycle,
                                               std::uint64_t soon) {
    Output& output = outputs_[destination];
    const std::uint64_t name = join(output, beats, cycle, soon);
    send_by_rank(output, soon, beats, false);
    return name;
  }
  /// For ranks alone: a packet reaches its output in cycle `least`, none that arrives later before `soon`.
  [[gnu::always_inline]] void rank(unsigned destination, unsigned beats, std::uint64_t least,
                                   std::uint64_t soon) {
    Output& output = outputs_[destination];
    if (least > soon || output.waits) return rank_later(destination, beats, least, soon);
    send_by_rank(output, least, beats, false);
  }

  /// Others have been able to overtake packets for that output; by rank, too.
  [[nodiscard]] bool is_apart(unsigned output) const { return outputs_[output].apart; }
  [[nodiscard]] bool ranks_wait(unsigned output) const { return outputs_[output].waits; }
  [[nodiscard]] static bool is_known(std::uint64_t ideal) { return ideal < kName; }

  /// Departure in the switch less that from the ideal one [cycles].
  struct Lag {
    std::int64_t of_packet;  ///< first beats; below 0 where the switch has another order than the ideal one
    /// Of the output's last beat: of as many beats as have left it here, in whatever order. Never below 0.
    std::int64_t by_rank;
  };
  /// A packet, for which arrived() has given `ideal`, has left: cycles of its first and last beat.
  [[gnu::always_inline]] Lag left(unsigned destination, unsigned beats, std::uint64_t ideal,
                                  std::uint64_t first, std::uint64_t last) {
    Output& output = outputs_[destination];
    const std::int64_t by_rank = leave(output, beats, last);
    if (!is_known(ideal)) ideal = known(output, ideal);
    return {static_cast<std::int64_t>(first - ideal), by_rank};
  }
  /// The same by rank alone.
  std::int64_t left(unsigned destination, unsigned beats, std::uint64_t last) {
    return leave(outputs_[destination], beats, last);
  }
  /// A packet is lost, arrived() has given `ideal`. The ideal switch sends it, and has so many beats more
  /// from then on: ranks no longer say anything.
  void lost(unsigned destination, std::uint64_t ideal) {
    if (!is_known(ideal)) static_cast<void>(known(outputs_[destination], ideal));
    ++lost_packets_;
  }
  /// Packets that have been lost.
  [[nodiscard]] std::uint64_t lost_packets() const { return lost_packets_; }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  /// Cycles in which a link has no beat to move, in their order. Behind the last of them is one that never
  /// begins, so that none has to be asked for.
  class Pauses {
   public:
    /// kNever: there is none.
    [[nodiscard]] std::uint64_t begin() const { return slots_[first_].begin; }
    /// Takes the next one out: its length.
    std::uint64_t pop() {
      const std::uint64_t length = slots_[first_].length;
      first_ = (first_ + 1) & mask_;
      return length;
    }
    void push(std::uint64_t begin, std::uint64_t length) {
      slots_[end_].begin = begin;
      slots_[end_].length = length;
      end_ = (end_ + 1) & mask_;
      if (__builtin_expect(end_ == first_, 0)) grow();
      slots_[end_].begin = kNever;
    }

   private:
    [[gnu::noinline]] void grow();

    struct Pause {
      std::uint64_t begin = kNever, length = 0;
    };
    std::vector<Pause> slots_ = std::vector<Pause>(2);  // a power of two
    std::uint32_t mask_ = 1, first_ = 0, end_ = 0;
  };
  /// Packets that reach an output in one cycle: they leave one after the other.
  struct alignas(32) Group {
    std::uint64_t cycle;    ///< the same; once sent that in which the first one leaves
    std::uint32_t length;   ///< of all, on the link [cycles]
    std::uint32_t packets;  ///< that have a name
    std::uint32_t next;     ///< to reach that output, or of those without packets
    bool sent;
  };
  /// One that is not sent.
  struct Open {
    std::uint64_t cycle = kNever;
    std::uint32_t place = 0;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct alignas(64) Output {  // cache lines: most runs need the first one only
    unsigned period;           ///< of its link
    /// Some beats have waited by rank, so that all are looked after.
    bool waits = false;
    bool apart = false;
    bool mixed = false;       ///< by rank there have been packets of other lengths
    std::uint32_t beats = 0;  ///< of all packets so far; 0: none has come, or they are mixed
    /// The first cycle with nothing to send by rank: packets come as early as any would.
    std::uint64_t free = 0;
    /// Not mixed: the first cycles, by rank, of as many packets as are in the real switch.
    Ring<std::uint64_t> firsts = {};
    // Mixed:
    /// The end of the last of as many beats by rank as have left the real switch. Beyond the second one, the
    /// next pause, there is more to do; where beats have waited also beyond what is sent.
    std::uint64_t left = 0, next_look = kNever;
    Pauses pauses = {};           ///< still to come
    std::uint32_t waiting = 0;    ///< cycles with beats that wait; the first is `waits_from` or later
    std::uint32_t first = kNone;  ///< of the groups that are not sent, where it is apart
    std::uint64_t waits_from = 0;
    // By packet, where it is apart:
    std::uint64_t free_apart = 0;  ///< the first cycle with nothing to send
    std::array<Open, 2> met = {};  ///< the groups met last
  };
  /// Names: the group, and cycles before the packet in it.
  static constexpr std::uint64_t kName = std::uint64_t{1} << 63U;

  /// The first cycle from one on in which a link moves a beat.
  static std::uint64_t on_link(std::uint64_t cycle, std::uint64_t period) {
    return period == 1 ? cycle : (cycle + period - 1) / period * period;
  }
  /// A packet reaches its output in `cycle`. Its first cycle. `leaving`: another one leaves right now, and
  /// counts in `left`.
  [[gnu::always_inline]] static std::uint64_t send_by_rank(Output& output, std::uint64_t cycle,
                                                           unsigned beats, bool leaving) {
    if (__builtin_expect(beats != output.beats, 0) && !starts(output, beats)) {
      if (output.free < cycle) pause(output, on_link(cycle, output.period), leaving);
      const std::uint64_t first = output.free;
      output.free = first + std::uint64_t{beats} * output.period;
      return first;
    }
    // Which one is the later no processor can guess, so that there is no branch.
    const auto early = static_cast<std::int64_t>(on_link(cycle, output.period) - output.free);
    const std::uint64_t first = output.free + static_cast<std::uint64_t>(early & ~(early >> 63U));
    output.free = first + std::uint64_t{beats} * output.period;
    output.firsts.push(first);
    return first;
  }
  /// The first packet of an output; a later one, if it is not as long as all before, mixes them.
  [[gnu::always_inline]] static bool starts(Output& output, unsigned beats) {
    if (output.mixed) return false;
    if (output.beats == 0)
      output.beats = beats;
    else
      mix(output);
    return !output.mixed;
  }
  [[gnu::cold, gnu::noinline]] static void mix(Output& output);
  [[gnu::always_inline]] static void pause(Output& output, std::uint64_t end, bool leaving) {
    const std::uint64_t begin = output.free;
    output.free = end;
    // All before has left the real switch as well. The packet that is leaving now counts, but may end there.
    if (leaving ? output.left > begin : output.left == begin) {
      output.left += end - begin;
      return;
    }
    if (output.next_look == kNever) output.next_look = begin;
    output.pauses.push(begin, end - begin);
  }
  /// More has left than before the next pause, which there is, or beats have waited.
  void look(Output& output, std::uint64_t now) {
    if (__builtin_expect(output.waits, 0)) return settle(output, now);
    pass_pauses(output);
  }
  static void pass_pauses(Output& output) {
    std::uint64_t left = output.left;
    do left += output.pauses.pop();
    while (left > output.pauses.begin());
    output.left = left;
    output.next_look = output.pauses.begin();
  }
  /// So many beats leave the switch that is measured, the last one in cycle `now`: its lag by rank.
  [[gnu::always_inline]] std::int64_t leave(Output& output, unsigned beats, std::uint64_t now) {
    if (__builtin_expect(beats == output.beats, 1)) {
      const std::uint64_t last = output.firsts.front() + std::uint64_t{beats - 1} * output.period;
      output.firsts.pop();
      return static_cast<std::int64_t>(now - last);
    }
    output.left += std::uint64_t{beats} * output.period;
    if (__builtin_expect(output.left > output.next_look, 0)) look(output, now);
    return static_cast<std::int64_t>(now + output.period - output.left);
  }
  /// The cycle of a packet that had only a name; once, then it has none.
  [[gnu::always_inline]] std::uint64_t known(Output& output, std::uint64_t name) {
    const auto place = static_cast<std::uint32_t>((name ^ kName) >> 32U);
    Group& group = groups_[place];
    while (__builtin_expect(!group.sent, 0)) send_first(output);
    if (--group.packets == 0) give_back(place);
    return group.cycle + static_cast<std::uint32_t>(name);
  }
  /// The packet's name.
  [[gnu::always_inline]] std::uint64_t join(Output& output, unsigned beats, std::uint64_t cycle,
                                            std::uint64_t soon) {
    std::uint32_t place = output.met[0].place;
    if (cycle != output.met[0].cycle) {
      place = output.met[1].place;
      if (__builtin_expect(cycle != output.met[1].cycle, 0)) place = meet(output, cycle, soon);
    }
    Group& group = groups_[place];
    const std::uint64_t name = kName | std::uint64_t{place} << 32U | group.length;
    group.length += beats * output.period;
    ++group.packets;
    return name;
  }
  [[gnu::noinline]] void rank_later(unsigned destination, unsigned beats, std::uint64_t least,
                                    std::uint64_t soon) {
    wait_by_rank(destination, beats, least, soon);
  }
  /// Others may reach the output before a packet, or one that waits for them; none that comes later before
  /// `soon`.
  [[gnu::always_inline]] void wait_by_rank(unsigned destination, unsigned beats, std::uint64_t least,
                                           std::uint64_t soon) {
    Output& output = outputs_[destination];
    if (__builtin_expect(!output.waits, 0)) {
      if (!output.mixed) mix(output);
      output.next_look = 0;
      output.waits = true;
    }
    std::uint32_t* days = days_of(destination);
    send_until(output, days, soon, false);
    if (__builtin_expect(least < output.waits_from, 0)) {
      send_by_rank(output, least, beats, false);
      return;
    }
    if (__builtin_expect(least - output.waits_from > last_day_, 0)) {
      add_days(least - output.waits_from);
      days = days_of(destination);
    }
    std::uint32_t& day = days[least & last_day_];
    output.waiting += day == 0 ? 1 : 0;
    day += beats;
  }
  /// Beats that reach an output until a cycle, which no others can overtake any more.
  [[gnu::always_inline]] void send_until(Output& output, std::uint32_t* days, std::uint64_t cycle,
                                         bool leaving) const {
    std::uint64_t from = output.waits_from;
    std::uint32_t waiting = output.waiting;
    for (; waiting != 0 && from <= cycle; ++from) {
      const std::uint32_t beats = days[from & last_day_];
      if (beats == 0) continue;
      days[from & last_day_] = 0;
      send_by_rank(output, from, beats, leaving);
      --waiting;
    }
    output.waiting = waiting;
    output.waits_from = std::max(from, cycle + 1);
  }
  [[nodiscard]] std::uint32_t* days_of(std::size_t destination) {
    return &calendar_[destination * (last_day_ + 1)];
  }
  [[gnu::cold, gnu::noinline]] void add_days(std::uint64_t last);
  [[gnu::noinline]] std::uint32_t meet(Output& output, std::uint64_t cycle, std::uint64_t soon);
  [[nodiscard]] std::uint32_t group_of(Output& output, std::uint64_t cycle);
  [[gnu::noinline]] void send_first(Output& output);
  void give_back(std::uint32_t place) {
    groups_[place].next = unused_;
    unused_ = place;
  }
  [[gnu::noinline]] void settle(Output& output, std::uint64_t now);

  std::vector<Output> outputs_;
  std::uint64_t last_day_ = 15;  // of an output in the calendar; a power of two, less 1
  // Beats that others may still overtake, by output and the cycle in which they reach it.
  std::vector<std::uint32_t> calendar_;
  std::vector<Group> groups_;  // of all outputs
  std::uint32_t unused_ = kNone;
  std::uint64_t lost_packets_ = 0;
};

}  // namespace xb
