// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

namespace xb {

/// Loss of a memory of B cells shared completely by all outputs, uniform Bernoulli traffic of cells, where
/// ports take turns, as they do in the pipelined memory: within a slot, input k's arrival is followed by
/// output k's departure, decided before that arrival. A memory that takes all arrivals of a slot before any
/// departure has more cells at the worst moment, and loses what one of 2 to 3 cells less does here.
/// Independent simulation of these rules (2e7 slots), 16 ports, load 0.8; each output has a cell of its own
/// besides. experiments/reference makes it again.
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

/// Length of each of S overloaded queues under a dynamic threshold, in the unit of `memory`
/// (Choudhury & Hahne 1998): alpha B / (1 + alpha S).
constexpr double threshold_queue(double alpha, double memory, unsigned overloaded) {
  return alpha * memory / (1 + alpha * overloaded);
}

}  // namespace xb
