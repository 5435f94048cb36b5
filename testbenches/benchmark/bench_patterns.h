// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/benchmark/bench_plan.h"

namespace xb {

/// Which hosts send to which in a trial.
struct BenchPattern {
  std::string name;         ///< in tables and JSON
  std::string description;  ///< in words
  bool random_order = false;
  /// Sources that send to one output if all their frames go there: their full load is 1 / so much.
  unsigned (*oversubscription)(unsigned ports) = nullptr;  // null: 1
  std::vector<FrameStream> (*streams)(unsigned ports);

  [[nodiscard]] unsigned share(unsigned ports) const {
    return oversubscription == nullptr ? 1 : oversubscription(ports);
  }
};

const BenchPattern& port_pairs();
const BenchPattern& full_mesh();    ///< RFC 2889 5.1: i sends to i+1, i+2, ... in turn
const BenchPattern& random_mesh();  ///< the same hosts, in random order and at random phases
const BenchPattern& one_to_many();
const BenchPattern& many_to_one();
const BenchPattern& half_to_half();  ///< RFC 2889 5.4

/// A trial of a pattern where each source sends this share of the most that the outputs can take.
Trial pattern_trial(const BenchPlan& setup, const BenchPattern& pattern, const FrameSize& size,
                    const TrialLoad& load);

/// Random offsets of streams, less than the distance of frames.
void draw_phases(Trial& trial);

}  // namespace xb
