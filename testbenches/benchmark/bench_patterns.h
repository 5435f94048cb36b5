// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testbenches/benchmark/bench_plan.h"

namespace xb {

/// Which hosts send to which in a trial.
struct BenchPattern {
  const char* name;         ///< in tables and JSON
  const char* description;  ///< in words
  bool random_order = false;
  /// Sources that send to one output if all their frames go there: their full load is 1 / so much.
  unsigned (*oversubscription)(unsigned ports) = nullptr;  // null: 1
  std::vector<FrameStream> (*streams)(unsigned ports);

  [[nodiscard]] unsigned share(unsigned ports) const {
    return oversubscription == nullptr ? 1 : oversubscription(ports);
  }
};

extern const BenchPattern kPortPairs;
extern const BenchPattern kFullMesh;    ///< RFC 2889 5.1: i sends to i+1, i+2, ... in turn
extern const BenchPattern kRandomMesh;  ///< the same hosts, in random order and at random phases
extern const BenchPattern kOneToMany, kManyToOne;
extern const BenchPattern kHalfToHalf;  ///< RFC 2889 5.4

/// A trial of a pattern where each source sends this share of the most that the outputs can take.
Trial pattern_trial(const BenchPlan& plan, const BenchPattern& pattern, const FrameSize& size,
                    const TrialLoad& load);

/// Random offsets of streams, less than the distance of frames.
void draw_phases(Trial& trial);

}  // namespace xb
