// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

namespace xb {

/// Loss of a memory of B cells shared completely by all outputs, uniform Bernoulli traffic of cells.
/// Independent slot simulation (1e7 slots; values near 1e-6 have intervals of 10 %). B cells are left after
/// the slot's departures; of too many arrivals those dropped are drawn. Hluchyj & Karol's convolution of
/// independent queues says more: N inputs bring at most N cells a slot, so that queues are negatively
/// correlated.
struct SharingLoss {
  unsigned ports;
  double load;
  unsigned cells;
  double loss;
};
constexpr std::array<SharingLoss, 22> kSharingLoss{
    {{16, .5, 8, 2.50e-3},  {16, .5, 12, 6.4e-5},  {16, .5, 16, 6.4e-7},  {16, .8, 16, 5.23e-2},
     {16, .8, 32, 3.47e-3}, {16, .8, 36, 1.25e-3}, {16, .8, 40, 4.0e-4},  {16, .8, 44, 1.13e-4},
     {16, .8, 48, 2.8e-5},  {16, .8, 52, 7.1e-6},  {16, .8, 56, 2.0e-6},  {16, .9, 32, 5.30e-2},
     {16, .9, 64, 6.55e-3}, {16, .9, 72, 3.01e-3}, {16, .9, 80, 1.21e-3}, {16, .9, 88, 4.2e-4},
     {16, .9, 96, 1.27e-4}, {16, .9, 104, 3.3e-5}, {32, .8, 72, 2.9e-4},  {32, .8, 80, 4.0e-5},
     {32, .9, 64, 5.68e-2}, {32, .9, 128, 5.53e-3}}};

/// The same where ports take turns, as they do in the pipelined memory: within a slot, input k's arrival is
/// followed by output k's departure, decided before that arrival. Then fewer cells are in memory at the worst
/// moment, and it loses less, as if it had 2 to 3 cells more. Independent simulation of these rules (2e7
/// slots), 16 ports, load 0.8; each output has a cell of its own besides.
struct TurnsLoss {
  unsigned cells;
  double loss;
};
constexpr std::array<TurnsLoss, 6> kSharingLossTurns{
    {{16, 3.879e-2}, {32, 1.706e-3}, {36, 5.52e-4}, {40, 1.60e-4}, {44, 4.20e-5}, {48, 1.01e-5}}};

constexpr std::optional<double> sharing_loss_turns(unsigned ports, double load, unsigned cells) {
  if (ports != 16 || load != .8) return {};
  for (const auto& entry : kSharingLossTurns) {
    if (entry.cells == cells) return entry.loss;
  }
  return {};
}

constexpr std::optional<double> sharing_loss(unsigned ports, double load, unsigned cells) {
  for (const auto& entry : kSharingLoss) {
    if (entry.ports == ports && entry.load == load && entry.cells == cells) return entry.loss;
  }
  return {};
}

/// Length of each of S overloaded queues under a dynamic threshold, in the unit of `memory`
/// (Choudhury & Hahne 1998): alpha B / (1 + alpha S).
constexpr double threshold_queue(double alpha, double memory, unsigned overloaded) {
  return alpha * memory / (1 + alpha * overloaded);
}

}  // namespace xb
