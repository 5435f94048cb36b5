// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/liquid/liquid_solver.h"
#include "host/liquid/no_schedule_proof.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// Checks derivations by reverse unit propagation (Goldberg & Novikov 2003): a clause follows if assuming
/// the contrary of all its literals leads to a contradiction by clauses of which only one literal is left.
class RupCheck {
 public:
  using Clause = std::vector<int>;  ///< variables from 1, minus is not

  /// Takes a clause for granted.
  void add(Clause clause);
  /// Adds the clause if it follows; else nothing, and false.
  bool derive(const Clause& clause);
  /// Forgets a clause. One that fixes a variable is kept, which does no harm: it follows as well.
  void forget(Clause clause);
  /// The empty clause has been derived, or follows from what was granted by single literals alone.
  [[nodiscard]] bool contradiction() const { return contradiction_; }

 private:
  struct Watch {
    std::uint32_t clause;
    int other;  ///< a literal of it: the clause need not be looked at where this one is true
  };
  static std::size_t slot(int literal) {
    return literal > 0 ? 2 * static_cast<std::size_t>(literal) : 2 * static_cast<std::size_t>(-literal) + 1;
  }
  void reserve(const Clause& clause);
  [[nodiscard]] bool is_true(int literal) const { return value_[slot(literal)] != 0; }
  [[nodiscard]] bool is_false(int literal) const { return value_[slot(-literal)] != 0; }
  void assume(int literal) {
    value_[slot(literal)] = 1;
    trail_.push_back(literal);
  }
  /// False: a contradiction.
  bool propagate();
  static std::uint64_t hash(const Clause& sorted);

  std::vector<Clause> clauses_;  // sorted but for the two watched ones, which are first; empty: forgotten
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
  std::vector<std::vector<Watch>> watches_;  // by literal that must become false
  std::vector<char> value_;                  // by literal: whether it is true
  std::vector<int> trail_;                   // true literals, in their order
  std::size_t propagated_ = 0;
  bool contradiction_ = false;
};

/// Whether a schedule is one: every transfer is in one of its steps, no step is empty, and in no step a link
/// carries more than its capacity. Shares no code with what makes schedules. Empty, or what is wrong, in a
/// line with the step and the link.
std::string step_fault(const TransferSet& transfers, const StepSchedule& schedule);

/// Whether a traffic really has no schedule of so many steps for the reason given: the clique is looked at
/// pair by pair; the formula is made again from the traffic, and the derivation followed to the empty clause
/// (RupCheck). Shares no code with what makes proofs. Empty, or what is wrong, in a line.
std::string proof_fault(const TransferSet& transfers, unsigned steps, const NoScheduleProof& proof);

/// What is wrong with a solver's schedule, or with the proof of its lower bound where that is above the
/// duration; or empty.
std::string answer_fault(const TransferSet& transfers, const LiquidAnswer& answer);

}  // namespace xb
