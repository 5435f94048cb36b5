// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "host/base/random.h"

namespace xb {

/// A length of packets, and how often there are some that long, relative to others.
struct WeightedLength {
  unsigned length = 0;
  double weight = 0;
};

/// Lengths with weights, as a user gives them.
struct PacketMix {
  std::vector<WeightedLength> lengths;  ///< each once
  bool in_bytes = false;
};

/// The name of a mix, and what it stands for.
constexpr const char* kImix = "imix";
constexpr const char* kImixLengths = "64B:7,576B:4,1518B:1";

/// Parses `64B:7,576B:4,1518B:1`, `1:3,9:1` (beats) or `imix`. Nothing if it is none of these.
std::optional<PacketMix> parse_packet_mix(std::string_view text);

/// The lengths of a run's packets: one, all of A..B alike, or some with weights.
class PacketLengths {
 public:
  /// `mix`: `least` and `most` are among its lengths, if it has any.
  PacketLengths(unsigned least, unsigned most, const PacketMix& mix = {});

  [[nodiscard]] bool one() const { return least_ == most_; }
  [[nodiscard]] unsigned least() const { return least_; }

  /// The length of the next packet. One length takes no number of the stream, all else one.
  unsigned draw(RandomStream& stream) const {
    if (one()) return least_;
    if (bounds_.empty()) return least_ + stream.below(most_ - least_ + 1);
    return weighted(stream.next() >> 1U);
  }

  /// Sum of `of(length)` over all lengths, each times its weight; and of the weights.
  template <class Of>
  [[nodiscard]] double sum(Of&& of) const {
    double sum = 0;
    for (const WeightedLength& one : mix_) sum += one.weight * static_cast<double>(of(one.length));
    for (unsigned length = least_; mix_.empty() && length <= most_; ++length)
      sum += static_cast<double>(of(length));
    return sum;
  }
  [[nodiscard]] double weight() const {
    return sum([](unsigned) { return 1; });
  }

 private:
  [[nodiscard]] unsigned weighted(std::uint64_t u) const;

  unsigned least_, most_;
  std::vector<WeightedLength> mix_;    // empty: all of least_..most_, weight 1
  std::vector<std::uint64_t> bounds_;  // P(one of the first lengths), as RandomStream::threshold() has it
};

}  // namespace xb
