// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

namespace xb {

/// Saturation throughput of a switch with one FIFO per input under uniform Bernoulli traffic of cells: the
/// exact Markov chain of the head-of-line counts (Karol, Hluchyj, Morgan 1987; their table rounds .655242 and
/// .630150 upwards). Whoever wins an arbitration, it is the same.
struct HolSaturation {
  unsigned ports;
  double throughput;
};
constexpr std::array<HolSaturation, 9> kHolSaturation{{{2, 0.750000},
                                                       {3, 0.682540},
                                                       {4, 0.655242},
                                                       {5, 0.639917},
                                                       {6, 0.630150},
                                                       {7, 0.623371},
                                                       {8, 0.618390},
                                                       {16, 0.601616},
                                                       {32, 0.593589}}};

/// Limit for many ports: 2 - sqrt(2).
constexpr double kHolSaturationLimit = 0.585786437626905;

constexpr std::optional<double> hol_saturation(unsigned ports) {
  for (const auto& entry : kHolSaturation) {
    if (entry.ports == ports) return entry.throughput;
  }
  return {};
}

}  // namespace xb
