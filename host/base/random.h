// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace xb {

/// What a stream of random numbers is for: streams of different purposes never share numbers.
enum class StreamPurpose : std::uint64_t {
  Arrival = 1,
  Destination,
  Length,
  ReceiverStall,
  Test,
  Switch,
  Burst,
  SendOrder,
  HostDelay,
  DaemonPhase,
  StartSkew,
  PagingPhase,
  Topology,
  RankOrder,
  MessageLength,
  LiquidSteps,
  AdaptivePort,
  Incast,
  FlowArrival,
  FlowSize,
  ExpertOrder,
  Experts,
  Class,
  EcnMark
};

/// Random stream (SplitMix64: Steele, Lea, Flood 2014) that depends on (seed, purpose, port) only, so that
/// adding a port or a draw elsewhere disturbs no other stream. Same numbers on every platform.
class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(std::uint64_t seed, StreamPurpose purpose, std::uint64_t port)
      : state_(mix(mix(mix(seed) ^ static_cast<std::uint64_t>(purpose)) ^ port)) {}

  /// Uniform 64-bit number.
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15U); }

  /// Uniform in 0..n-1, n >= 1 (multiply-shift; bias below n / 2^32).
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((next() >> 32U) * n) >> 32U); }

  /// Uniform in 0..1, 1 not included; above_0(): 0 not included.
  double unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
  double above_0() { return static_cast<double>((next() >> 11U) + 1) * 0x1p-53; }

  /// In any order, each as likely (Fisher & Yates).
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t left = values.size(); left > 1; --left)
      std::swap(values[left - 1], values[below(static_cast<std::uint32_t>(left))]);
  }
  /// 0..n-1, shuffled.
  std::vector<unsigned> permutation(unsigned n) {
    std::vector<unsigned> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0U);
    shuffle(numbers);
    return numbers;
  }

  /// True with the probability that `threshold` stands for.
  bool chance(std::uint64_t threshold) { return (next() >> 1U) < threshold; }

  /// Threshold for chance(): probability 0..1, exact at 0 and 1.
  static std::uint64_t threshold(double probability) {
    return static_cast<std::uint64_t>(probability * 9223372036854775808.0);
  }

  /// Finaliser that turns any two different words into unrelated ones.
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace xb
