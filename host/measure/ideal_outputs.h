// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace xb {

/// An output-queued switch with memory for all, beside a switch with the same arrivals: no other has less
/// work left at an output at any time. A packet reaches its output when it would leave the real switch, were
/// it alone in it; every output sends packets in the order in which they reach it, of several at once in that
/// in which they arrived, a beat in every beat time while it has one (Gourgy, Szymanski, Down 2009). It is
/// told all in the order of time, what arrives in a cycle before what leaves in it.
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
  /// Of so many beats on an output's link.
  [[nodiscard]] std::uint64_t cycles_of(unsigned output, unsigned beats) const {
    return std::uint64_t{beats} * outputs_[output].period;
  }
  /// Before any packet: of an output's link.
  void set_output_period(unsigned output, unsigned cycles_per_beat) {
    outputs_[output].period = cycles_per_beat;
  }
  /// Before any packet: most are of so many beats.
  void expect(unsigned beats);

  /// When a packet, alone in the switch, would send its first beat.
  struct LoneOut {
    std::uint64_t cycle;  ///< on this arrival
    std::uint64_t least;  ///< the least of its length to that output, whatever the input and the cycle
    std::uint64_t soon;   ///< no packet that arrives later does it before that
  };
  /// When its first beat leaves. Not is_known(): others may reach the output before it, and this is a name of
  /// the packet, for known().
  [[gnu::always_inline]] std::uint64_t arrived(unsigned destination, unsigned beats, const LoneOut& alone) {
    Output& output = outputs_[destination];
    if (!output.apart && alone.cycle <= alone.soon) return send_by_rank(output, alone.least, beats);
    const std::uint64_t name = join(output, cycles_of(destination, beats), alone.cycle, alone.soon);
    send_by_rank(output, alone.least, beats);
    return name;
  }
  /// The same for a packet that no later one can overtake on its way, all three are `cycle`, while that holds
  /// for all packets so far to this output: it is not is_apart().
  std::uint64_t arrived(unsigned destination, unsigned beats, std::uint64_t cycle) {
    return send_by_rank(outputs_[destination], cycle, beats);
  }
  /// For ranks alone: a packet reaches its output in cycle `least`.
  void rank(unsigned destination, unsigned beats, std::uint64_t least) {
    send_by_rank(outputs_[destination], least, beats);
  }

  /// All packets so far are of so many beats, in links that move them in the same cycles.
  [[nodiscard]] bool all_of(unsigned beats) const { return beats == even_beats_; }
  /// What such packets share that arrive in one cycle and reach their outputs in `cycle` by rank.
  struct Slot {
    std::uint64_t cycle, length;
  };
  [[nodiscard]] Slot slot(std::uint64_t cycle) const {
    return {on_link(cycle, even_period_), std::uint64_t{even_beats_} * even_period_};
  }
  /// arrived() for one of them that no later one can overtake; for one that reaches its output in `cycle`,
  /// where none that comes later does before `soon`.
  [[gnu::always_inline]] std::uint64_t arrived(unsigned destination, const Slot& slot) {
    return send_even(outputs_[destination], slot);
  }
  [[gnu::always_inline]] std::uint64_t arrived(unsigned destination, const Slot& slot, std::uint64_t cycle,
                                               std::uint64_t soon) {
    Output& output = outputs_[destination];
    const std::uint64_t name = join(output, slot.length, cycle, soon);
    send_even(output, slot);
    return name;
  }
  /// All packets so far are of one length, in such links, and none is_apart().
  [[nodiscard]] bool is_plain() const { return even_beats_ != 0 && !any_apart_; }

  /// Others have been able to overtake packets for that output.
  [[nodiscard]] bool is_apart(unsigned output) const { return outputs_[output].apart; }
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
  /// The same while is_plain().
  [[gnu::always_inline]] Lag left_plain(unsigned destination, std::uint64_t ideal, std::uint64_t first,
                                        std::uint64_t last) {
    return {static_cast<std::int64_t>(first - ideal), left(destination, last)};
  }
  /// The same by rank alone; the former while all_of() so many beats.
  std::int64_t left(unsigned destination, std::uint64_t last) {
    return leave_even(outputs_[destination], last - even_rest_);
  }
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
  /// Cycles in the order in which they come and go, in a row. That takes half of what a ring does.
  class Cycles {
   public:
    [[nodiscard]] bool empty() const { return begin_ == end_; }
    [[nodiscard]] const std::uint64_t* begin() const { return begin_; }
    [[nodiscard]] const std::uint64_t* end() const { return end_; }
    [[nodiscard]] std::uint64_t front() const { return *begin_; }
    void pop(unsigned count = 1) { begin_ += count; }
    void pop_back(unsigned count) { end_ -= count; }
    void push(std::uint64_t cycle) {
      if (__builtin_expect(end_ == limit_, 0)) make_room();
      *end_++ = cycle;
    }

   private:
    [[gnu::noinline]] void make_room();

    std::uint64_t *begin_ = nullptr, *end_ = nullptr, *limit_ = nullptr;
    std::unique_ptr<std::uint64_t[]> slots_;
  };
  /// Packets that reach an output in one cycle: they leave one after the other.
  struct alignas(32) Group {
    std::uint64_t cycle;    ///< the same; once sent that in which the first one leaves
    std::uint64_t content;  ///< cycles of all on the link, and from bit 32 on packets that have a name
    std::uint32_t next;     ///< to reach that output, or of those without packets
    bool sent;
  };
  static constexpr std::uint64_t kPacket = std::uint64_t{1} << 32U;
  /// One that is not sent.
  struct Open {
    std::uint64_t cycle = kNever;
    std::uint32_t place = 0;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct alignas(64) Output {  // cache lines: most runs need the first one only
    unsigned period;           ///< of its link
    std::uint32_t beats = 0;   ///< of all packets so far; 0: none has come, or they are mixed
    /// The first cycle from which on there is nothing to send by rank: packets come as early as any would.
    std::uint64_t free = 0;
    /// Not mixed: the first cycles, by rank, of as many packets as are in the real switch. Mixed: begin and
    /// end of each pause, in which the link has no beat to move, before `free` and after `left`.
    Cycles times = {};
    // Mixed:
    /// The end of the last of as many beats by rank as have left the real switch, and the next pause.
    std::uint64_t left = 0, next_pause = kNever;
    std::uint64_t busy_from = 0;   ///< the end of the last pause
    std::uint32_t first = kNone;   ///< of the groups that are not sent, where it is apart
    bool mixed = false;            ///< by rank there have been packets of other lengths
    bool apart = false;            ///< packets have a name
    std::uint64_t free_apart = 0;  ///< by packet, where it is apart: the first cycle with nothing to send
    std::array<Open, 2> met = {};  ///< the groups met last
  };
  /// Names: the group, and cycles before the packet in it.
  static constexpr std::uint64_t kName = std::uint64_t{1} << 63U;

  /// The first cycle from one on in which a link moves a beat.
  static std::uint64_t on_link(std::uint64_t cycle, std::uint64_t period) {
    return period == 1 ? cycle : (cycle + period - 1) / period * period;
  }
  /// A packet reaches its output in `cycle`. Its first cycle, if packets come in the order of these.
  [[gnu::always_inline]] std::uint64_t send_by_rank(Output& output, std::uint64_t cycle, unsigned beats) {
    const std::uint64_t length = std::uint64_t{beats} * output.period;
    cycle = on_link(cycle, output.period);
    if (__builtin_expect(beats != output.beats, 0) && !starts(output, beats, cycle))
      return send_mixed(output, cycle, length);
    return send_even(output, {cycle, length});
  }
  [[gnu::always_inline]] static std::uint64_t send_even(Output& output, const Slot& slot) {
    const std::uint64_t first = std::max(slot.cycle, output.free);
    output.free = first + slot.length;
    output.times.push(first);
    return first;
  }
  [[gnu::always_inline]] std::uint64_t send_mixed(Output& output, std::uint64_t cycle, std::uint64_t length) {
    if (__builtin_expect(cycle < output.busy_from, 0)) return fill_pauses(output, cycle, length), cycle;
    if (output.free < cycle) pause(output, cycle);
    const std::uint64_t first = output.free;
    output.free = first + length;
    return first;
  }
  /// The first packet of an output; a later one, if it is not as long as all before, mixes them.
  [[gnu::always_inline]] bool starts(Output& output, unsigned beats, std::uint64_t cycle) {
    if (output.mixed) return false;
    if (output.beats == 0)
      output.beats = beats;
    else
      mix(output, cycle);
    return !output.mixed;
  }
  [[gnu::cold, gnu::noinline]] void mix(Output& output, std::uint64_t cycle);
  [[gnu::noinline]] void fill_pauses(Output& output, std::uint64_t cycle, std::uint64_t length);
  /// From where it is free.
  static void pause(Output& output, std::uint64_t end) {
    if (output.next_pause == kNever) output.next_pause = output.free;
    output.times.push(output.free);
    output.times.push(end);
    output.busy_from = output.free = end;
  }
  /// More has left than before the next pause, which there is.
  static void pass_pauses(Output& output) {
    Cycles& pauses = output.times;
    do {
      output.left += pauses.begin()[1] - pauses.begin()[0];
      pauses.pop(2);
      output.next_pause = pauses.empty() ? kNever : pauses.front();
    } while (output.left > output.next_pause);
  }
  /// So many beats leave the switch that is measured, the last one in cycle `now`: its lag by rank.
  [[gnu::always_inline]] std::int64_t leave(Output& output, unsigned beats, std::uint64_t now) {
    const std::uint64_t length = std::uint64_t{beats} * output.period;
    if (__builtin_expect(beats == output.beats, 1)) return leave_even(output, now + output.period - length);
    output.left += length;
    if (__builtin_expect(output.left > output.next_pause, 0)) pass_pauses(output);
    return static_cast<std::int64_t>(now + output.period - output.left);
  }
  /// ... the first one of which in `first`, had it left at once.
  static std::int64_t leave_even(Output& output, std::uint64_t first) {
    const auto late = static_cast<std::int64_t>(first - output.times.front());
    output.times.pop();
    return late;
  }
  /// The cycle of a packet that had only a name; once, then it has none.
  [[gnu::always_inline]] std::uint64_t known(Output& output, std::uint64_t name) {
    const auto place = static_cast<std::uint32_t>((name ^ kName) >> 32U);
    Group& group = groups_[place];
    while (__builtin_expect(!group.sent, 0)) send_first(output);
    group.content -= kPacket;
    if (group.content < kPacket) give_back(place);
    return group.cycle + static_cast<std::uint32_t>(name);
  }
  /// The packet's name.
  [[gnu::always_inline]] std::uint64_t join(Output& output, std::uint64_t length, std::uint64_t cycle,
                                            std::uint64_t soon) {
    // Which of the two no processor can guess, so that there is no branch.
    const Open& open = output.met[cycle == output.met[0].cycle ? 0 : 1];
    std::uint32_t place = open.place;
    if (__builtin_expect(cycle != open.cycle, 0)) place = meet(output, cycle, soon);
    std::uint64_t& content = groups_[place].content;
    const std::uint64_t name = kName | std::uint64_t{place} << 32U | static_cast<std::uint32_t>(content);
    content += kPacket + length;
    return name;
  }
  [[gnu::noinline]] std::uint32_t meet(Output& output, std::uint64_t cycle, std::uint64_t soon);
  [[nodiscard]] std::uint32_t group_of(Output& output, std::uint64_t cycle);
  [[gnu::noinline]] void send_first(Output& output);
  void give_back(std::uint32_t place) {
    groups_[place].next = unused_;
    unused_ = place;
  }

  std::vector<Output> outputs_;
  std::uint32_t even_beats_ = 0;   // of all packets so far, in links of one period; 0: they are mixed
  std::uint64_t even_period_ = 1;  // of these links
  std::uint64_t even_rest_ = 0;    // from the first beat of such a packet to its last
  bool any_apart_ = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> later_;  // pauses, in fill_pauses()
  std::vector<Group> groups_;                                   // of all outputs
  std::uint32_t unused_ = kNone;
  std::uint64_t lost_packets_ = 0;
};

}  // namespace xb
