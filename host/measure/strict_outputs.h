// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "host/containers/ring.h"

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
  /// A packet would leave in `cycle`, were it alone in the switch, and none that comes later does so before
  /// `soon`. The cycle in which it leaves the ideal switch, or its name, for left().
  [[gnu::always_inline]] std::uint64_t arrived(const Flow& flow, unsigned beats, std::uint64_t cycle,
                                               std::uint64_t soon) {
    Output& output = outputs_[flow.destination];
    if (flow.of_class + 1 != classes_ || cycle > soon || output.waiting >> flow.of_class != 0)
      return wait(output, flow, beats, cycle);
    // Of the highest class, with none before it: others go first only if they begin before it is there.
    if (output.free < cycle) {
      if (output.waiting != 0) send(flow.destination, cycle - 1);
      output.free = std::max(output.free, on_link(cycle, output.period));
    }
    const std::uint64_t first = output.free;
    output.free = first + beats * output.period;
    return first;
  }

  struct Lag {
    Flow flow;
    std::int64_t cycles;
    bool counts;
  };
  static constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::min();
  /// The next packet of a flow, for which arrived() has given `ideal`, has left the switch that is measured,
  /// first and last beat, which counts or not. Its lag; kUnknown: the ideal one still has it, and lags() will
  /// say.
  [[gnu::always_inline]] std::int64_t left(const Flow& flow, std::uint64_t ideal, std::uint64_t first,
                                           bool counts, std::uint64_t last) {
    if (__builtin_expect(outputs_[flow.destination].due <= last, 0)) find_early(flow.destination, last);
    std::uint64_t cycle = ideal;
    if (ideal >= kName) {
      const auto name = static_cast<std::uint32_t>(ideal);
      if (packets_[name].cycle > last) send(flow.destination, last);
      cycle = packets_[name].cycle;
      if (__builtin_expect(cycle == kNever, 0)) return leave_early(flow, name, first, counts);
      give_back(name);
    }
    const auto lag = static_cast<std::int64_t>(first - cycle);
    if (__builtin_expect(cycle > last, 0)) return known_later(flow, lag, counts, cycle);
    return lag;
  }
  /// It is lost there.
  void lost(const Flow& flow, std::uint64_t ideal, std::uint64_t now) {
    const std::int64_t lag = left(flow, ideal, now, false, now);
    if (lag != kUnknown) lags_.push_back({flow, lag, false});
  }
  /// What has left the real switch early, and leaves the ideal one until cycle `now`.
  [[gnu::noinline]] void find_early(unsigned destination, std::uint64_t now);

  /// Of packets that left this switch first, and have left both since the last clear_lags().
  [[nodiscard]] const std::vector<Lag>& lags() const { return lags_; }
  void clear_lags() { lags_.clear(); }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr std::uint64_t kName = std::uint64_t{1} << 63U;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Arrival {
    std::uint64_t cycle;  ///< in which it reaches its output
    std::uint32_t beats, name;
  };
  /// In the order in which they reach their output.
  struct Queue {
    Ring<Arrival> packets;
    std::uint64_t latest = 0;  ///< no packet reaches the output after that
  };
  /// A lag that is known already, and counts from a cycle on.
  struct Later {
    Lag lag;
    std::uint64_t cycle;
  };
  struct Output {
    std::uint64_t period;
    std::uint64_t free = 0;      ///< the first cycle in which it sends nothing that it has begun
    std::uint64_t due = kNever;  ///< the first cycle in which find_early() may find any
    std::uint32_t waiting = 0;   ///< classes with packets in their queues
    std::uint32_t early = 0;     ///< packets in them that have left the real switch
    std::vector<Later> later = {};
  };
  /// One that has had to wait, and is in one of both switches at least.
  struct Packet {
    std::uint64_t cycle = kNever;  ///< in which it leaves the ideal switch; early: has left the real one
    std::uint32_t next = kNone;    ///< of those without packets
    std::uint16_t source = 0;
    bool early = false;  ///< has left the real switch, and the queues hold it
    bool counts = false;
  };

  /// The first cycle from one on in which a link moves a beat.
  static std::uint64_t on_link(std::uint64_t cycle, std::uint64_t period) {
    return period == 1 ? cycle : (cycle + period - 1) / period * period;
  }
  /// By class, of an output.
  [[nodiscard]] Queue* waiting(unsigned destination) { return &waiting_[destination * classes_]; }
  [[gnu::always_inline]] std::uint64_t wait(Output& output, const Flow& flow, unsigned beats,
                                            std::uint64_t cycle) {
    Queue& queue = waiting(flow.destination)[flow.of_class];
    if (__builtin_expect(unused_ == kNone, 0)) add_packets();
    const std::uint32_t name = unused_;
    Packet& packet = packets_[name];
    unused_ = packet.next;
    packet.cycle = kNever;
    packet.source = static_cast<std::uint16_t>(flow.source);
    output.waiting |= 1U << flow.of_class;
    Arrival& arrival = queue.packets.extend();
    arrival.cycle = cycle;
    arrival.beats = beats;
    arrival.name = name;
    if (__builtin_expect(cycle < queue.latest, 0))
      overtake(queue);
    else
      queue.latest = cycle;
    return kName | name;
  }
  void give_back(std::uint32_t name) {
    packets_[name].next = unused_;
    unused_ = name;
  }
  [[gnu::cold, gnu::noinline]] void add_packets();
  [[gnu::noinline]] void overtake(Queue& queue);
  [[gnu::noinline]] void send(unsigned destination, std::uint64_t now);
  [[gnu::noinline]] std::int64_t leave_early(const Flow& flow, std::uint32_t name, std::uint64_t first,
                                             bool counts);
  [[gnu::noinline]] std::int64_t known_later(const Flow& flow, std::int64_t lag, bool counts,
                                             std::uint64_t cycle);
  [[gnu::noinline]] void send_early(const Flow& flow, std::uint32_t name, std::uint64_t cycle);

  unsigned classes_;
  std::vector<Output> outputs_;
  std::vector<Queue> waiting_;  // by output and class
  std::vector<Packet> packets_;
  std::uint32_t unused_ = kNone;
  std::vector<Lag> lags_;
};

}  // namespace xb
