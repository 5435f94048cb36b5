// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "host/link/receiver.h"
#include "host/measure/batch_means.h"
#include "host/measure/higher_class.h"
#include "host/measure/histogram.h"

namespace xb {

/// What the packets of each traffic class have seen, in the measured window.
class ClassMeasures {
 public:
  struct OfClass {
    Histogram latency, queueing;
    std::uint64_t delivered_beats = 0;
    std::uint64_t held_cycles = 0;  ///< input-cycles in which a higher class held one of its packets
    /// Input-cycles in which one was head-of-line blocked, by the class of the packet in front; and in which
    /// one of this class was in front, input x output.
    std::vector<std::uint64_t> behind, blame;
  };
  /// 0 classes: nothing is measured.
  ClassMeasures(unsigned classes, unsigned ports)
      : ports_(ports), classes_(classes), stretch_(classes), batches_(kSeries * classes) {
    for (OfClass& of : classes_) {
      of.behind.resize(classes);
      of.blame.resize(std::size_t{ports} * ports);
    }
  }

  [[nodiscard]] bool empty() const { return classes_.empty(); }
  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(classes_.size()); }
  void open(std::uint64_t now);
  void close() { stretch_end_ = kNever; }
  void delivered(const DeliveredPacket& packet, std::uint64_t zero_load_cycles);
  /// Inputs of which a packet was held in so many cycles.
  void held(unsigned c, PortMask inputs, std::uint64_t cycles) {
    if (stretch_end_ != kNever) classes_[c].held_cycles += port_count(inputs) * cycles;
  }
  void head_of_line(const HigherClass::Front& front, std::uint64_t cycles);
  /// Cycle `now` is over.
  void end_cycle(std::uint64_t now) {
    if (now + 1 == stretch_end_) end_stretch();
  }

  [[nodiscard]] const OfClass& of(unsigned c) const { return classes_[c]; }
  enum Series : unsigned { kThroughput, kLatency, kQueueing, kSeries };
  /// Half-width of the 95 % interval. `companion_time`: as BatchMeans has it.
  [[nodiscard]] std::optional<double> ci95(unsigned c, Series series, double companion_time = 0) const {
    return BatchMeans(batches_, kSeries * c + series).ci95(companion_time);
  }

 private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  struct Stretch {
    std::uint64_t packets = 0, beats = 0, latency = 0;
    std::int64_t queueing = 0;
  };
  void end_stretch();

  unsigned ports_;
  std::vector<OfClass> classes_;
  std::vector<Stretch> stretch_;  // of each class
  std::uint64_t stretch_end_ = kNever;
  BatchTable batches_;
};

}  // namespace xb
