// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/measure/histogram.h"
#include "host/measure/ideal_outputs.h"

namespace xb {

/// How much later packets leave a switch than an ideal one, in the measured window.
class Lag {
 public:
  explicit Lag(unsigned ports) : ports_(ports), flows_(std::size_t{ports} * ports) {}

  [[gnu::always_inline]] void add(unsigned source, unsigned destination, const IdealOutputs::Lag& lag) {
    add_packet(source, destination, lag.of_packet);
    add_rank(lag.by_rank);
  }
  /// The same in its parts.
  [[gnu::always_inline]] void add_packet(unsigned source, unsigned destination, std::int64_t cycles) {
    const auto late = static_cast<std::uint64_t>(cycles);
    if (late_.has_room_for(late))
      late_.add(late);
    else
      add_far(cycles);
    Sum& sum = flows_[source * ports_ + destination];
    sum.cycles += cycles;
    ++sum.packets;
  }
  void add_rank(std::int64_t cycles) { by_rank_.add(static_cast<std::uint64_t>(cycles)); }
  [[nodiscard]] std::uint64_t packets() const { return late_.total() + early_.total(); }
  [[nodiscard]] double mean() const;
  /// Smallest value that at least the share q of the packets does not exceed.
  [[nodiscard]] std::int64_t quantile(double q) const;
  [[nodiscard]] const Histogram& by_rank() const { return by_rank_; }
  /// Means by input, and by output; 0 of one without packets.
  [[nodiscard]] std::vector<double> by_input() const { return means(ports_, 1); }
  [[nodiscard]] std::vector<double> by_output() const { return means(1, ports_); }

 private:
  /// One below 0, or the largest so far.
  [[gnu::cold, gnu::noinline]] void add_far(std::int64_t cycles) {
    if (cycles < 0)
      early_.add(static_cast<std::uint64_t>(-cycles));
    else
      late_.add(static_cast<std::uint64_t>(cycles));
  }
  struct Sum {
    std::int64_t cycles = 0;
    std::uint64_t packets = 0;
  };
  /// By port, whose flows are `next` apart from the one at port * first on.
  [[nodiscard]] std::vector<double> means(std::size_t first, std::size_t next) const;

  Histogram late_;   // 0 and above
  Histogram early_;  // below 0, without the sign
  Histogram by_rank_;
  std::size_t ports_;
  std::vector<Sum> flows_;  // by input and output
};

}  // namespace xb
