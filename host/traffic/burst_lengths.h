// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/base/geometric.h"
#include "host/base/random.h"

namespace xb {

/// Cuts a source's packets into bursts: geometric numbers of packets, at least 1. Two of these with the same
/// stream cut alike, the one when packets arrive and the other when they start.
class BurstLengths {
 public:
  /// `mean_packets` at least 1; 1: every packet is a burst.
  BurstLengths(double mean_packets, RandomStream stream) : continues_(1 / mean_packets), stream_(stream) {}

  /// Takes the next packet: whether it is the first of its burst.
  bool take() {
    const bool first = left_ == 0;
    if (first) left_ = 1 + continues_.draw(stream_);
    --left_;
    return first;
  }
  /// Whether the packet taken last ended its burst.
  [[nodiscard]] bool ended() const { return left_ == 0; }

 private:
  RareGeometric continues_;
  RandomStream stream_;
  std::uint64_t left_ = 0;
};

}  // namespace xb
