// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "host/link/receiver.h"
#include "host/link/switch_wires.h"
#include "host/measure/batch_means.h"
#include "host/measure/batch_table.h"
#include "host/measure/estimate.h"
#include "host/measure/histogram.h"
#include "host/measure/loss_count.h"
#include "host/measure/occupancy_series.h"
#include "host/measure/set_counts.h"

namespace xb {

/// What a run measures, as docs/measures.md defines it. Fed once a cycle and once a delivered packet while
/// the measured window lasts.
class Measures {
 public:
  static constexpr std::uint64_t kStretchCycles = 64;  ///< of the series behind the intervals

  struct Settings {
    unsigned cycles_per_beat = 1;     ///< of the ports' links; shares of the line rate are relative to them
    bool drops = false;               ///< the switch may discard packets
    std::uint64_t series_period = 0;  ///< cycles between samples of the occupancy; 0: none
    bool intervals = true;            ///< what is measured has a steady state, of which this is a sample
  };

  Measures(unsigned ports, unsigned queues, const Settings& settings);

  /// Samples of the occupancy go to `sink`, not into series().
  void sample_to(OccupancySink sink) { sink_ = std::move(sink); }
  /// The window opens: cycle `now` is the first to count.
  void open(std::uint64_t now, std::uint64_t offered_beats, std::uint64_t offered_packets,
            const SwitchOutputs& before);
  /// The window closes: `now` is the first cycle not to count, `after` what the switch showed before it.
  void close(std::uint64_t now, std::uint64_t offered_beats, std::uint64_t offered_packets,
             const SwitchOutputs& after);
  [[nodiscard]] bool is_open() const { return open_; }

  /// Looks at the switch's counters of 32 bits, before one has gone round.
  void look(const SwitchOutputs& out) {
    if (open_) losses_.look(out);
  }
  /// How many beats moved out in cycle `now`, and what the switch showed in it.
  void cycle(std::uint64_t now, const SwitchOutputs& out, unsigned delivered_beats) {
    take_registers(out);
    if (!open_) return;
    delivered_beats_ += delivered_beats;
    count_levels(now, out, One{});
    stretch_.beats += total_level_.beats;
    stretch_.packets += total_packets_level_.beats;
    if (now == next_sample_) sample(out);
    if (now + 1 == stretch_end_) end_stretch(out);
  }
  /// The same for the `cycles` > 0 cycles from `now` on, in each of which so many beats moved and
  /// the flags and rates of the cycle before went on; `out` is what the switch showed in the last of them.
  void skip(std::uint64_t now, std::uint64_t cycles, const SwitchOutputs& out, unsigned delivered_beats);
  /// Cycles from `now` on that may be skipped: no sample is due in them.
  [[nodiscard]] std::uint64_t skippable(std::uint64_t now) const { return next_sample_ - now; }
  /// A packet came out; `queueing` = first beat in to first beat out, less the zero-load value.
  [[gnu::always_inline]] void packet(const DeliveredPacket& packet, std::uint64_t zero_load_cycles) {
    if (!open_) return;
    const std::uint64_t latency = packet.last_out_cycle - packet.first_in_cycle;
    const std::uint64_t through = packet.first_out_cycle - packet.first_in_cycle;
    latency_.add(latency);
    queueing_.add(through > zero_load_cycles ? through - zero_load_cycles : 0);
    stretch_.latency += latency;
    stretch_.queueing += static_cast<std::int64_t>(through - zero_load_cycles);
    ++stretch_.delivered_packets;
  }

  /// A packet came out so many cycles later than of an ideal switch.
  void lag(std::int64_t cycles) { stretch_.lag += cycles; }

  // Results.
  [[nodiscard]] std::uint64_t measured_cycles() const { return end_ - begin_; }
  [[nodiscard]] double port_cycles() const { return static_cast<double>(measured_cycles()) * ports_; }
  [[nodiscard]] double offered_load() const;
  [[nodiscard]] Estimate throughput() const {
    return {share(delivered_beats_) * cycles_per_beat_, batches(kThroughput).ci95()};
  }
  /// Lost packets / offered packets.
  [[nodiscard]] Estimate loss() const;
  [[nodiscard]] std::uint64_t offered_packets() const { return offered_packets_; }
  [[nodiscard]] std::uint64_t delivered_packets() const { return latency_.total(); }
  [[nodiscard]] std::uint64_t offered_beats() const { return offered_beats_; }
  [[nodiscard]] std::uint64_t delivered_beats() const { return delivered_beats_; }
  /// The measures whose means have an interval. Dropped: packets a cycle.
  enum Series : unsigned {
    kThroughput,
    kLatency,
    kQueueing,
    kBlocked,
    kBackpressure,
    kHol,
    kPool,
    kIdleWithWork,
    kOccupancyBeats,
    kOccupancyPackets,
    kDropped,
    kLag,
    kSeries
  };
  [[nodiscard]] BatchMeans batches(Series series) const { return {batches_, series}; }
  /// In stretches: what packets wait for changes as slowly as the occupancy.
  [[nodiscard]] double correlation_time() const { return batches(kOccupancyBeats).correlation_time(); }
  /// The means of throughput and queueing are known so well.
  [[nodiscard]] bool known_within(double share) const {
    return batches(kThroughput).within(share) && batches(kQueueing).within(share, correlation_time());
  }
  [[nodiscard]] const LossCount& losses() const { return losses_; }
  [[nodiscard]] const OccupancySeries& series() const { return series_; }
  [[nodiscard]] const Histogram& latency() const { return latency_; }
  [[nodiscard]] const Histogram& queueing() const { return queueing_; }
  [[nodiscard]] const Histogram& occupancy_beats() const { return total_level_.histogram; }
  [[nodiscard]] const Histogram& occupancy_packets() const { return total_packets_level_.histogram; }
  [[nodiscard]] const Histogram& queue_beats(unsigned queue) const { return level_[queue].histogram; }
  /// Shares of (ports x cycles); idle with work: of (ports x beat times).
  [[nodiscard]] Estimate blocked() const { return {share(blocked_), batches(kBlocked).ci95()}; }
  [[nodiscard]] Estimate backpressure() const {
    return {share(blocked_backpressure_), batches(kBackpressure).ci95()};
  }
  [[nodiscard]] Estimate hol() const { return {share(hol_), batches(kHol).ci95()}; }
  [[nodiscard]] Estimate pool() const { return {share(pool_), batches(kPool).ci95()}; }
  [[nodiscard]] Estimate idle_with_work() const {
    return {share(idle_with_work_) * cycles_per_beat_, batches(kIdleWithWork).ci95()};
  }
  /// Head-of-line blocked cycles, input x output: by the blocking output, and by the starving one.
  [[nodiscard]] const std::vector<std::uint64_t>& blame() const { return blame_; }
  [[nodiscard]] std::vector<std::uint64_t> victims() const;
  /// Pool-blocked cycles, input x output that holds most of the memory.
  [[nodiscard]] const std::vector<std::uint64_t>& pool_blame() const { return pool_blame_; }

 private:
  [[nodiscard]] double share(std::uint64_t count) const { return share_of(count, port_cycles()); }
  /// What the switch's registers show of the cycle before: its flags, and what had been dropped by its end.
  void take_registers(const SwitchOutputs& out) {
    if (flags_count_) count_flags(out);
    if (flags_count_ != open_) count_losses(out);
    flags_count_ = open_;  // those that come with the next cycle describe this one
  }
  void count_losses(const SwitchOutputs& out);
  void count_flags(const SwitchOutputs& out, std::uint64_t cycles = 1);
  using Weights = std::array<double, kSeries>;
  [[nodiscard]] Weights weights_of(double packets) const;
  void end_stretch(const SwitchOutputs& out);
  void add_idle(std::uint64_t stretches);
  [[nodiscard]] std::optional<double> loss_ci95() const;
  void sample(const SwitchOutputs& out);

  unsigned ports_, queues_;
  double cycles_per_beat_;
  bool open_ = false;
  bool flags_count_ = false;
  std::uint64_t begin_ = 0, end_ = 0;
  std::uint64_t offered_beats_ = 0, offered_packets_ = 0, delivered_beats_ = 0;
  std::uint64_t blocked_ = 0, blocked_backpressure_ = 0, hol_ = 0, pool_ = 0, idle_with_work_ = 0;
  std::vector<std::uint64_t> blame_, victims_, pool_blame_;
  std::vector<SetCounts> victim_sets_;  // per input: what is not in victims_ yet
  Histogram latency_, queueing_;

  // Occupancy: a level counts from the cycle in which it appears until it changes. Nearly always it does so
  // in a single cycle, which is a case of its own.
  using One = std::integral_constant<std::uint64_t, 1>;
  struct Level {
    std::uint64_t since = 0;
    std::uint32_t beats = 0;
    Histogram histogram{};

    /// The level goes in equal steps to `last`, which it reaches in cycle now+cycles-1, the first in `now`.
    template <class Cycles>
    void ramp(std::uint32_t last, std::uint64_t now, Cycles cycles) {
      histogram.add(beats, now - since);
      if (cycles > 1) count_ramp(last, cycles);
      since = now + cycles - 1;
      beats = last;
    }

   private:
    [[gnu::noinline]] void count_ramp(std::uint32_t last, std::uint64_t cycles);
  };
  struct alignas(64) QueueLevel : Level {  // a cache line
    std::uint32_t packets = 0;
  };
  template <class Cycles>
  void count_levels(std::uint64_t now, const SwitchOutputs& out, Cycles cycles);
  [[gnu::noinline]] void find_touched(const SwitchOutputs& out);
  std::vector<QueueLevel> level_;
  // Of an engine that does not know what is touched: that, and the levels once more, in whole blocks.
  static constexpr unsigned kBlock = 16;
  std::vector<std::uint32_t> beats_, packets_;
  std::vector<std::uint16_t> touched_;
  unsigned touched_count_ = 0;
  Level total_level_{}, total_packets_level_{};

  // Stretches of equal length feed the batch means.
  struct Stretch {
    // Counters when it began.
    std::uint64_t delivered_beats = 0, blocked = 0, backpressure = 0, hol = 0, pool = 0, idle_with_work = 0;
    // Sums over its cycles, and over its packets.
    std::uint64_t beats = 0, packets = 0, delivered_packets = 0, latency = 0;
    std::int64_t queueing = 0, lag = 0;
  };
  bool intervals_;
  std::uint64_t stretch_end_ = 0;
  Stretch stretch_;
  BatchTable batches_{kSeries};

  bool drops_;
  LossCount losses_;
  OccupancySeries series_;
  OccupancySink sink_;
  std::uint64_t next_sample_ = kNever;
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace xb
