// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/link/switch_wires.h"
#include "host/measure/histogram.h"

namespace xb {

/// How much later packets leave a switch than an ideal one, in the measured window.
class Lag {
 public:
  [[gnu::always_inline]] void add_packet(std::int64_t cycles) {
    const auto late = static_cast<std::uint64_t>(cycles), early = -late;
    if (late_.has_room_for(late))
      late_.add(late);
    else if (early_.has_room_for(early))
      early_.add(early);
    else
      add_far(cycles);
  }
  void add_rank(std::int64_t cycles) { by_rank_.add(static_cast<std::uint64_t>(cycles)); }
  /// The same for one of 0 or more, which takes no more than an addition; false: it may be others.
  [[gnu::always_inline]] bool add_near_rank(std::int64_t cycles) {
    const auto late = static_cast<std::uint64_t>(cycles);
    if (!by_rank_.has_room_for(late)) return false;
    by_rank_.add(late);
    return true;
  }
  /// All that another one has, too.
  void add(const Lag& other) {
    late_.add(other.late_);
    early_.add(other.early_);
    by_rank_.add(other.by_rank_);
  }
  [[nodiscard]] std::uint64_t packets() const { return late_.total() + early_.total(); }
  [[nodiscard]] double mean() const;
  /// Smallest value that at least the share q of the packets does not exceed.
  [[nodiscard]] std::int64_t quantile(double q) const;
  [[nodiscard]] const Histogram& by_rank() const { return by_rank_; }

 private:
  /// The largest so far, or the one that is furthest below 0.
  [[gnu::cold, gnu::noinline]] void add_far(std::int64_t cycles) {
    if (cycles < 0)
      early_.add(static_cast<std::uint64_t>(-cycles));
    else
      late_.add(static_cast<std::uint64_t>(cycles));
  }

  Histogram late_;   // 0 and above
  Histogram early_;  // below 0, without the sign
  Histogram by_rank_;
};

/// The same, and its means by port.
///
/// \tparam Sums  one for each port: an array in place, so that counting takes an addition, or a vector
template <class Sums>
class LagByPort : public Lag {
 public:
  /// `zeros`: of so many ports.
  explicit LagByPort(unsigned ports, const Sums& zeros = {})
      : from_{ports, zeros, zeros}, to_{ports, zeros, zeros} {}

  [[gnu::always_inline]] void add_packet(unsigned source, unsigned destination, std::int64_t cycles) {
    Lag::add_packet(cycles);
    from_.add(source, cycles);
    to_.add(destination, cycles);
  }
  /// All that another one of as many ports has, too.
  void add(const LagByPort& other) {
    Lag::add(other);
    from_.add(other.from_);
    to_.add(other.to_);
  }
  /// Means by input, and by output; 0 of one without packets.
  [[nodiscard]] std::vector<double> by_input() const { return from_.means(); }
  [[nodiscard]] std::vector<double> by_output() const { return to_.means(); }

 private:
  struct Ports {
    [[gnu::always_inline]] void add(unsigned port, std::int64_t lag) {
      cycles[port] += lag;
      ++packets[port];
    }
    void add(const Ports& other) {
      for (unsigned port = 0; port < ports; ++port) {
        cycles[port] += other.cycles[port];
        packets[port] += other.packets[port];
      }
    }
    [[nodiscard]] std::vector<double> means() const {
      std::vector<double> means;
      for (unsigned port = 0; port < ports; ++port) {
        const auto count = static_cast<double>(packets[port]);
        means.push_back(count == 0 ? 0 : static_cast<double>(cycles[port]) / count);
      }
      return means;
    }

    unsigned ports;
    Sums cycles, packets;
  };

  Ports from_, to_;
};
using SwitchLag = LagByPort<std::array<std::int64_t, kMaxPorts>>;
using NetworkLag = LagByPort<std::vector<std::int64_t>>;

}  // namespace xb
