// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/liquid/no_schedule_proof.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// More than `more_than` transfers, any two of which share a link of capacity 1, as far as a search of so
/// many nodes finds them; else none. They need a step each.
std::vector<std::uint32_t> congestion_clique(const TransferSet& transfers, unsigned more_than,
                                             std::uint64_t nodes);

/// What a search for a liquid schedule ends with.
enum class LiquidVerdict : std::uint8_t {
  Liquid,  ///< a schedule as short as the duration
  None,    ///< proof that there is no such schedule
  Open     ///< neither was found
};

constexpr const char* verdict_name(LiquidVerdict verdict) {
  constexpr const char* kNames[] = {"liquid", "none", "open"};
  return kNames[static_cast<std::size_t>(verdict)];
}

/// What a solver knows while it works.
struct SolverProgress {
  double cpu_seconds;
  unsigned lower_bound;  ///< no schedule has fewer steps
  unsigned length;       ///< steps of the shortest schedule found; 0: none yet
};

struct SolverLimits {
  /// The user's bound [s]; 0: none. It only cuts the search off: what is found before does not depend on it.
  double cpu_seconds = 60;
  /// Rounds of the search, each with four times the work of the one before; 0: as many as time allows, if
  /// there is a bound. The same answer for the same rounds and seed, unless time ends.
  unsigned rounds = 4;
  std::uint64_t seed = 1;
  std::function<void(const SolverProgress&)> progress = {};  ///< called about once a second; may be empty
};

struct LiquidAnswer {
  LiquidVerdict verdict = LiquidVerdict::Open;
  StepSchedule schedule;     ///< the shortest found; step_fault() finds nothing
  unsigned lower_bound = 0;  ///< no schedule has fewer steps
  NoScheduleProof proof;     ///< of the lower bound, where that is above the duration
  double cpu_seconds = 0;
};

/// A schedule of a traffic in as few steps as its duration, or that there is none, or the shortest found.
/// Nothing to transfer: liquid, in 0 steps.
LiquidAnswer solve_liquid(const TransferSet& transfers, const SolverLimits& limits);

/// The schedule that one round finds, however long it takes.
StepSchedule liquid_steps(const TransferSet& transfers, std::uint64_t seed);

}  // namespace xb
