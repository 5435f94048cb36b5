// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "host/fabric/trip.h"
#include "host/measure/batch_means.h"
#include "host/measure/histogram.h"

namespace xb {

/// What one thread counts of the packets that leave a network, in the measured window.
class TripCounts {
 public:
  /// Whether a packet counts whose last beat came out in that cycle.
  [[nodiscard]] bool counts(std::uint64_t last_out_cycle) const { return open_ && last_out_cycle >= begin_; }
  /// A packet of so many beats came out whole, from its last switch.
  [[gnu::always_inline]] void packet(const Trip& trip, unsigned beats, std::uint64_t first_out_cycle,
                                     std::uint64_t last_out_cycle) {
    if (!counts(last_out_cycle)) return;
    const std::uint64_t latency = last_out_cycle - trip.first_in_cycle;
    const std::uint64_t through = first_out_cycle - trip.first_in_cycle;
    const std::uint64_t queueing = through > trip.zero_load_cycles ? through - trip.zero_load_cycles : 0;
    latency_.add(latency);
    queueing_.add(queueing);
    switches_ += trip.switches;
    beats_ += beats;
    if (!intervals_) return;
    const std::size_t stretch = (last_out_cycle - begin_) / kStretchCycles - taken_;
    if (stretch >= stretches_.size()) stretches_.resize(stretch + 1);
    Stretch& s = stretches_[stretch];
    ++s.packets;
    s.beats += beats;
    s.latency += latency;
    s.queueing += queueing;
  }

 private:
  friend class TripMeasures;
  static constexpr std::uint64_t kStretchCycles = 64;
  /// Sums over the packets that came in a stretch of time: the series behind the intervals.
  struct Stretch {
    std::uint64_t packets = 0, beats = 0, latency = 0, queueing = 0;
  };
  /// Of the first stretch that is not taken yet.
  void add_first_to(Stretch& sum);

  bool intervals_ = false;
  bool open_ = false;
  std::uint64_t begin_ = 0;
  std::uint64_t switches_ = 0, beats_ = 0;
  Histogram latency_, queueing_;
  std::deque<Stretch> stretches_;  // that the batches have not yet
  std::size_t taken_ = 0;          // that they have
};

/// What the hosts of a network see, in the measured window: packets from the first switch to the last.
/// Switches run ahead of each other, so that packets come here in no order of time, and from several threads;
/// sums do not depend on it.
class TripMeasures {
 public:
  /// `hosts`: that may receive. `intervals`: there is a steady state.
  TripMeasures(unsigned hosts, bool intervals, unsigned threads) : hosts_(hosts), counts_(threads) {
    for (TripCounts& counts : counts_) counts.intervals_ = intervals;
  }
  TripCounts& of_thread(unsigned thread) { return counts_[thread]; }

  /// The window opens; cycle `now` is the first to count.
  void open(std::uint64_t now) {
    begin_ = now;
    for (TripCounts& counts : counts_) {
      counts.open_ = true;
      counts.begin_ = now;
    }
  }
  /// The window closes; cycle `now` is the first not to count.
  void close(std::uint64_t now);

  /// Every switch has come to cycle `now`: what was before it needs no memory any more.
  void settle(std::uint64_t now) {
    if (total().open_ && total().intervals_) take_stretches(now);
  }

  /// The means of throughput and queueing are known so well, by the packets before cycle `now`.
  bool known_within(double share, std::uint64_t now, double correlation_time);

  // After the window.
  [[nodiscard]] const Histogram& latency() const { return total().latency_; }
  [[nodiscard]] const Histogram& queueing() const { return total().queueing_; }
  [[nodiscard]] std::uint64_t packets() const { return latency().total(); }
  /// Switches that the packets have gone through, in all.
  [[nodiscard]] std::uint64_t packet_hops() const { return total().switches_; }
  /// Beats of the packets.
  [[nodiscard]] std::uint64_t beats() const { return total().beats_; }
  struct Batches {
    BatchMeans throughput, latency, queueing;
  };
  [[nodiscard]] const Batches& batches() const { return batches_; }

 private:
  /// Whole stretches before `now` join the batches.
  void take_stretches(std::uint64_t now);
  /// The first thread's, which has all that the others have counted once the window is closed.
  [[nodiscard]] const TripCounts& total() const { return counts_.front(); }

  unsigned hosts_;
  std::uint64_t begin_ = 0;
  std::vector<TripCounts> counts_;  // by thread
  Batches batches_;
};

}  // namespace xb
