// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
  /// A packet would leave in `cycle`, were it alone in the switch.
  void arrived(const Flow& flow, unsigned beats, std::uint64_t cycle);
  /// The next packet of a flow has left the switch that is measured, or is lost in it, and that counts or
  /// not.
  void left(const Flow& flow, std::uint64_t cycle, bool counts, std::uint64_t now);

  struct Lag {
    Flow flow;
    std::int64_t cycles;
    bool counts;
  };
  /// Of packets that have left both switches since the last clear_lags().
  [[nodiscard]] const std::vector<Lag>& lags() const { return lags_; }
  void clear_lags() { lags_.clear(); }

 private:
  struct Arrival {
    std::uint64_t cycle;  ///< in which it reaches its output
    unsigned source, beats;
  };
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  struct Output {
    std::uint64_t period;
    std::uint64_t free;  ///< the first cycle in which it sends nothing that it has begun
    std::uint64_t next;  ///< begins the next packet then, of those that have come
  };
  struct Departure {
    std::uint64_t cycle;
    bool counts;
  };
  /// Of a flow's packets, those that have left one of both switches only.
  struct Ahead {
    Ring<std::uint64_t> ideal;
    Ring<Departure> real;
  };
  [[nodiscard]] Ahead& ahead(const Flow& flow) {
    return ahead_[(flow.of_class * outputs_.size() + flow.source) * outputs_.size() + flow.destination];
  }
  /// By class, of an output.
  [[nodiscard]] Ring<Arrival>* waiting(unsigned destination) { return &waiting_[destination * classes_]; }
  void send(Output& output, unsigned destination);
  void both_left(const Flow& flow, const Departure& real, std::uint64_t ideal);

  unsigned classes_;
  std::vector<Output> outputs_;
  std::vector<Ring<Arrival>> waiting_;  // by output and class
  std::vector<Ahead> ahead_;
  std::vector<Lag> lags_;
};

}  // namespace xb
