// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace xb {

/// Decides when a run has warmed up: as soon as throughput and mean occupancy of two successive windows agree
/// (within 1 % and 5 %), the windows growing by half each time; at the latest after a quarter of the run.
class WarmupDetector {
 public:
  explicit WarmupDetector(std::uint64_t run_cycles) : limit_(run_cycles / 4) {}

  /// Feeds one cycle; true when the warm-up ends with it.
  bool step(unsigned delivered_beats, std::uint64_t occupancy_beats) {
    return step(delivered_beats, occupancy_beats, 1);
  }
  /// The same for `cycles` at once, with the occupancy of each.
  bool step(std::uint64_t delivered_beats, std::uint64_t occupancy_beats, std::uint64_t cycles) {
    cycles_ += cycles;
    delivered_ += delivered_beats;
    occupancy_ += static_cast<double>(occupancy_beats) * static_cast<double>(cycles);
    if (cycles_ >= limit_) return true;
    if (cycles_ < window_end_) return false;
    const std::uint64_t cycles_of_window = cycles_ - window_begin_;
    const auto length = static_cast<double>(cycles_of_window);
    const double throughput = static_cast<double>(delivered_) / length;
    const double occupancy = occupancy_ / length;
    settled_ = close(throughput, last_throughput_, 0.01) && close(occupancy, last_occupancy_, 0.05);
    last_throughput_ = throughput;
    last_occupancy_ = occupancy;
    delivered_ = 0;
    occupancy_ = 0;
    window_begin_ = cycles_;
    window_end_ = cycles_ + cycles_of_window * 3 / 2;
    return settled_;
  }
  /// Whether it ended because the run had settled (not for lack of time).
  [[nodiscard]] bool settled() const { return settled_; }

 private:
  static bool close(double a, double b, double tolerance) {
    const double difference = a > b ? a - b : b - a;
    return difference <= tolerance * (a > b ? a : b);
  }
  std::uint64_t limit_;
  std::uint64_t cycles_ = 0;
  std::uint64_t window_begin_ = 0, window_end_ = 1000;
  std::uint64_t delivered_ = 0;
  double occupancy_ = 0;
  double last_throughput_ = -1, last_occupancy_ = -1;
  bool settled_ = false;
};

}  // namespace xb
