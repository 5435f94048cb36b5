// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/liquid/no_schedule_proof.h"
#include "host/liquid/transfer_set.h"

namespace xb {

/// What schedules of so many steps are, as clauses (DIMACS: variables from 1, minus is not). Variable
/// t * steps + s + 1: transfer t is in step s. Clauses:
///   - each transfer is in a step;
///   - of the transfers of a link of capacity 1, no two are in the same step;
///   - of a link of capacity k < load: no more than k are, by the sequential counter of Sinz (2005). Its
///     variables come after all others, by link, step, n and j: of the first n + 1 transfers more than j are
///     in the step, for n < load - 1 and j < k;
///   - the n-th transfer of the ordered link is in step n.
class StepFormula {
 public:
  static constexpr std::uint32_t kNoLink = 0xffffffff;

  /// `ordered_link`: of capacity 1 and a load of at most `steps`, or kNoLink.
  StepFormula(const TransferSet& transfers, unsigned steps, std::uint32_t ordered_link);

  /// How many literals there would be, ends of clauses included: to know before it is too large.
  static double size(const TransferSet& transfers, unsigned steps);

  /// Literals of clauses, each ended by 0.
  [[nodiscard]] const std::vector<int>& clauses() const { return clauses_; }
  [[nodiscard]] unsigned variables() const { return variables_; }
  /// As a DIMACS file.
  [[nodiscard]] std::string dimacs() const;

 private:
  void add(std::initializer_list<int> clause);
  void add_at_most(const std::vector<int>& literals, unsigned most);

  unsigned variables_;
  std::vector<int> clauses_;
};

/// What CaDiCaL (Biere et al.) says of the schedules of so many steps.
struct SatSteps {
  enum class Verdict : std::uint8_t { Found, Impossible, Unknown };
  Verdict verdict = Verdict::Unknown;
  std::vector<std::uint32_t> step_of = {};  ///< Found: by transfer
  NoScheduleProof proof = {};               ///< Impossible
};

/// Unknown after so many conflicts, when `stop`, called often, says so, or where the formula is too large.
SatSteps sat_steps(const TransferSet& transfers, unsigned steps, unsigned conflicts,
                   const std::function<bool()>& stop);

}  // namespace xb
