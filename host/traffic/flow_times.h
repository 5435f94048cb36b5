// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/link/receiver.h"
#include "host/measure/histogram.h"

namespace xb {

/// The flows of all hosts, from their arrival until their last packet has come out: how long they took, and
/// how much longer than alone.
class FlowTimes {
 public:
  /// Latency of a packet from first beat in to first beat out, without load.
  using ZeroLoad = std::function<std::uint64_t(const DeliveredPacket& packet)>;
  explicit FlowTimes(ZeroLoad zero_load = nullptr) : zero_load_(std::move(zero_load)) {}

  /// A flow that arrives: `before_last`: cycles of its link for all packets but the last one, back to back.
  struct Flow {
    std::uint64_t arrived, bytes, packets, before_last;
    std::uint64_t cycles_per_beat;  ///< of its link
  };
  /// Its number, for the notes of its packets.
  std::uint32_t add(const Flow& flow);
  /// A packet of a flow, or another one, came out whole.
  void delivered(const DeliveredPacket& packet);

  /// The measured window: flows that come to their end in it count.
  void open(std::uint64_t now) { begin_ = now; }
  void close(std::uint64_t now) { end_ = now; }

  /// Flows of some sizes.
  struct Class {
    Histogram cycles;
    Histogram slowdown;  ///< in 1/1000
    double slowdown_sum = 0;
  };
  static constexpr std::uint64_t kSmallBytes = 100000, kLargeBytes = 1000000;
  /// All; those of less than 100 kB; those of more than 1 MB.
  [[nodiscard]] const Class& all() const { return all_; }
  [[nodiscard]] const Class& small() const { return small_; }
  [[nodiscard]] const Class& large() const { return large_; }
  [[nodiscard]] bool knows_slowdown() const { return zero_load_ != nullptr; }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  ZeroLoad zero_load_;
  std::vector<Flow> flows_;          // by number; packets: those that have not come out
  std::vector<std::uint32_t> free_;  // numbers of flows that are over
  std::uint64_t begin_ = kNever, end_ = kNever;
  Class all_, small_, large_;
};

}  // namespace xb
