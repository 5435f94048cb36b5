// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "host/link/receiver.h"

namespace xb {

/// IdealOutputs with traffic classes: memory for all, and an output that has ended a packet begins with the
/// next one of the highest class that has reached it (docs/lag.md). When a packet leaves depends on what
/// comes after it, so a switch that is not ideal may be the first to send it.
class StrictOutputs {
 public:
  StrictOutputs(const std::vector<unsigned>& cycles_per_beat, unsigned classes);

  struct Flow {
    unsigned source, destination, of_class;
  };
  /// A packet would leave in `cycle`, were it alone in the switch; none that comes later before `soon`. The
  /// cycle in which it leaves the ideal switch, or its name, for left(). `cycles`: on the output's link.
  [[gnu::always_inline]] std::uint64_t arrived(const Flow& flow, std::uint64_t cycles, std::uint64_t cycle,
                                               std::uint64_t soon) {
    Output& output = outputs_[flow.destination];
    if (flow.of_class != top_class_ || cycle > soon || output.waiting >> flow.of_class != 0)
      return wait(output, flow, cycles, cycle);
    // Of the highest class, with none before it.
    send_before(flow.destination, soon);
    const std::uint64_t first = std::max(output.free, on_link(cycle, output.period));
    output.free = first + cycles;
    return first;
  }

  struct Lag {
    Flow flow;
    std::int64_t cycles;
    bool counts;
  };
  /// A packet, for which arrived() has given `ideal_out_cycle`, the next of its flow, has left the switch
  /// that is measured, which counts or not; none that comes later reaches its output before `soon`. False:
  /// the ideal one still has it, and take_early() will say its lag.
  [[gnu::always_inline]] bool left(const DeliveredPacket& packet, std::uint64_t soon, bool counts,
                                   std::int64_t& lag) {
    std::uint64_t leaves = packet.ideal_out_cycle;
    if (leaves >= kName) {
      const auto name = static_cast<std::uint32_t>(leaves);
      leaves = packets_[name].leaves;
      if (leaves == kNever) {
        send_before(packet.destination, soon);
        leaves = packets_[name].leaves;
        if (__builtin_expect(leaves == kNever, 0)) return leave_early(name, packet, counts), false;
      }
      give_back(name);
    }
    lag = static_cast<std::int64_t>(packet.first_out_cycle - leaves);
    if (__builtin_expect(leaves <= packet.last_out_cycle, 1)) return true;
    count_later(packet, lag, counts, leaves);
    return false;
  }
  /// It is lost there.
  void lost(const DeliveredPacket& packet, std::uint64_t soon) {
    std::int64_t lag = 0;
    if (left(packet, soon, false, lag)) count_later(packet, lag, false, packet.last_out_cycle);
  }
  /// Packets that have left this switch first may have left both until cycle `now`.
  [[nodiscard]] bool is_due(unsigned destination, std::uint64_t now) const {
    return outputs_[destination].due <= now;
  }
  /// Calls take(lag) for each of these, once; `soon`: as left() has it.
  template <class Take>
  void take_early(unsigned destination, std::uint64_t now, std::uint64_t soon, Take&& take) {
    Output& output = outputs_[destination];
    send_before(destination, soon);
    std::uint64_t due = kNever;
    auto kept = output.later.begin();
    for (const Later& later : output.later) {
      if (later.cycle <= now) {
        take(Lag{{later.source, destination, later.of_class}, later.lag, later.counts});
      } else {
        due = std::min(due, later.cycle);
        *kept++ = later;
      }
    }
    output.due = output.early == 0 ? due : 0;
    output.later.erase(kept, output.later.end());
  }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr std::uint64_t kName = std::uint64_t{1} << 63U;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  /// In the order in which they reach their output.
  struct Queue {
    std::uint32_t first, last;  ///< names
  };
  /// A lag that is known already, and counts from a cycle on.
  struct Later {
    std::uint64_t cycle;
    std::int64_t lag;
    std::uint16_t source;
    std::uint8_t of_class;
    bool counts;
  };
  struct alignas(64) Output {
    std::uint64_t period;
    std::uint64_t free = 0;       ///< the first cycle in which it sends nothing that it has begun
    std::uint64_t next = kNever;  ///< it begins no other one of its queues' packets before that
    std::uint64_t due = kNever;   ///< the first cycle of `later`; 0: there are early packets
    std::uint32_t waiting = 0;    ///< classes with packets in their queues
    std::uint32_t early = 0;      ///< of these packets, those that have left the real switch
    std::vector<Later> later = {};
  };
  /// One that has had to wait, and is in one of both switches at least.
  struct Packet {
    std::uint64_t reaches;       ///< its output
    std::uint64_t leaves;        ///< the ideal switch, kNever: is not decided; early: the real one
    std::uint32_t cycles;        ///< on the link
    std::uint32_t next, before;  ///< in its queue; or the next of those without packets
    std::uint16_t source;
    bool early = false;  ///< has left the real switch, and the queues hold it
    bool counts;
  };

  /// What an output begins before `cycle` is decided: all that counts for that has come.
  [[gnu::always_inline]] void send_before(unsigned destination, std::uint64_t cycle) {
    if (outputs_[destination].next < cycle) send(destination, cycle);
  }
  /// The first cycle from one on in which a link moves a beat.
  static std::uint64_t on_link(std::uint64_t cycle, std::uint64_t period) {
    return period == 1 ? cycle : (cycle + period - 1) / period * period;
  }
  /// Of some classes.
  static unsigned highest(std::uint32_t classes) {
    return 31U ^ static_cast<unsigned>(__builtin_clz(classes));
  }
  [[nodiscard]] unsigned number_of(const Output& output) const {
    return static_cast<unsigned>(&output - outputs_.data());
  }
  /// By class, of an output.
  [[nodiscard]] Queue* waiting(unsigned destination) { return &waiting_[destination * classes_]; }
  [[gnu::always_inline]] std::uint64_t wait(Output& output, const Flow& flow, std::uint64_t cycles,
                                            std::uint64_t cycle) {
    if (__builtin_expect(unused_ == kNone, 0)) add_packets();
    const std::uint32_t name = unused_;
    Packet* const packets = packets_.data();
    Packet& packet = packets[name];
    unused_ = packet.next;
    packet.reaches = cycle;
    packet.leaves = kNever;
    packet.cycles = static_cast<std::uint32_t>(cycles);
    packet.source = static_cast<std::uint16_t>(flow.source);
    Queue& queue = waiting(flow.destination)[flow.of_class];
    const std::uint32_t last = queue.last;
    queue.last = name;
    if ((output.waiting >> flow.of_class & 1U) == 0) {
      output.waiting |= 1U << flow.of_class;
      queue.first = name;
      look_from(output, cycle);
    } else {
      packet.before = last;
      packets[last].next = name;
      if (__builtin_expect(cycle < packets[last].reaches, 0)) {
        overtake(queue);
        look_from(output, cycle);
      }
    }
    return kName | name;
  }
  /// It may begin a packet that reaches it in `cycle`.
  void look_from(Output& output, std::uint64_t cycle) {
    output.next = std::min(output.next, on_link(std::max(cycle, output.free), output.period));
  }
  void give_back(std::uint32_t name) {
    packets_[name].next = unused_;
    unused_ = name;
  }
  [[gnu::cold, gnu::noinline]] void add_packets();
  [[gnu::noinline]] void overtake(Queue& queue);
  struct Choice {
    unsigned of_class;
    std::uint64_t cycle;
  };
  [[gnu::noinline]] Choice choose(const Output& output, const Queue* queues, std::uint64_t cycle,
                                  std::uint64_t before) const;
  [[gnu::noinline]] void send(unsigned destination, std::uint64_t before);
  [[gnu::noinline]] void send_early(Output& output, unsigned of_class, std::uint32_t name,
                                    std::uint64_t cycle);
  [[gnu::noinline]] void leave_early(std::uint32_t name, const DeliveredPacket& left, bool counts);
  [[gnu::noinline]] void count_later(const DeliveredPacket& packet, std::int64_t lag, bool counts,
                                     std::uint64_t cycle);
  void count_later(unsigned destination, const Later& later);

  unsigned classes_, top_class_;
  std::vector<Output> outputs_;
  std::vector<Queue> waiting_;  // by output and class
  std::vector<Packet> packets_;
  std::uint32_t unused_ = kNone;
};

}  // namespace xb
