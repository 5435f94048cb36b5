// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace xb {

/// Why a traffic has no schedule of so many steps, for a checker that trusts nobody (certificate_check.h).
struct NoScheduleProof {
  static constexpr std::uint32_t kNoLink = 0xffffffff;
  enum class Kind : std::uint8_t {
    None,    ///< nothing is claimed
    Clique,  ///< more transfers than steps, any two of which share a link of capacity 1
    Formula  ///< the formula of step_formula.h cannot be satisfied
  };
  Kind kind = Kind::None;
  unsigned steps = 0;                      ///< no schedule has so few
  std::vector<std::uint32_t> clique = {};  ///< transfers
  /// Formula: the link of capacity 1 whose transfers go in steps 0, 1, ... in the order of their numbers:
  /// what the steps are called does not matter. Or kNoLink.
  std::uint32_t ordered_link = kNoLink;
  /// Formula: clauses that follow from it one after the other, up to the empty one, and those that are no
  /// longer needed, as text in the DRAT format.
  std::string derivation = {};
};

}  // namespace xb
