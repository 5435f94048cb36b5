// SPDX-License-Identifier: Apache-2.0
#pragma once

// A switch with one FIFO per input, uniform Bernoulli traffic of cells. Saturation without a window: the
// exact chain in this file. The tables here are from an independent slot simulation (20 batch means, 95 %
// intervals below 0.6 % for waits and 0.0005 for throughput); experiments/reference makes them again.

#include <array>
#include <optional>

#include "host/wires/switch_settings.h"

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

/// Saturation throughput when the first w cells of a FIFO bid, in w rounds. [w - 1]
/// Whom an output picks matters for w >= 2. Hluchyj & Karol 1988 print the age-based values within 0.01.
struct WindowSaturation {
  unsigned ports;
  std::array<double, 8> random;  ///< the winner is drawn
  /// The oldest cell wins, its age counted from when it came into the window, of several any; round robin is
  /// within 0.005 of it, and so are ages from an endless queue.
  std::array<double, 8> oldest;
};
constexpr std::array<WindowSaturation, 5> kWindowSaturation{
    {{2, {.750, .841, .885, .911, .928, .939, .948, .954}, {.750, .846, .892, .918, .935, .946, .955, .960}},
     {4, {.655, .757, .810, .844, .869, .887, .901, .912}, {.655, .759, .814, .850, .874, .893, .907, .918}},
     {8, {.618, .725, .781, .816, .841, .860, .875, .886}, {.619, .727, .784, .821, .846, .865, .880, .892}},
     {16, {.602, .710, .768, .804, .830, .849, .863, .876}, {.602, .712, .770, .807, .833, .853, .868, .880}},
     {32,
      {.594, .703, .761, .798, .824, .844, .858, .870},
      {.594, .705, .764, .801, .827, .847, .862, .875}}}};

constexpr std::optional<double> window_saturation(unsigned ports, unsigned window, Arbitration arbiter) {
  for (const auto& entry : kWindowSaturation) {
    if (entry.ports == ports)
      return (arbiter == Arbitration::Random ? entry.random : entry.oldest)[window - 1];
  }
  return {};
}

/// Mean wait of a cell [slots] by the arbiter of the outputs. The order random > round robin > oldest is no
/// accident: throughput does not depend on who wins, waiting does.
struct InputWait {
  unsigned ports;
  double load, random, round_robin, oldest;
};
constexpr std::array<InputWait, 12> kInputWait{{{4, .1, .0451, .0452, .0453},
                                                {4, .2, .1141, .1133, .1121},
                                                {4, .3, .2278, .2237, .2177},
                                                {4, .4, .4431, .4274, .4009},
                                                {4, .5, .9618, .9180, .7873},
                                                {4, .55, 1.637, 1.531, 1.201},
                                                {16, .1, .0582, .0579, .0578},
                                                {16, .2, .1511, .1500, .1473},
                                                {16, .3, .3186, .3112, .2960},
                                                {16, .4, .6820, .6512, .5762},
                                                {16, .5, 1.867, 1.727, 1.267},
                                                {16, .55, 4.310, 3.896, 2.237}}};

constexpr std::optional<double> input_wait(unsigned ports, double load, Arbitration arbiter) {
  for (const auto& entry : kInputWait) {
    if (entry.ports != ports || entry.load != load) continue;
    return arbiter == Arbitration::Random   ? entry.random
           : arbiter == Arbitration::Oldest ? entry.oldest
                                            : entry.round_robin;
  }
  return {};
}

}  // namespace xb
