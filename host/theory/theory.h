// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace xb {

struct RunConfig;

/// What theory says of a point: a closed form, an exact chain, or a table, by name. It covers a point only if
/// every key that changes what is measured is at its default, or is one of `keys`, for which `formula` says
/// whether their values are covered. So a key that no theory knows of is refused.
struct Theory {
  std::string name;
  std::string description;        ///< what it gives, its unit, its source
  std::string domain;             ///< where it holds, in words
  std::vector<std::string> keys;  ///< that may differ from their defaults
  double tolerance;  ///< the switches keep to it within this share of the value in all its domain
  /// The value for that point; nothing if one of `keys` has a value that is not covered.
  std::optional<double> (*formula)(const RunConfig&);
  bool in_slots = false;  ///< a wait in slots, or a queue in cells; else a share

  /// The value for that point; nothing if the theory does not cover it.
  [[nodiscard]] std::optional<double> value(const RunConfig& config) const;
};

const std::vector<Theory>& theories();

/// The theory of that name, or null.
const Theory* find_theory(const std::string& name);

}  // namespace xb
