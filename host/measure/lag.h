// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/link/switch_wires.h"
#include "host/measure/estimate.h"
#include "host/measure/histogram.h"

namespace xb {

/// How much later packets leave a switch than an ideal one, in the measured window.
class Lag {
 public:
  [[gnu::always_inline]] void add_packet(std::int64_t cycles) {
    const auto value = static_cast<std::uint64_t>(cycles + kEarliest);
    if (near_.has_room_for(value))
      near_.add(value);
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
    near_.add(other.near_);
    early_.add(other.early_);
    by_rank_.add(other.by_rank_);
  }
  [[nodiscard]] std::uint64_t packets() const { return near_.total() + early_.total(); }
  [[nodiscard]] double mean() const;
  /// Smallest value that at least the share q of the packets does not exceed.
  [[nodiscard]] std::int64_t quantile(double q) const;
  [[nodiscard]] const Histogram& by_rank() const { return by_rank_; }

 private:
  /// The largest so far, or the one that is furthest below 0.
  [[gnu::cold, gnu::noinline]] void add_far(std::int64_t cycles) {
    if (cycles < -kEarliest)
      early_.add(static_cast<std::uint64_t>(-cycles));
    else
      near_.add(static_cast<std::uint64_t>(cycles + kEarliest));
  }
  /// Without the sign those below 0, and the others.
  struct Parts {
    Histogram early, late;
  };
  [[nodiscard]] Parts parts() const;

  static constexpr std::int64_t kEarliest = 256;
  Histogram near_;   // from -kEarliest on, which is 0: whether one is early no processor can guess
  Histogram early_;  // those below, without the sign
  Histogram by_rank_;
};

/// The same, and its means by port.
///
/// \tparam Sums  one for each port: an array in place, so that counting takes an addition, or a vector
template <class Sums>
class LagByPort : public Lag {
 public:
  /// `zeros`: of so many ports.
  explicit LagByPort(unsigned ports, const Sums& zeros = {}) : ports_(ports), from_(zeros), to_(zeros) {}

  [[gnu::always_inline]] void add_packet(unsigned source, unsigned destination, std::int64_t cycles) {
    Lag::add_packet(cycles);
    from_.cycles[source] += cycles;
    ++from_.packets[source];
    to_.cycles[destination] += cycles;
    ++to_.packets[destination];
  }
  /// All that another one of as many ports has, too.
  void add(const LagByPort& other) {
    Lag::add(other);
    for (unsigned port = 0; port < ports_; ++port) {
      from_.add(other.from_, port);
      to_.add(other.to_, port);
    }
  }
  /// Means by input, and by output; 0 of one without packets.
  [[nodiscard]] std::vector<double> by_input() const { return means(from_); }
  [[nodiscard]] std::vector<double> by_output() const { return means(to_); }

 private:
  /// Of the packets of each port; apart, since a processor adds to one of many numbers at once.
  struct Side {
    explicit Side(const Sums& zeros) : cycles(zeros), packets(zeros) {}
    void add(const Side& other, unsigned port) {
      cycles[port] += other.cycles[port];
      packets[port] += other.packets[port];
    }
    Sums cycles, packets;
  };
  [[nodiscard]] std::vector<double> means(const Side& side) const {
    std::vector<double> means;
    for (unsigned port = 0; port < ports_; ++port) {
      means.push_back(share_of(side.cycles[port], side.packets[port]));
    }
    return means;
  }

  unsigned ports_;
  Side from_, to_;
};
using SwitchLag = LagByPort<std::array<std::int64_t, kMaxPorts>>;
using NetworkLag = LagByPort<std::vector<std::int64_t>>;

}  // namespace xb
