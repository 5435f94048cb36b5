// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>

#include "host/fabric/trip.h"
#include "host/measure/batch_means.h"
#include "host/measure/histogram.h"

namespace xb {

/// What the hosts of a network see, in the measured window: packets from the first switch to the last.
/// Switches run ahead of each other, so that packets come here in no order of time; sums do not depend on it.
class TripMeasures {
 public:
  /// `hosts`: that may receive. `intervals`: there is a steady state.
  TripMeasures(unsigned hosts, bool intervals) : hosts_(hosts), intervals_(intervals) {}

  /// The window opens; cycle `now` is the first to count.
  void open(std::uint64_t now) {
    open_ = true;
    begin_ = now;
  }
  /// The window closes; cycle `now` is the first not to count.
  void close(std::uint64_t now);

  /// A packet of so many beats came out whole, from its last switch.
  void packet(const Trip& trip, unsigned beats, std::uint64_t first_out_cycle, std::uint64_t last_out_cycle) {
    if (!open_ || last_out_cycle < begin_) return;
    const std::uint64_t latency = last_out_cycle - trip.first_in_cycle;
    const std::uint64_t through = first_out_cycle - trip.first_in_cycle;
    const std::uint64_t queueing = through > trip.zero_load_cycles ? through - trip.zero_load_cycles : 0;
    latency_.add(latency);
    queueing_.add(queueing);
    switches_ += trip.switches;
    if (!intervals_) return;
    const std::size_t stretch = (last_out_cycle - begin_) / kStretchCycles - taken_;
    if (stretch >= stretches_.size()) stretches_.resize(stretch + 1);
    Stretch& s = stretches_[stretch];
    ++s.packets;
    s.beats += beats;
    s.latency += latency;
    s.queueing += queueing;
  }

  /// Every switch has come to cycle `now`: what was before it needs no memory any more.
  void settle(std::uint64_t now) {
    if (open_ && intervals_) take_stretches(now);
  }

  /// The means of throughput and queueing are known so well, by the packets before cycle `now`.
  bool known_within(double share, std::uint64_t now, double correlation_time);

  [[nodiscard]] const Histogram& latency() const { return latency_; }
  [[nodiscard]] const Histogram& queueing() const { return queueing_; }
  [[nodiscard]] std::uint64_t packets() const { return latency_.total(); }
  /// Switches that the packets have gone through, in all.
  [[nodiscard]] std::uint64_t packet_hops() const { return switches_; }
  struct Batches {
    BatchMeans throughput, latency, queueing;
  };
  [[nodiscard]] const Batches& batches() const { return batches_; }

 private:
  static constexpr std::uint64_t kStretchCycles = 64;
  /// Sums over the packets that came in a stretch of time: the series behind the intervals.
  struct Stretch {
    std::uint64_t packets = 0, beats = 0, latency = 0, queueing = 0;
  };
  /// Whole stretches before `now` join the batches.
  void take_stretches(std::uint64_t now);

  unsigned hosts_;
  bool intervals_;
  bool open_ = false;
  std::uint64_t begin_ = 0;
  std::uint64_t switches_ = 0;
  Histogram latency_, queueing_;
  std::deque<Stretch> stretches_;  // that the batches have not yet
  std::size_t taken_ = 0;          // that they have
  Batches batches_;
};

}  // namespace xb
