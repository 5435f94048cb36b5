// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "host/link/length_unit.h"

namespace xb {

/// What a switch did wrong at a port.
struct RuleViolation {
  std::uint64_t cycle = 0;
  std::string port;  ///< such as "output 2"
  std::string rule;  ///< by its name in docs/measures.md, "What every run checks"
  std::string expected, seen;

  /// One line.
  [[nodiscard]] std::string text() const;
};

/// A model has found it broken by itself.
class BrokenRule : public RunError {
 public:
  explicit BrokenRule(const RuleViolation& violation)
      : RunError("the switch did something wrong:\n  {}", violation.text()), violation_(violation) {}
  [[nodiscard]] const RuleViolation& violation() const { return violation_; }

 private:
  RuleViolation violation_;
};

/// A line each, indented.
std::string lines_of(const std::vector<RuleViolation>& violations);

std::string output_name(unsigned port);
/// The packet of a header: number within its flow, input, output, length.
std::string packet_name(std::uint64_t header, const LengthUnit& unit = {});

}  // namespace xb
