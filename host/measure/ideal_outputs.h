// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
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

  /// Before any packet: of an output's link.
  void set_output_period(unsigned output, unsigned cycles_per_beat) {
    outputs_[output].cycles_per_beat = cycles_per_beat;
  }

  /// When a packet, alone in the switch, would send its first beat.
  struct LoneOut {
    std::uint64_t cycle;  ///< on this arrival
    std::uint64_t least;  ///< the least of such packets, whatever the input and the cycle
    std::uint64_t soon;   ///< no packet that arrives later does it before that
  };
  void arrived(unsigned source, unsigned destination, unsigned beats, const LoneOut& alone) {
    Output& output = outputs_[destination];
    const Arrival packet{alone.cycle, source, beats}, by_rank{alone.least, source, beats};
    if (alone.cycle > alone.soon || !output.packets.is_idle() || !output.ranks.is_idle())
      return wait(output, packet, by_rank);
    send(destination, packet);
    send_by_rank(output, by_rank);
  }

  /// Departure in the switch less that from the ideal one [cycles].
  struct Lag {
    std::int64_t of_packet;  ///< first beats; below 0 where the switch has another order than the ideal one
    /// Of the output's last beat: of as many beats as have left it here, in whatever order. Never below 0.
    std::int64_t by_rank;
  };
  /// The next packet of the flow has left: cycles of its first and last beat.
  Lag left(unsigned source, unsigned destination, unsigned beats, std::uint64_t first, std::uint64_t last) {
    const std::uint64_t ideal = take_cycle(source, destination, last);
    Output& output = outputs_[destination];
    if (output.ranks.has_one_until(last)) send_ranks_until(output, last);
    const std::uint64_t by_rank = last_of_next(output, beats);
    return {static_cast<std::int64_t>(first - ideal), static_cast<std::int64_t>(last - by_rank)};
  }
  /// The next packet of the flow is lost. The ideal switch sends it, and has so many beats more from then on:
  /// ranks no longer say anything.
  void lost(unsigned source, unsigned destination, std::uint64_t now);
  /// Packets that have been lost.
  [[nodiscard]] std::uint64_t lost_packets() const { return lost_packets_; }

 private:
  struct Arrival {
    std::uint64_t cycle;  ///< in which it reaches its output
    unsigned source, beats;
  };
  /// Beats that leave one a beat time; of them those that have not been asked for.
  struct Row {
    std::uint64_t first;
    std::uint64_t beats;
  };
  /// What sends packets one after the other.
  struct Server {
    std::vector<Arrival> arrivals = {};  ///< from `next` on: those that it does not send yet
    std::size_t next = 0;
    std::uint64_t free = 0;  ///< the first cycle in which it has nothing to send

    void add(const Arrival& arrival) {
      if (is_idle()) {
        arrivals.clear();
        next = 0;
      }
      if (is_idle() || arrivals.back().cycle <= arrival.cycle) return arrivals.push_back(arrival);
      insert(arrival);
    }
    [[gnu::noinline]] void insert(const Arrival& arrival);
    [[nodiscard]] bool is_idle() const { return next == arrivals.size(); }
    [[nodiscard]] bool has_one_until(std::uint64_t now) const {
      return next < arrivals.size() && arrivals[next].cycle <= now;
    }
    Arrival take_next() { return arrivals[next++]; }
    /// Its first cycle.
    std::uint64_t send(const Arrival& packet, unsigned cycles_per_beat) {
      const std::uint64_t first = std::max(on_link(packet.cycle, cycles_per_beat), free);
      free = first + std::uint64_t{packet.beats} * cycles_per_beat;
      return first;
    }
  };
  struct Output {
    unsigned cycles_per_beat;
    Server packets = {}, ranks = {};  ///< `ranks`: each packet comes as early as any would
    Ring<Row> rows = {};
  };
  using Flow = Ring<std::uint64_t>;

  [[nodiscard]] Flow& flow(unsigned source, unsigned destination) {
    return flows_[source * ports_ + destination];
  }
  /// The first cycle from one on in which a link moves a beat.
  static std::uint64_t on_link(std::uint64_t cycle, unsigned cycles_per_beat) {
    if (cycles_per_beat == 1) return cycle;
    return (cycle + cycles_per_beat - 1) / cycles_per_beat * cycles_per_beat;
  }
  void send(unsigned destination, const Arrival& packet) {
    Output& output = outputs_[destination];
    flow(packet.source, destination).extend() = output.packets.send(packet, output.cycles_per_beat);
  }
  void send_by_rank(Output& output, const Arrival& packet) {
    const std::uint64_t before = output.ranks.free;
    const std::uint64_t first = output.ranks.send(packet, output.cycles_per_beat);
    if (first == before && !output.rows.empty())
      output.rows.back().beats += packet.beats;  // one after the other
    else
      output.rows.extend() = {first, packet.beats};
  }
  [[gnu::noinline]] void wait(Output& output, const Arrival& packet, const Arrival& by_rank);
  /// When the next packet of a flow, which is settled by cycle `now`, leaves.
  std::uint64_t take_cycle(unsigned source, unsigned destination, std::uint64_t now) {
    Flow& packets = flow(source, destination);
    if (packets.empty() || outputs_[destination].packets.has_one_until(now))
      send_until(destination, packets, now);
    const std::uint64_t cycle = packets.front();
    packets.pop();
    return cycle;
  }
  [[gnu::noinline]] void send_until(unsigned destination, const Flow& packets, std::uint64_t now);
  [[gnu::noinline]] void send_ranks_until(Output& output, std::uint64_t now);
  /// When the last of the next so many beats leaves.
  std::uint64_t last_of_next(Output& output, unsigned beats) {
    if (output.rows.empty() || output.rows.front().beats <= beats) return last_of_rows(output, beats);
    Row& row = output.rows.front();
    row.beats -= beats;
    row.first += std::uint64_t{beats} * output.cycles_per_beat;
    return row.first - output.cycles_per_beat;
  }
  [[gnu::noinline]] std::uint64_t last_of_rows(Output& output, unsigned beats);

  std::size_t ports_;
  std::vector<Output> outputs_;
  std::vector<Flow> flows_;  // when each packet in the switch leaves the ideal one
  std::uint64_t lost_packets_ = 0;
};

}  // namespace xb
